import { constants, getPriority } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Program, ProgramFault, printable, run, runWell } from "../../src/system/run.ts";

const runs = suite("running programs");
const node = (script: string, given: Partial<Program> = {}): Program => ({
	path: process.execPath,
	args: ["-e", script],
	signal: AbortSignal.timeout(300_000),
	limitMs: 300_000,
	...given,
});

async function thrown(work: Promise<unknown>): Promise<unknown> {
	try {
		await work;
	} catch (error) {
		return error;
	}
	return assert.unreachable("it did not fail");
}

runs("lines and the exit code come back", async () => {
	const lines: string[] = [];
	const end = await run(
		node("process.stdout.write('a\\nbé\\r\\nc\\n');console.error('oops');process.exitCode=3", {
			onLine: (line) => lines.push(line),
		}),
	);
	assert.equal([lines, end], [["a", "bé", "c"], { code: 3, lastLines: ["oops"] }]);
});

runs("a program that gives way has a lower priority than this one, another has the same", async () => {
	const priorityOf = async (givesWay: boolean) => {
		const lines: string[] = [];
		// It is lowered right after the start.
		const script = "setTimeout(() => console.log(require('node:os').getPriority()), 300)";
		await run(node(script, { givesWay, onLine: (line) => lines.push(line) }));
		return Number(lines[0]);
	};
	const own = getPriority();
	assert.is(await priorityOf(false), own);
	assert.is(await priorityOf(true), Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL));
});

runs("bytes come as they are", async () => {
	let bytes = 0;
	await run(
		node("process.stdout.write(Buffer.alloc(300000,7))", { onBytes: (chunk) => (bytes += chunk.length) }),
	);
	assert.is(bytes, 300_000);
});

runs("arguments are never read by a shell", async () => {
	const lines: string[] = [];
	await run({
		...node(""),
		args: ["-e", "console.log(process.argv[1])", "$(id); `id` > x"],
		onLine: (line) => lines.push(line),
	});
	assert.equal(lines, ["$(id); `id` > x"]);
});

runs("a Ctrl-C at the terminal does not reach it", async () => {
	const lines: string[] = [];
	// Fields after the name: state, parent, process group.
	const linux = "require('node:fs').readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')[2]";
	const others =
		"require('node:child_process').execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' }).trim()";
	const script = `console.log(String(process.pid) === ${process.platform === "linux" ? linux : others})`;
	await run(node(script, { onLine: (line) => lines.push(line) }));
	assert.equal(lines, ["true"]);
});

runs("a bad end names the program and its last words, without terminal escapes", async () => {
	const error = await thrown(
		runWell(node("console.error('\\u001b[31mred\\u001b[0m\\u0007 alarm');process.exit(7)")),
	);
	assert.instance(error, ProgramFault);
	assert.is(error instanceof Error && error.message, "node failed (exit code 7): red alarm");
});

runs("standard error is kept only at its end", async () => {
	const end = await run(node("for(let i=0;i<5000;i++)console.error('line '+i+'x'.repeat(1000))"));
	assert.ok(
		end.lastLines.length <= 12 &&
			end.lastLines.every((line) => line.length <= 401) &&
			end.lastLines.at(-1)?.startsWith("line 4999"),
	);
});

runs("a program that is not there is a fault", async () => {
	const error = await thrown(run({ ...node(""), path: "/nowhere/ffmpeg" }));
	assert.instance(error, ProgramFault);
	assert.match(String(error), /ffmpeg could not be started/);
});

runs("aborting ends it and throws the reason", async () => {
	const stop = new AbortController();
	const reason = new Error("enough");
	const error = await thrown(
		run(
			node("console.log('up');setInterval(()=>{},1000)", {
				signal: stop.signal,
				onLine: () => stop.abort(reason),
			}),
		),
	);
	assert.is(error, reason);
});

runs("one that ignores SIGTERM is killed", async () => {
	const stop = new AbortController();
	await thrown(
		run(
			node("process.on('SIGTERM',()=>{});console.log('up');setInterval(()=>{},1000)", {
				signal: stop.signal,
				onLine: () => stop.abort(),
			}),
		),
	);
});

runs("an aborted signal starts nothing", async () => {
	assert.is(
		await thrown(run({ ...node(""), path: "/nowhere/ffmpeg", signal: AbortSignal.abort("stopped") })),
		"stopped",
	);
});

runs("one that takes too long is stopped", async () => {
	const error = await thrown(run(node("setInterval(()=>{},1000)", { limitMs: 300 })));
	assert.instance(error, ProgramFault);
	assert.match(String(error), /took longer than 0 s and was stopped/);
});

runs("one that writes nothing for too long is stopped, one that goes on writing is not", async () => {
	const error = await thrown(run(node("console.log('up');setInterval(()=>{},1000)", { silenceMs: 700 })));
	assert.match(
		error instanceof ProgramFault ? error.message : "",
		/^node gave no sign of life for 1 s and was stopped$/,
	);
	const saying =
		"let n=0;const t=setInterval(()=>{process[n%2?'stdout':'stderr'].write('x\\n');if(++n>5)clearInterval(t)},600)";
	assert.is((await run(node(saying, { silenceMs: 2_500 }))).code, 0);
});

if (process.platform === "linux")
	runs("one that takes too much memory is stopped", async () => {
		const greedy = "const kept=[];setInterval(()=>kept.push(Buffer.alloc(2e7,1)),20)";
		const error = await thrown(run(node(greedy, { memoryBytes: 2 ** 28 })));
		assert.match(
			error instanceof ProgramFault ? error.message : "",
			/^node took more than 0\.25 GiB of memory and was stopped$/,
		);
	});

runs("a listener that throws ends it, and its error comes out", async () => {
	const error = await thrown(
		run(
			node("setInterval(()=>console.log('x'),10)", {
				onLine: () => {
					throw new RangeError("mine");
				},
			}),
		),
	);
	assert.instance(error, RangeError);
});

runs("printable text is one short line", () => {
	assert.equal(
		["a\tb\nc", "\u001b[2Jx", "a\u202eb\u2028c", "x".repeat(500)].map((text) => printable(text, 10)),
		["a b c", "x", "a b c", `${"x".repeat(10)}…`],
	);
});

runs.run();
