import { build } from "esbuild";
import * as lists from "stopword";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { programOptions } from "../../src/build.ts";
import { stopLists } from "../../src/stop-lists.ts";
import { ROOT } from "../house/sources.ts";

const packed = suite("the lists of common words in the package");

packed("hold the words of the library, each once", async () => {
	const { outputFiles } = await build({
		...(await programOptions()),
		stdin: { contents: 'export * from "stopword";', resolveDir: ROOT },
		write: false,
		format: "esm",
		plugins: [stopLists()],
	});
	const text = outputFiles[0]?.text ?? "";
	const bundled = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
	const all = Object.entries(lists).filter(([name, words]) => /^[a-z]/.test(name) && Array.isArray(words));
	assert.ok(all.length > 60, `${all.length}`);
	for (const [name, words] of all)
		assert.equal([...bundled[name]].sort(), [...new Set(words as string[])].sort(), name);
});

packed.run();
