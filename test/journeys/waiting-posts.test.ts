import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PostState } from "../../src/model/snapshot.ts";
import { whileWatching } from "./compressed.ts";
import { type Ended, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { clipped, renderedWorkspace, stateOf, video } from "./workspace.ts";

const MINUTE = 60_000;
const FACTOR = 60;
const TALK = video("talk", { seconds: 4 });
const SCRIPT = '#!/bin/sh\ncd "$(dirname "$0")" && echo ran >> ran\nexit $(cat code)\n';
const POST = 'talk.post.shorts["talk@';

/** One clip to one account; `more` is said of the account, `at` of its time. */
function campaign(username: string, more = "", at = ""): string {
	return `campaign: talk
timezone: UTC
accounts:
  page: { platform: youtube, username: ${username}${more} }
videos:
  talk:
    source: ./talk.mp4
    transcript: ./talk.srt
    clipping: { duration: 0-30s, limit: 2 }
    export: { resolution: 480p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
${at}    to: { page: { title: "{{ clip.title | truncate: 100 }}" } }
`;
}

/** A workspace whose account leaves by a command that ends with what stands in \`code\`. */
async function withCommand(username: string, text = campaign(username)): Promise<string> {
	const folder = renderedWorkspace(TALK, {
		"talk.campaign.yaml": text,
		"showrun.config.yaml": "embedded:\n  accounts: []\n",
		"post.sh": SCRIPT,
	});
	chmodSync(join(folder, "post.sh"), 0o755);
	await run(folder, connecting(folder, username));
	return folder;
}

function connecting(folder: string, username: string): readonly string[] {
	const account = ["--platform", "youtube", "--username", username];
	return ["accounts", "connect", "command", ...account, "--", join(folder, "post.sh")];
}

function answer(folder: string, code: number): void {
	writeFileSync(join(folder, "code"), String(code));
}

function timesRun(folder: string): number {
	const path = join(folder, "ran");
	return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}

async function run(cwd: string, args: readonly string[]): Promise<Ended> {
	const ended = await showrunWarm(args, { cwd });
	assert.is(ended.code, 0, `${args.join(" ")}\n${ended.out}${ended.err}`);
	return ended;
}

async function postOf(folder: string): Promise<PostState | undefined> {
	const { resources } = await stateOf(folder);
	return Object.values(resources).find((each): each is PostState => each.kind === "post");
}

const waiting = suite("a post that waits");

waiting("for its account is named everywhere, and goes out once when it is connected again", async () => {
	const folder = await withCommand("Page");
	answer(folder, 77);
	const applied = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: folder });
	assert.is(applied.code, 3, applied.out + applied.err);
	assert.match(applied.out, /waits for its account to be connected again/);
	const texts = await Promise.all(
		[["plan", "."], ["status"], ["accounts", "list"], ["posts", "list"], ["accounts", "doctor"]].map(
			async (args) => {
				const { out } = await showrunWarm(args, { cwd: folder });
				return `${args[0]} ${args[1]}: ${out}`;
			},
		),
	);
	const [plan = "", status = "", accounts = "", posts = "", doctor = ""] = texts;
	assert.match(plan, /handed over and waits for its account to be connected again/);
	assert.match(status, /PROCESSING .*youtube Page/);
	const told = status.replace(/\s+/g, " ").split("The command has to be authorized again").length - 1;
	assert.is(told, 1, status);
	assert.match(accounts, /Page .*reconnect before publishing[\s\S]*at risk: talk\.post\.shorts/);
	assert.match(posts, /youtube:Page: .*It waits until the account is connected again\./);
	assert.match(doctor, /youtube Page.* connected again\s+→ showrun accounts connect youtube\n/);
	assert.is(timesRun(folder), 1);
	answer(folder, 0);
	await run(folder, connecting(folder, "Page"));
	await run(folder, ["apply", ".", "--auto-approve"]);
	await run(folder, ["apply", ".", "--auto-approve"]);
	const { status: end, needsAccount } = (await postOf(folder)) ?? {};
	assert.equal([end, needsAccount, timesRun(folder)], ["DONE", undefined, 2]);
});

waiting("is not said to go to a folder where its account leaves by a command", async () => {
	const folder = await withCommand("Leaving");
	const planned = await showrunWarm(["plan", "."], { cwd: folder });
	assert.match(planned.out, /as soon as possible; each becomes irrevocable when it is sent/);
	assert.not.match(planned.out, /to the local outbox/);
	await run(folder, ["accounts", "disconnect", "youtube:Leaving"]);
	const again = await showrunWarm(["plan", "."], { cwd: folder });
	assert.not.match(again.out, /to the local outbox/, "how it will be connected again is not known");
});

waiting("is known to be out once somebody has it tried again", async () => {
	const folder = await withCommand("Other");
	answer(folder, 65);
	const refused = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: folder });
	assert.is(refused.code, 3, refused.out + refused.err);
	assert.is((await postOf(folder))?.status, "ERROR");
	answer(folder, 0);
	await run(folder, ["posts", "retry", `${POST}*"].page`]);
	const { out } = await run(folder, ["apply", ".", "--auto-approve"]);
	assert.match(out, /^posted +talk\.post|No changes/m);
	const { status, error } = (await postOf(folder)) ?? {};
	assert.equal([status, error, timesRun(folder)], ["DONE", undefined, 2]);
});

waiting("and was skipped as too late is known to go out once somebody asks for it", async () => {
	const folder = await withCommand("Late");
	answer(folder, 75);
	const file = await clipped(folder);
	const clock = { agreed: Date.now(), factor: FACTOR };
	const due = new Date(clock.agreed + 20 * MINUTE).toISOString().slice(0, 16);
	writeFileSync(file, campaign("Late", ", late: { max: 1m, then: skip }", `    at: ${due}\n`));
	const isSkipped = async () => (await postOf(folder))?.tooLate === "skipped";
	await whileWatching(folder, clock, () => until(isSkipped, { ms: 90_000 }));
	assert.match((await showrunWarm(["status"], { cwd: folder })).out, /SKIPPED \(late\)/);
	await run(folder, ["posts", "retry", `${POST}*"].page`]);
	await run(folder, ["apply", ".", "--auto-approve"]);
	const { status, tooLate, error } = (await postOf(folder)) ?? {};
	assert.equal([status, tooLate, error], ["PENDING", undefined, undefined]);
	assert.match((await showrunWarm(["status"], { cwd: folder })).out, /PENDING .* to youtube Late\n/);
});

waiting.run();
