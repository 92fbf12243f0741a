import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import {
	CACHE,
	CAMPAIGN,
	deliveredIn,
	emptyFolder,
	type Files,
	files,
	listing,
	renderedWorkspace,
	SETTINGS,
	video,
	workspace,
} from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const APPLY = ["apply", ".", "--auto-approve"];
const campaign = (from: string, to: string): Files => ({ "talk.campaign.yaml": CAMPAIGN.replace(from, to) });

/** What is wrong in the files, and what must be said about it: place, problem, remedy. */
const MISTAKES: Record<string, [files: Files, said: readonly RegExp[]]> = {
	"broken YAML": [campaign("accounts:", "accounts: ["), [/talk\.campaign\.yaml:\d+:\d+/, /help:|hint:|=/]],
	"an unknown key": [
		campaign("clipping: { duration", "clipping: { duratoin"),
		[/Unknown key/, /talk\.campaign\.yaml:11:17/, /duration/],
	],
	"an unknown account": [
		campaign("      li: {", "      linkdin: {"),
		[/talk\.campaign\.yaml:20:7/, /linkdin/, /li\b/],
	],
	"a missing video": [
		campaign("./talk.mp4", "./tolk.mp4"),
		[/There is no such file/, /talk\.campaign\.yaml:9:13/, /Check the path/],
	],
	"an empty video": [{ "talk.mp4": "" }, [/The file is empty/, /talk\.campaign\.yaml:9:13/, /git lfs pull/]],
	"text named like a video": [
		{ "talk.mp4": "version https://git-lfs.github.com/spec/v1\n" },
		[/This is not a video/, /talk\.campaign\.yaml:9:13/, /git lfs pull/],
	],
	"a transcript that is not there": [
		campaign("./talk.srt", "./tolk.srt"),
		[/There is no such file/, /talk\.campaign\.yaml:10:17/, /Check the path/],
	],
	"settings with an unknown key": [
		{ "showrun.config.yaml": `${SETTINGS}emebdded: {}\n` },
		[/showrun\.config\.yaml:6:1/, /embedded/],
	],
};

const mistakes = suite("a person's mistake");

for (const [title, [given, said]] of Object.entries(MISTAKES))
	mistakes(`${title}: one error at its place with a remedy, and nothing is done`, async () => {
		const cwd = renderedWorkspace(SOURCE, given);
		const before = listing(cwd, CACHE);
		for (const args of [["validate"], ["plan"], APPLY]) {
			const { code, out, err } = await showrunWarm(args, { cwd });
			assert.is(code, 1, args.join(" "));
			for (const words of said) assert.match(out + err, words);
			assert.match(out + err, /^1 error(, \d warnings?)?\.$/m);
			assert.equal(unseemly(out + err), []);
		}
		assert.equal(listing(cwd, CACHE), before);
	});

mistakes("no campaign: one error that says how to write one", async () => {
	const cwd = emptyFolder();
	for (const args of [["validate"], ["plan"], APPLY, ["plan", "nowhere"]]) {
		const { code, out, err } = await showrunWarm(args, { cwd });
		assert.is(code, 1);
		assert.is(err.match(/^Error: /gm)?.length, 1, err);
		assert.match(
			err,
			args[1] === "nowhere" ? "There is no file or folder nowhere." : "Write one with `showrun init`",
		);
		assert.equal(unseemly(out + err), []);
	}
	assert.equal(files(cwd), []);
});

mistakes("an address to replace that is no video: one error with the nearest name", async () => {
	const cwd = renderedWorkspace(SOURCE);
	for (const command of ["plan", "apply"]) {
		const { code, err } = await showrunWarm([command, "-replace", "talk.video.tolk"], { cwd });
		assert.is(code, 1);
		assert.match(
			err,
			"Error: --replace names `talk.video.tolk`, which is not a video of these campaigns.\n  Did you mean `talk.video.talk`?",
		);
	}
});

mistakes("a container with nothing in it: the task fails in clear words, and nothing is posted", async () => {
	const cwd = renderedWorkspace(SOURCE, { "talk.mp4": readFileSync(SOURCE).subarray(0, 2_000) });
	const { code, out, err } = await showrunWarm(APPLY, { cwd });
	assert.is(code, 1, out + err);
	assert.match(out, /task failed/);
	assert.match(out, /talk\.mp4|video/);
	assert.equal([...unseemly(out + err), ...deliveredIn(cwd)], []);
});

mistakes("apply without a yes and without a terminal: nothing is done", async () => {
	const cwd = workspace(SOURCE);
	const { code, out, err } = await showrunWarm(["apply", "."], { cwd });
	assert.is(code, 1);
	assert.match(out, "Plan: 1 to submit");
	assert.match(err, "Error: apply needs confirmation, but this is not a terminal: use --auto-approve");
	assert.match(err, "--auto-approve");
	assert.match(err, "Nothing was done.");
	assert.equal(unseemly(out + err), []);
	assert.equal(
		files(join(cwd, ".showrun")).filter((path) => !/\.gitignore$|\/cache\//.test(path)),
		[],
	);
	assert.match((await showrunWarm(["status"], { cwd })).out, "Nothing was applied yet.");
});

mistakes("an account that is not connected blocks its posts alone, code 3", async () => {
	const cwd = renderedWorkspace(SOURCE, { "showrun.config.yaml": SETTINGS.replace(/.*linkedin.*\n/, "") });
	const { code, out, err } = await showrunWarm(APPLY, { cwd });
	assert.is(code, 3, out + err);
	assert.match(out, "Applied: 1 submitted, 2 handed over.");
	assert.match(
		out,
		/needs attention: no connected account has this platform and username\s+\(linkedin\s+acme-inc\)/,
	);
	assert.equal(unseemly(out + err), []);
	assert.equal(
		deliveredIn(cwd)
			.map(({ post }) => post.platform)
			.sort(),
		["tiktok", "youtube"],
	);
	writeFileSync(join(cwd, "showrun.config.yaml"), SETTINGS);
	assert.is((await showrunWarm(APPLY, { cwd })).code, 0);
	assert.equal(
		deliveredIn(cwd)
			.map(({ post }) => post.platform)
			.sort(),
		["linkedin", "tiktok", "youtube"],
	);
});

mistakes("a video without sound is no mistake", async () => {
	const cwd = renderedWorkspace(video("silent", { seconds: 8, silent: true }));
	rmSync(join(cwd, "talk.srt"));
	const named = `${CAMPAIGN.replace(/ +transcript:.*\n/, "")}rules: { title-file-name: warning }\n`;
	writeFileSync(join(cwd, "talk.campaign.yaml"), named);
	const { code, out, err } = await showrunWarm(APPLY, { cwd });
	assert.is(code, 0, out + err);
	assert.is(deliveredIn(cwd).length, 3);
	assert.equal(unseemly(out + err), []);
});

mistakes.run();
