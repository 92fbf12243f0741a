import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { builtProgram } from "../journeys/built-program.ts";

const DIST = join(await builtProgram(), "dist");
/** What is loaded on demand stands behind `=>`. */
const STATIC_REQUIRE = /(?<!=>)\brequire\("(\.[^"]+)"\)/g;

const chunks = suite("the chunks of the program");

chunks("a plan opens few files", () => {
	const files = filesOf("cli.js", "program", "spellings", "plan");
	assert.ok(files.length <= 30, `${files.length} files`);
});

chunks("the version, the help and the listening process load nothing of a plan", () => {
	const core = filesOf("plan").filter((file) => readFileSync(file).length > 200_000);
	assert.ok(core.length > 0);
	for (const light of [filesOf("cli.js", "program", "spellings"), filesOf("listen.js"), filesOf("explain")])
		assert.equal(
			light.filter((file) => core.includes(file)),
			[],
		);
});

/** Every file that these load at once, by their paths; an entry loaded on demand by its source's name. */
function filesOf(...names: readonly string[]): readonly string[] {
	const found = new Set<string>();
	const add = (file: string) => {
		if (found.has(file)) return;
		found.add(file);
		for (const [, path = ""] of readFileSync(file, "utf8").matchAll(STATIC_REQUIRE))
			add(join(dirname(file), path));
	};
	for (const name of names) add(name.endsWith(".js") ? join(DIST, name) : onDemand(name));
	return [...found];
}

function onDemand(name: string): string {
	const folder = join(DIST, "chunks");
	const files = readdirSync(folder).filter((file) => basename(file).replace(/-[^-]*$/, "") === name);
	assert.equal(files.length, 1, `${name}: ${files.join(" ")}`);
	return join(folder, files[0] ?? "");
}

chunks.run();
