import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LISTENER, withLeanAllocator } from "../../src/cli/wiring/speech-program.ts";
import { ROOM, showrun } from "../journeys/program.ts";

const lean = suite("V8 of long commands");
/** What lives is a list of 2 MB; what it is made of again and again is garbage. */
const WORK = `
	const v8 = require("node:v8");
	process.on("exit", () => {
		let kept;
		for (let at = 0; at < 60; at++) kept = Array.from({ length: 20_000 }, (_, n) => ({ n, at }));
		const fresh = v8.getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size;
		console.error(JSON.stringify({ fresh, heap: v8.getHeapStatistics().total_heap_size + kept.length }));
	});
`;
const ASKED = `
	require("node:v8").setFlagsFromString = (flag) => console.error(flag);
`;

/** What a command says of itself besides its help. */
async function told(command: string, script: string): Promise<readonly string[]> {
	const file = join(ROOM, "telling.cjs");
	writeFileSync(file, script);
	const env = { NODE_OPTIONS: `--require ${file}` };
	return (await showrun([command, "--help"], { cwd: ROOM, env })).err.split("\n").filter(Boolean);
}

lean("makes the heap of the same work smaller, with 4 MiB for new values", async () => {
	const [small, large] = [await told("apply", WORK), await told("plan", WORK)].map(([line = ""]) =>
		JSON.parse(line),
	);
	assert.ok(small.heap < large.heap, `${small.heap} of ${large.heap} bytes`);
	assert.is(small.fresh, 8 << 20);
});

lean("is asked of V8 by what runs long, and by nothing else", async () => {
	const flags = [
		...(process.version.startsWith("v20.") ? ["--interrupt-budget=600000"] : []),
		"--heap-growing-percent=30",
		...[4, 1].map((by) => `--semi-space-growth-factor=${by}`),
	];
	for (const command of ["apply", "watch", "serve"]) assert.equal(await told(command, ASKED), flags);
	assert.equal(await told("plan", ASKED), []);
});

lean("changes once Node has loaded what it brings compiled", async () => {
	const script = `
		const { setFlagsFromString } = require("node:v8");
		require("node:v8").setFlagsFromString = (flag) => {
			console.error(JSON.stringify(process.moduleLoadList));
			require("node:v8").setFlagsFromString = setFlagsFromString;
		};
	`;
	const loaded = JSON.parse((await told("apply", script))[0] ?? "");
	for (const name of ["child_process", "crypto", "fs/promises", "stream/promises", "timers/promises"])
		assert.ok(loaded.includes(`NativeModule ${name}`), name);
});

lean("is asked of the allocator of whoever listens to speech, unless somebody set another", () => {
	const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, SHELL } = withLeanAllocator({
		SHELL: "sh",
		MALLOC_ARENA_MAX: "4",
	});
	assert.equal([MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, SHELL], ["4", "131072", "sh"]);
	assert.is(LISTENER.env.MALLOC_TRIM_THRESHOLD_, process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072");
});

lean.run();
