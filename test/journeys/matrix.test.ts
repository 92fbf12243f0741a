import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const MATRIX = CAMPAIGN.replace("    export:", '    matrix: { ratio: ["9:16", "1:1"] }\n    export:')
	.replace("clips: { top: 2 }", "clips: { top: 1 }")
	.replace(
		'yt: { title: "{{ clip.title | truncate: 100 }}"',
		'yt: { where: { ratio: "9:16" }, title: "{{ matrix.ratio }}"',
	)
	.replace(/ {6}tt: .*\n/, "")
	.replace("li: { title", 'li: { where: { ratio: "1:1" }, title');
const [UPRIGHT, SQUARE] = ['talk.video.talk["9:16"]', 'talk.video.talk["1:1"]'] as const;

const folder = renderedWorkspace(TALK, { "talk.campaign.yaml": MATRIX });
const file = join(folder, "talk.campaign.yaml");
const run = async (...args: string[]) => {
	const ended = await showrunWarm(args, { cwd: folder });
	assert.equal(unseemly(ended.out + ended.err), []);
	return ended;
};

const journey = suite("a video in two ratios");

journey("a plan shows a task for each, with what it costs, and who gets which", async () => {
	const { out } = await run("plan");
	assert.match(out, `+      ${UPRIGHT}`);
	assert.match(out, `+      ${SQUARE}`);
	assert.match(out, 'talk.post.shorts["talk/9:16@*"].yt');
	assert.match(out, 'talk.post.shorts["talk/1:1@*"].li');
	assert.match(out, /Plan: 2 to submit \(about \d+ units?\), 0–2 to publish\./);
});

journey("one of them can be meant alone, and a saved plan holds it", async () => {
	const alone = await run("plan", "--target", UPRIGHT, "--out", "plan.json");
	assert.equal([alone.code, alone.out.includes(SQUARE)], [0, false]);
	const applied = await run("apply", "plan.json");
	assert.equal([applied.code, deliveredIn(folder).length], [0, 0]);
	assert.is((await run("apply", ".", "--auto-approve")).code, 0);
	assert.is(deliveredIn(folder).length, 2);
	assert.match((await run("plan")).out, "No changes.");
});

journey("each has its clips: shown, reviewed and downloaded by its own name", async () => {
	assert.match((await run("show", UPRIGHT)).out, "9:16");
	assert.is((await run("clips")).code, 0);
	const reviewed = readFileSync(join(folder, "talk.clips.yaml"), "utf8");
	assert.match(reviewed, /^ {2}"?talk\/9:16"?:$/m);
	assert.is((await run("download", "--out", "out", "--target", SQUARE)).code, 0);
	assert.equal(readdirSync(join(folder, "out", "talk")), ["talk-1-1"]);
});

journey("another key renames nothing that `moved` names, in the clips file too", async () => {
	const lines = ["9:16", "1:1"].map(
		(key) => `  - { from: 'video.talk["${key}"]', to: 'video.talk["${key},480p"]' }\n`,
	);
	writeFileSync(
		file,
		MATRIX.replace('"1:1"] }', '"1:1"], resolution: [480p] }').replace(
			"accounts:",
			`moved:\n${lines.join("")}accounts:`,
		),
	);
	assert.match((await run("plan")).out, "No changes other than renames.");
	assert.is((await run("apply", ".", "--auto-approve")).code, 0);
	assert.is((await run("clips")).code, 0);
	assert.match(readFileSync(join(folder, "talk.clips.yaml"), "utf8"), /^ {2}"?talk\/9:16,480p"?:$/m);
	assert.equal(
		[deliveredIn(folder).length, (await run("state", "list")).out.includes('["1:1,480p"]')],
		[2, true],
	);
});

journey("one of them can be moved by hand in the state", async () => {
	const { code } = await run("state", "mv", 'talk.video.talk["1:1,480p"]', 'talk.video.talk["1:1"]');
	assert.equal([code, (await run("state", "list")).out.includes('talk.video.talk["1:1"]')], [0, true]);
});
journey.run();
