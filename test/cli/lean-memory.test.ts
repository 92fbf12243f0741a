import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LEAN } from "../../src/cli/lean-memory.ts";
import { LISTENER, withLeanAllocator } from "../../src/cli/wiring/speech-program.ts";
import { ROOM, showrun } from "../journeys/program.ts";

const lean = suite("lean memory");
const BARE = "const v8 = require('node:v8'); for (const flag of FLAGS) v8.setFlagsFromString(flag);";
/** What lives is a list of 2 MB; what it is made of again and again is garbage. */
const WORK =
	"let kept; for (let at = 0; at < 60; at++) kept = Array.from({ length: 20_000 }, (_, n) => ({ n, at }));" +
	"console.log(v8.getHeapStatistics().total_heap_size + kept.length)";

lean("is asked of V8 in words it knows, and makes the heap of the same work smaller", () => {
	const sizes = [LEAN, []].map((flags) => {
		const script = `${BARE.replace("FLAGS", JSON.stringify(flags))}${WORK}`;
		return execFileSync(process.execPath, ["-e", script], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
		});
	});
	const [small = 0, large = 0] = sizes.map(Number);
	assert.ok(small < large, `${small} of ${large} bytes`);
});

lean("is asked for by what runs long, and by nothing else", async () => {
	const telling = join(ROOM, "telling.cjs");
	writeFileSync(telling, "require('node:v8').setFlagsFromString = (flag) => console.error(flag);");
	const asked = async (command: string) => {
		const env = { NODE_OPTIONS: `--require ${telling}` };
		return (await showrun([command, "--help"], { cwd: ROOM, env })).err.split("\n").filter(Boolean);
	};
	for (const command of ["apply", "watch", "serve"]) assert.equal(await asked(command), LEAN);
	assert.equal(await asked("plan"), []);
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
