import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type At, HOME, type Running, shareCode, showrun, start, until } from "./program.ts";
import { screen, TERMINAL } from "./screen.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, leftOpen, renderedWorkspace, stateOf, video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const FIRST = 'Apply these changes? Only "yes" is accepted: ';
const SECOND = 'Publish these? Only "yes" is accepted: ';
const TITLE = "Why do most talks fail in the first minute?";

/** Models are offered once for a user: here they were. */
const ASKED = join(HOME, "asked");
shareCode(ASKED);
writeFileSync(join(ASKED, "showrun", "models-offered"), "");

/** Starts apply, or another command, on a terminal. */
function onTerminal(cwd: string, more: Partial<At> = {}, args: readonly string[] = ["apply", "."]): Running {
	return start(args, {
		cwd,
		through: ["python3", "-c", TERMINAL],
		...more,
		env: { TERM: "xterm-256color", XDG_CACHE_HOME: ASKED, ...more.env },
	});
}

/** Waits for a question and answers it. */
async function answer(run: Running, question: string, words: string): Promise<void> {
	await until(() => run.said().includes(question), { running: run });
	run.stdin.write(`${words}\n`);
}

const LINES = [
	/^ {2}[+~!>.?-]|^ {9}\S/,
	/^(done|clips|posted|delivered) +talk\./,
	/^(Plan|Applied): /,
	/^ {2}talk\.post\..* DONE$|^ {4}delivered to the local outbox: /,
	/^(Apply|Publish) these.*: \w*$/,
	/^The clips are known now/,
];
const WARNING = /^warning: [\s\S]*?^1 warning\.$/m;

const terminal = suite("apply on a terminal");

terminal(
	"asks, asks again with the real titles, publishes, and leaves whole lines where bars were",
	async () => {
		const cwd = workspace(SOURCE);
		const run = onTerminal(cwd);
		await answer(run, FIRST, "yes");
		await answer(run, SECOND, "yes");
		const { code, out } = await run.ended;
		assert.is(code, 0, out);
		const shown = screen(out).join("\n").replace(WARNING, "").split("\n").filter(Boolean);
		assert.equal(
			shown.filter((line) => !LINES.some((kind) => kind.test(line))),
			[],
		);
		const [before = "", after = ""] = shown.join("\n").split("The clips are known now.");
		assert.not.match(before, TITLE);
		assert.match(after, `"${TITLE}" to youtube Acme, as soon as possible`);
		assert.match(out, / \d+% talk\.video\.talk ongoing/);
		assert.ok(out.lastIndexOf("\x1b[?25h") > out.lastIndexOf("\x1b[?25l"), "the cursor is shown again");
		assert.is(deliveredIn(cwd).length, 3);
		assert.equal(await leftOpen(cwd), []);
	},
);

terminal("does nothing for any other word", async () => {
	const cwd = renderedWorkspace(SOURCE);
	for (const words of ["no", "", "y", "YES", "yes please"]) {
		const run = onTerminal(cwd);
		await answer(run, FIRST, words);
		const { code, out } = await run.ended;
		assert.is(code, 1, words);
		assert.match(out, "Nothing was done.");
	}
	assert.equal((await stateOf(cwd)).resources, {});
});

terminal("publishes nothing when the titles are refused, and asks about them next time", async () => {
	const cwd = renderedWorkspace(SOURCE);
	const first = onTerminal(cwd);
	await answer(first, FIRST, "yes");
	await answer(first, SECOND, "no");
	assert.match((await first.ended).out, "Applied: 1 submitted, 0 handed over.");
	assert.equal(deliveredIn(cwd), []);
	const next = onTerminal(cwd);
	await answer(next, FIRST, "yes");
	const { code, out } = await next.ended;
	assert.is(code, 0, out);
	assert.not.match(out, "Publish these?");
	assert.is(deliveredIn(cwd).length, 3);
});

terminal(
	"asks nothing for a saved plan but the titles it could not hold, and goes on with it after a no",
	async () => {
		const cwd = renderedWorkspace(SOURCE);
		assert.is((await showrunWarm(["plan", "-out=plan.json"], { cwd })).code, 0);
		const first = onTerminal(cwd, {}, ["apply", "plan.json"]);
		await answer(first, SECOND, "no");
		const { code, out } = await first.ended;
		assert.is(code, 0, out);
		assert.not.match(out, FIRST);
		assert.equal(deliveredIn(cwd), []);
		const next = onTerminal(cwd, {}, ["apply", "plan.json"]);
		await answer(next, SECOND, "yes");
		assert.is((await next.ended).code, 0);
		assert.is(deliveredIn(cwd).length, 3);
		assert.match((await showrunWarm(["apply", "plan.json"], { cwd })).err, "applied already");
	},
);

terminal("draws nothing in colour with NO_COLOR, and sends no escape code down a pipe", async () => {
	const run = onTerminal(renderedWorkspace(SOURCE), { env: { NO_COLOR: "1" } });
	await answer(run, FIRST, "no");
	assert.not.match((await run.ended).out, /\p{Cc}\[\d*m/u);
	const piped = await showrun(["apply", ".", "--auto-approve"], {
		cwd: renderedWorkspace(SOURCE),
		env: { TERM: "xterm-256color" },
	});
	assert.is(piped.code, 0);
	assert.not.match(piped.out + piped.err, /\p{Cc}\[/u);
});

terminal("of a watch shows in the lines of apply what a pass does", async () => {
	const cwd = renderedWorkspace(SOURCE);
	const running = onTerminal(cwd, {}, ["watch", "."]);
	await until(() => running.said().split("handed over").length > 3, { running });
	running.stdin.write("\x03");
	const shown = screen((await running.ended).out).map((line) => line.trimEnd());
	for (const line of [
		/done {5}talk\.video\.talk: submitted$/,
		/clips {4}talk\.video\.talk: 1 clip$/,
		/done {5}talk\.post\..*: handed over$/,
	]) {
		const timed = new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${line.source}`);
		assert.ok(
			shown.some((each) => timed.test(each)),
			`${line}\n${shown.join("\n")}`,
		);
	}
	assert.is(deliveredIn(cwd).length, 3);
});
terminal.run();
