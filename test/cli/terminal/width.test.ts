/** Output that goes to no terminal is as wide as COLUMNS says, and breaks between words alone. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { addressOf, clip, posted, settledVideo, snapshot, TALK } from "../../builders/world.ts";

const CAMPAIGN = LINKED.replace("campaign: k", "campaign: k\nrules: { too-few-slots: off }");
const FILES = {
	"k.campaign.yaml": CAMPAIGN,
	"showrun.config.yaml": "service: { url: https://127.0.0.1:9 }\n",
};
const state = snapshot({ [TALK]: settledVideo([clip(0)]), [addressOf()]: posted() });
const OFFLINE = { SHOWRUN_API_KEY: "" };

const COMMANDS: readonly (readonly string[])[] = [
	["plan"],
	["status"],
	["validate"],
	["history"],
	["state", "list"],
	["explain", "not-checked"],
	["--help"],
	["plan", "--help"],
	["resolve", "--help"],
];

/** Every word but for the characters that draw boxes and tables. */
function wordsOf(text: string): readonly string[] {
	return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const width = suite("the width of output that is piped");
for (const columns of [80, 100])
	width(`${columns} columns break no word, and only what is copied is longer`, () =>
		withWorkspace({ files: FILES, state }, async ({ run }) => {
			for (const args of COMMANDS) {
				const narrow = await run(args, { ...OFFLINE, COLUMNS: String(columns) });
				const wide = await run(args, { ...OFFLINE, COLUMNS: "105" });
				const [said, whole] = [narrow.out + narrow.err, wide.out + wide.err];
				assert.equal(wordsOf(said).toSorted(), wordsOf(whole).toSorted(), args.join(" "));
				const long = said
					.split("\n")
					.filter((line) => line.length > columns && !/showrun |https?:/.test(line));
				assert.equal(long, [], args.join(" "));
			}
		}),
	);
width("a COLUMNS that is no number counts for nothing", () =>
	withWorkspace({ files: FILES, state }, async ({ run }) => {
		const usual = await run(["plan"], OFFLINE);
		for (const COLUMNS of ["", "wide", "-1"])
			assert.is((await run(["plan"], { ...OFFLINE, COLUMNS })).out, usual.out);
	}),
);
width.run();
