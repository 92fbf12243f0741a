/** `showrun init` on a terminal: three questions, and a plan of what was answered. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Running, start, until } from "./program.ts";
import { screen, TERMINAL } from "./screen.ts";
import { showrunWarm } from "./warm.ts";
import { video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 8 });
const VIDEOS = "Videos, as files in . or URLs (Enter: talk.mp4): ";
const ACCOUNTS = "Accounts, such as youtube:Acme, tiktok:acme (Enter: a local outbox): ";
const REVIEW = "Approve each clip before it is posted? (Enter: yes): ";

function onTerminal(cwd: string, args: readonly string[]): Running {
	const env = { TERM: "xterm-256color", NO_COLOR: "1" };
	return start(["init", ...args], { cwd, through: ["python3", "-c", TERMINAL], env });
}

/** Answers each question as it comes, and gives what stays on the screen. */
async function answer(
	run: Running,
	answers: readonly (readonly [question: string, typed: string])[],
): Promise<{ readonly code: number | null; readonly shown: string }> {
	let from = 0;
	for (const [question, typed] of answers) {
		await until(() => run.said().indexOf(question, from) >= 0, { running: run });
		from = run.said().indexOf(question, from) + question.length;
		run.stdin.write(`${typed}\n`);
	}
	const { code, out } = await run.ended;
	return { code, shown: screen(out).join("\n") };
}

/** A folder with a video, its subtitles and nothing else. */
function folder(): string {
	const cwd = workspace(SOURCE);
	for (const name of ["talk.campaign.yaml", "showrun.config.yaml"]) rmSync(join(cwd, name));
	return cwd;
}

const campaignIn = (cwd: string) =>
	readFileSync(join(cwd, readdirSync(cwd).find((name) => name.endsWith(".campaign.yaml")) ?? ""), "utf8");

const init = suite("init on a terminal");

init("asks for videos, accounts and the review, and ends in the plan of them", async () => {
	const cwd = folder();
	const { code, shown } = await answer(onTerminal(cwd, ["--name", "talks"]), [
		[VIDEOS, ""],
		[ACCOUNTS, "youtube:Acme, tiktok:acme"],
		[REVIEW, ""],
	]);
	assert.is(code, 0, shown);
	assert.match(shown, "$ showrun plan .");
	assert.match(shown, /^Plan: 1 to submit .*0–4 to publish/m);
	assert.match(shown, "to the local outbox");
	assert.match(shown, /Next: showrun apply \.$/m);
	assert.match(campaignIn(cwd), "review: required");
	assert.is((await showrunWarm(["fmt", "--check"], { cwd })).code, 0);
});

init("says what is wrong with an answer and asks again", async () => {
	const cwd = folder();
	const { code, shown } = await answer(onTerminal(cwd, []), [
		[VIDEOS, "tlak.mp4"],
		[VIDEOS, "/etc/passwd"],
		[VIDEOS, "talk.mp4, https://example.com/other.mp4"],
		[ACCOUNTS, "youtub:Acme"],
		[ACCOUNTS, "linkedin:acme-inc"],
		[REVIEW, "perhaps"],
		[REVIEW, "no"],
	]);
	assert.is(code, 0, shown);
	for (const words of [
		"There is no file tlak.mp4.",
		"/etc/passwd must be inside ./",
		"Did you mean `youtube`?",
	])
		assert.match(shown, words);
	assert.match(shown, "Type yes or no.");
	assert.match(shown, /^Plan: 2 to submit/m);
	assert.not.match(campaignIn(cwd), "review: required");
});

init("asks only what the flags leave open, and nothing in a folder that has its campaign", async () => {
	const cwd = folder();
	const flags = ["--name", "talks", "--account", "youtube:Acme", "--video", "talk.mp4"];
	const first = await answer(onTerminal(cwd, flags), [[REVIEW, "n"]]);
	assert.is(first.code, 0, first.shown);
	assert.not.match(first.shown, "Accounts to post to");
	const before = campaignIn(cwd);
	const again = await answer(onTerminal(cwd, ["--name", "talks"]), []);
	assert.is(again.code, 0, again.shown);
	assert.match(again.shown, "kept   talks.campaign.yaml");
	assert.is(campaignIn(cwd), before);
});

init("writes nothing when the answers end, or inside another workspace", async () => {
	const cwd = folder();
	const before = readdirSync(cwd);
	const run = onTerminal(cwd, []);
	await until(() => run.said().includes(VIDEOS), { running: run });
	run.stdin.write("\x03");
	const { code, out } = await run.ended;
	assert.is(code, 1, out);
	assert.match(out, "Stopped. Nothing was written.");
	assert.equal(readdirSync(cwd), before);

	const around = folder();
	assert.is((await showrunWarm(["init"], { cwd: around })).code, 0);
	mkdirSync(join(around, "inner"));
	const refused = await answer(onTerminal(join(around, "inner"), []), []);
	assert.is(refused.code, 1);
	assert.match(refused.shown, "is inside the workspace");
	assert.not.match(refused.shown, "Videos, as files");
	assert.equal(readdirSync(join(around, "inner")), []);
});

init("asks nothing where nobody can answer, and says what comes next", async () => {
	const cwd = folder();
	const { code, out } = await showrunWarm(["init", "--review"], { cwd });
	assert.is(code, 0);
	assert.match(out, /^Next: showrun plan \.$/m);
	assert.match(campaignIn(cwd), "review: required");
	assert.not.match(out, "without an approval");
	assert.match((await showrunWarm(["plan"], { cwd })).out, /^Plan: 1 to submit .*0–2 to publish/m);
});

init(
	"says without a terminal that clips wait for nobody, and begins no second campaign by itself",
	async () => {
		const cwd = folder();
		const first = await showrunWarm(["init", "--name", "talk"], { cwd });
		assert.match(first.out, /^Clips are posted without an approval\. .*`review: required`/m);
		const before = readdirSync(cwd);
		const again = await showrunWarm(["init"], { cwd });
		assert.is(again.code, 0);
		assert.match(again.out, /^kept {3}talk\.campaign\.yaml$/m);
		assert.match(
			again.out,
			/^To add a video: showrun new VIDEO\. For a second campaign: showrun init --name/m,
		);
		assert.equal(readdirSync(cwd), before);
		const review = await showrunWarm(["init", "--review"], { cwd });
		assert.equal([review.code, readdirSync(cwd)], [1, before]);
		assert.match(review.err, /talk\.campaign\.yaml is there already, and init overwrites nothing\./);
		assert.is((await showrunWarm(["init", "--name", "other"], { cwd })).code, 0);
	},
);
init.run();
