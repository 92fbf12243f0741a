import { existsSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CallEvidence, Progress, Settled } from "../../../src/service/delivery/destination.ts";
import { type CommandSettings, openCommand } from "../../../src/service/delivery/destinations/command.ts";
import { deliverByPhases, type Kept, type Kill, withWork } from "./phases.ts";
import { POSTING_PROGRAM } from "./posting-command.ts";

const ENV = { ...process.env, SECRET_TOKEN: "hush-hush", OTHER_TOKEN: "never handed on" };

interface Done extends Kept {
	readonly posts: readonly Record<string, unknown>[];
	readonly evidence: readonly Omit<CallEvidence, "at">[];
	/** Names in the folder of the data. */
	readonly left: readonly string[];
}

/** Delivers one post by the program in a mode. */
async function run(
	mode: string,
	{ kill, argv, ...changed }: Partial<CommandSettings> & { readonly kill?: Kill | undefined } = {},
): Promise<Done> {
	let done: Done | undefined;
	await withWork(async ({ work, clock, folder }) => {
		const [log, program] = [join(folder, "log"), join(folder, "post.mjs")];
		await writeFile(program, POSTING_PROGRAM);
		const settings: CommandSettings = {
			kind: "command",
			argv: argv ?? [process.execPath, program, log, mode],
			cwd: process.cwd(),
			env: ["SECRET_TOKEN"],
			timeoutMs: 60_000,
			settle: false,
			...changed,
		};
		const evidence: Omit<CallEvidence, "at">[] = [];
		const note = (each: Omit<CallEvidence, "at">) => void evidence.push(each);
		const noted = { ...work, tools: { ...work.tools, note } };
		const destination = openCommand(settings, { data: join(folder, "data"), env: ENV });
		const kept = await deliverByPhases(destination, { work: noted, clock, kill });
		if (kept.phase === "done") await destination.tidy?.(noted, {});
		const text = existsSync(log) ? readFileSync(log, "utf8") : "";
		const posts = text
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line));
		done = {
			...kept,
			posts,
			evidence,
			left: await readdir(join(folder, "data", "commands")).catch(() => []),
		};
	});
	if (done === undefined) throw new Error("not run");
	return done;
}

const command = suite("command");

command("it gets the post, its file and the variables it was promised, and no others", async () => {
	const { phase, words, posts, left } = await run("ok");
	assert.equal([phase, words], ["done", "https://example.com/7"]);
	assert.equal(posts, [
		{
			id: "01KABCDEFGHJKMNPQRSTVWXYZ0_acc_0123456789abcdef01234567",
			account: "Acme",
			held: "a rendered clip",
			token: "hush-hush",
			cwd: process.cwd(),
		},
	]);
	assert.equal(left, []);
});

const endings: Record<string, readonly [mode: string, phase: Kept["phase"], words: RegExp, posts: number]> = {
	"0 with anything on its last line means posted": ["plain", "done", /^$/, 1],
	"65 refuses the post": ["exit65", "refused", /^The command refused the post: because of red \*\*\*$/, 0],
	"77 asks to be authorized again": ["exit77", "refused", /authorized again/, 0],
	"1 after it posted: nobody knows": ["late-failure", "unknown", /ended with 1/, 1],
	"1 before it posted: nobody knows": ["exit1", "unknown", /ended with 1: because of red \*\*\*/, 0],
	"a crash: nobody knows": ["crash", "unknown", /ended with a signal/, 1],
};
for (const [title, [mode, phase, words, posts]] of Object.entries(endings))
	command(`exit code ${title}`, async () => {
		const done = await run(mode);
		assert.is(done.phase, phase);
		assert.match(done.words ?? "", words);
		assert.is(done.posts.length, posts);
		assert.not.match(JSON.stringify([done.words, done.evidence]), /hush|\\u001b/);
	});

command("75 did nothing, so it is started again later", async () => {
	const { phase, evidence, posts } = await run("exit75");
	assert.equal([phase, posts.length], ["ready", 0]);
	assert.ok(evidence.length > 5 && evidence.every(({ status }) => status === 75));
});

command("one that takes too long is ended with all it started, and nobody knows", async () => {
	const { phase, words, posts } = await run("hang", { timeoutMs: 2_500 });
	assert.equal([phase, posts.length], ["unknown", 1]);
	assert.match(words ?? "", /took longer than/);
});

command("one that is not there is waited for, and nothing is armed", async () => {
	const { phase, evidence } = await run("ok", { argv: ["/nowhere/post-it"] });
	assert.equal([phase, evidence], ["queued", []]);
});

command("what was posted and tidied up, and not recorded, is still settled by the program", () =>
	withWork(async ({ work, folder }) => {
		const [log, program] = [join(folder, "log"), join(folder, "post.mjs")];
		await writeFile(program, POSTING_PROGRAM);
		const argv = [process.execPath, program, log, "ok"];
		const settings = { kind: "command", argv, env: [], timeoutMs: 60_000, settle: true } as const;
		const destination = openCommand(settings, { data: join(folder, "data"), env: ENV });
		const prepared = await destination.prepare(work, undefined);
		if (prepared.kind !== "ready") throw new Error(prepared.kind);
		const { kind } = await destination.publish(work, prepared.progress, async () => {});
		await destination.tidy?.(work, {});
		const settled = await destination.settle?.(work, prepared.progress);
		assert.equal([kind, settled?.kind], ["posted", "posted"]);
	}),
);

/** A program that can settle and never posts, armed after a while. */
async function withArmed(
	armingMs: number,
	check: (armed: {
		readonly kind: string;
		readonly words: string;
		readonly move: (ms: number) => void;
		readonly settle: () => Promise<Settled | undefined>;
	}) => Promise<void>,
): Promise<void> {
	await withWork(async ({ work, clock, folder }) => {
		const [log, program] = [join(folder, "log"), join(folder, "post.mjs")];
		await writeFile(program, POSTING_PROGRAM);
		const argv = [process.execPath, program, log, "exit1"];
		const settings = { kind: "command", argv, env: [], timeoutMs: 60_000, settle: true } as const;
		const destination = openCommand(settings, { data: join(folder, "data"), env: ENV });
		const prepared = await destination.prepare(work, undefined);
		if (prepared.kind !== "ready") throw new Error(prepared.kind);
		let progress: Progress | undefined;
		const outcome = await destination.publish(work, prepared.progress, async (given) => {
			progress = given;
			clock.move(armingMs);
		});
		const words = outcome.kind === "refused" ? outcome.why.message : "";
		const settle = async () => destination.settle?.(work, progress);
		await check({ kind: outcome.kind, words, move: clock.move, settle });
	});
}

command("what it did not post is posted by another start once the first can no longer run", () =>
	withArmed(0, async ({ settle, move }) => {
		assert.equal(await settle(), { kind: "wait", ms: 30_000 });
		move(60_000);
		assert.is((await settle())?.kind, "wait");
		move(12_001);
		assert.equal(await settle(), { kind: "not_posted", again: "same" });
	}),
);

command("it is not started by a process that stood still after arming", () =>
	withArmed(2_001, async ({ kind, words }) => {
		assert.is(kind, "refused");
		assert.match(words, /not started/);
	}),
);

const KILLS: readonly (Kill | undefined)[] = [
	undefined,
	...[1, 2, 3].flatMap((write) => [{ write, when: "before" } as const, { write, when: "after" } as const]),
];
for (const [mode, settle] of [
	["ok", false],
	["ok", true],
	["late-failure", false],
	["late-failure", true],
	["unsure", true],
] as const)
	command(
		`${mode}${settle ? ", and it can settle" : ""}: killed at every write, it posts at most once`,
		async () => {
			for (const kill of KILLS) {
				const { phase, posts } = await run(mode, { settle, kill });
				const seen = `${JSON.stringify(kill)} ended ${phase} with ${posts.length}`;
				assert.ok(posts.length <= 1, seen);
				assert.ok(phase === "done" || phase === "unknown", seen);
				if (phase === "done") assert.is(posts.length, 1, seen);
				if (settle && mode !== "unsure") assert.is(phase, "done", seen);
			}
		},
	);

command.run();
