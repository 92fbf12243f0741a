import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { BREAKS } from "./breaks.ts";
import { patched } from "./patch.ts";

const breaks = suite("broken variants");

for (const { name, patches } of BREAKS)
	breaks(`the variant "${name}" still fits the source`, () => {
		const texts = new Map<string, string>();
		for (const patch of patches) {
			const text = texts.get(patch.file) ?? readFileSync(patch.file, "utf8");
			texts.set(patch.file, patched(text, patch));
		}
	});

breaks("a patch fits however the source is wrapped, and only where it stands once", () => {
	const patch = { file: "a.ts", from: "f(a, [b]);", to: "g();" };
	assert.is(patched("x;\nf(\n\ta,\n\t[b],\n);\ny;", patch), "x;\ng();\ny;");
	assert.throws(() => patched("f(a, [c]);", patch), /a\.ts does not hold exactly once: f\(a, \[b\]\);/);
	assert.throws(() => patched("f(a, [b]); f(a, [b]);", patch), /exactly once/);
});

breaks.run();
