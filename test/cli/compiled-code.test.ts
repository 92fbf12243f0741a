import { execFileSync } from "node:child_process";
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtScript } from "../journeys/built-program.ts";

const compiled = suite("the compiled code that is kept");

compiled("is used by the next run, which writes nothing", async () => {
	const { run, kept } = await program();
	assert.is(run(), "one and two\n");
	const before = statSync(kept);
	assert.is(run(), "one and two\n");
	assert.equal(statSync(kept).ino, before.ino);
});

compiled("is not used for another text of the same length", async () => {
	const { run, folder } = await program();
	run();
	writeFileSync(join(folder, "parts", "two.js"), TWO.replace('"two"', '"six"'));
	assert.is(run(), "one and six\n");
	assert.is(run(), "one and six\n");
});

compiled(
	"is not used when a bit of it is wrong, when it is short, and when it is no code at all",
	async () => {
		const { run, kept } = await program();
		run();
		const right = readFileSync(kept);
		const flipped = Buffer.from(right);
		flipped[right.length >> 1] = (flipped[right.length >> 1] ?? 0) ^ 1;
		for (const wrong of [
			flipped,
			right.subarray(0, right.length - 9),
			right.subarray(0, 5),
			Buffer.from("no"),
		]) {
			writeFileSync(kept, wrong);
			assert.is(run(), "one and two\n");
			assert.not.equal(readFileSync(kept), wrong);
		}
	},
);

compiled("is not used when others may write to it", async () => {
	const { run, kept } = await program();
	run();
	chmodSync(kept, 0o666);
	run();
	assert.is(statSync(kept).mode & 0o777, 0o600);
});

compiled("imports modules that are no CommonJS", async () => {
	const { run } = await program();
	for (let time = 0; time < 2; time++) assert.is(run("import"), "one and two and four\n");
});

compiled("keeps what other runs of the same command loaded", async () => {
	const { run, kept } = await program();
	run();
	const { size } = statSync(kept);
	assert.is(run("more"), "one and two and three\n");
	const more = statSync(kept);
	assert.ok(more.size > size);
	run();
	assert.is(run("more"), "one and two and three\n");
	assert.is(statSync(kept).ino, more.ino);
});

compiled("is not kept of a run that failed, and not where Node is told to keep none", async () => {
	const failed = await program();
	assert.throws(() => failed.run("throw"));
	assert.throws(() => statSync(failed.kept));
	const { run, kept } = await program();
	assert.is(run("", { NODE_DISABLE_COMPILE_CACHE: "1" }), "one and two\n");
	assert.throws(() => statSync(kept));
});

compiled("costs nothing where it cannot be kept", async () => {
	const { run, kept } = await program();
	mkdirSync(dirname(dirname(kept)), { recursive: true });
	writeFileSync(dirname(kept), "a file where the folder would be");
	assert.is(run(), "one and two\n");
});

compiled("goes with the ninth build after it", async () => {
	const { run, kept } = await program();
	const root = dirname(dirname(kept));
	for (let build = 0; build < 9; build++) mkdirSync(join(root, `old-${build}`), { recursive: true });
	run();
	assert.is(readdirSync(root).length, 8);
	assert.ok(statSync(kept).size > 0);
});

compiled.run();

const ONE = 'const { two } = require("./parts/two.js");\nconst more = process.argv[2] === "more";';
const TWO = 'exports.two = () => "two";';
const REST = `
if (process.argv[2] === "throw") process.exitCode = 1;
const say = (four) => console.log(["one", two(), ...(more ? [require("./parts/three.js")] : []), ...four].join(" and "));
if (process.argv[2] === "import") require.load("data:text/javascript,export const four='four'").then(({ four }) => say([four]));
else say([]);`;

interface Program {
	readonly folder: string;
	readonly kept: string;
	readonly run: (word?: string, env?: Readonly<Record<string, string>>) => string;
}

/** A program of three files, and the place where its compiled code is kept. */
async function program(): Promise<Program> {
	const folder = mkdtempSync(join(tmpdir(), "showrun-compiled-"));
	mkdirSync(join(folder, "parts"));
	writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
	writeFileSync(join(folder, "one.js"), ONE + REST);
	writeFileSync(join(folder, "parts", "two.js"), TWO);
	writeFileSync(join(folder, "parts", "three.js"), 'module.exports = "three";');
	const script = await builtScript(new URL("compiled-code-script.ts", import.meta.url).pathname);
	const kept = join(folder, "kept", "build", "command");
	const env = { ...process.env, ENTRY: join(folder, "one.js"), KEPT: kept };
	const run: Program["run"] = (word = "", more = {}) =>
		execFileSync(process.execPath, [script, word], { env: { ...env, ...more }, encoding: "utf8" });
	return { folder, kept, run };
}
