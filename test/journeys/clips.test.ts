import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { type Ended, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, renderedWorkspace, video } from "./workspace.ts";

const REVIEWED = CAMPAIGN.replace(/ {2}tt: .*\n {2}li: .*\n/, "")
	.replace(/ {6}tt: .*\n {6}li: .*\n/, "")
	.replace("    to:", "    review: required\n    to:");
const folder = renderedWorkspace(video("talk", { seconds: 40 }), { "talk.campaign.yaml": REVIEWED });
const FILE = join(folder, "talk.clips.yaml");
const run = (...args: string[]): Promise<Ended> => showrunWarm(args, { cwd: folder });

interface Entry {
	readonly approve?: boolean;
	readonly generated: { readonly title: string };
	readonly void?: unknown;
}
/** Name and entry of every clip in the file, the best first. */
const entries = (): [string, Entry][] => Object.entries(parse(readFileSync(FILE, "utf8")).videos.talk);

/** Puts lines into the entry of a clip, as a person would. */
function edit(key: string, lines: string): void {
	const text = readFileSync(FILE, "utf8");
	writeFileSync(FILE, text.replace(`    ${key}:\n`, `    ${key}:\n      ${lines}\n`));
}

const journey = suite("clips that people look at before they are posted");

journey("before apply there is nothing to look at, and no file is made", async () => {
	const { code, out } = await run("clips");
	assert.equal([code, out], [0, "No clips are known yet; showrun apply finds them.\n"]);
	assert.throws(() => readFileSync(FILE));
});

journey("apply finds the clips, posts none of them, and says what they wait for", async () => {
	const { code, out, err } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0, out + err);
	assert.match(out, "Applied: 1 submitted, 0 handed over.");
	assert.match(out, "a person has to approve its clip first");
	assert.match(out, "run showrun clips, which adds it to talk.clips.yaml");
	assert.equal(deliveredIn(folder), []);
	assert.equal(unseemly(out + err), []);
	assert.match((await run("status")).out, "2 clips of talk to approve in talk.clips.yaml");
});

journey(
	"clips --check says with code 3 that a file is to be written, and --paths names it; both write nothing",
	async () => {
		const [check, paths] = [await run("clips", "--check"), await run("clips", "--paths")];
		assert.equal([check.code, check.out], [3, "differs   talk.clips.yaml (2 new clips)\n"]);
		assert.equal([paths.code, paths.out], [0, "talk.clips.yaml\n"]);
		assert.throws(() => readFileSync(FILE));
		assert.is((await run("clips", "--check", "--paths")).code, 1);
	},
);

journey("clips writes the file, and a second time changes nothing", async () => {
	const { code, out, err } = await run("clips");
	assert.is(code, 0, err);
	assert.match(out, "wrote     talk.clips.yaml (2 new clips)");
	const text = readFileSync(FILE, "utf8");
	assert.equal(JSON.parse((await run("clips", "--json")).out), {
		...{ type: "clips", campaign: "talk", file: "talk.clips.yaml", status: "unchanged" },
		...{ added: 0, voided: 0, kept: 0, removed: 0 },
	});
	assert.equal([readFileSync(FILE, "utf8"), (await run("clips", "--check")).code], [text, 0]);
});

journey("apply posts exactly the clip that is approved, in the words of the person", async () => {
	const [, [second = ""] = []] = entries();
	edit(second, "approve: true # watched it\n      title: In my words");
	const { code, out, err } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0, out + err);
	assert.match(out, "1 handed over");
	assert.equal(
		deliveredIn(folder).map(({ post }) => [`${(post.clip as { begin_ms: number }).begin_ms}`, post.title]),
		[[second.split("-")[0], "In my words"]],
	);
	assert.match(out, "talk.clips.yaml:8");
});

journey("an approval is void once the generated text is another one, and says so", async () => {
	const [[first = "", before] = []] = entries();
	edit(first, "approve: true");
	const transcript = join(folder, "talk.srt");
	writeFileSync(transcript, readFileSync(transcript, "utf8").replaceAll("customer", "client"));
	const applied = await run("apply", ".", "--auto-approve");
	assert.is(applied.code, 0, applied.out + applied.err);
	assert.match(applied.out, "its approval is void, because the clip is not what was approved");
	assert.is(deliveredIn(folder).length, 1);
	const { out } = await run("clips");
	assert.match(out, "1 clip changed: look at `void`");
	const [[again, after] = []] = entries();
	assert.equal([again, after?.approve, after?.void], [first, undefined, { approve: true }]);
	assert.is.not(after?.generated.title, before?.generated.title);
	assert.match(readFileSync(FILE, "utf8"), "approve: true # watched it");
	assert.match((await run("plan")).out.replace(/\s+/g, " "), "set approve: true again in talk.clips.yaml:8");
});

journey("a clip that is refused is asked about no more", async () => {
	edit(entries()[0]?.[0] ?? "", "approve: false");
	const { code, out } = await run("plan", "--detailed-exitcode");
	assert.is(code, 0, out);
	assert.match(out, "No changes.");
});

journey("a mistake in the file is found before anything is done, in its line", async () => {
	writeFileSync(FILE, readFileSync(FILE, "utf8").replace("approve: false", "aprove: true"));
	for (const command of ["validate", "plan", "clips"]) {
		const { code, out, err } = await run(command);
		assert.equal([command, code], [command, 1]);
		assert.match(out + err, "talk.clips.yaml:9:7");
		assert.match(out + err, "Did you mean `approve`?");
	}
});
journey.run();
