import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCommonJs } from "../../src/cjs.ts";

const shortened = suite("a file of the package");

/** Runs the file that came of these, by the exports of others, and returns what it exports. */
async function exportsOf(text: string, others: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
	const bytes = new TextEncoder();
	const files = ["/dist/cli.js", "/dist/chunks/chunk-ABCDEFGH.js", "/dist/chunks/plan-IJKLMNOP.js"].map(
		(path, at) => ({ path, text: at === 0 ? text : "", contents: bytes.encode(""), hash: "" }),
	);
	const [file] = await toCommonJs(files);
	assert.match(file?.text ?? "", /^[\0-\x7f]*$/);
	const module = { exports: {} };
	new Function("module", "require", file?.text ?? "")(module, (name: string) => others[name]);
	return module.exports;
}

shortened("is ASCII, and says in strings, templates and patterns what was said", async () => {
	const said = await exportsOf(`
		const name = globalThis.process.version;
		const all = ["straße 🎬", \`\${name}: „Übung“ 🎬\`, /^[äöü🎬]+$/u.test("🎬ä")];
		export { all };
	`);
	const all = ["straße 🎬", `${process.version}: „Übung“ 🎬`, true];
	assert.equal(said, { all });
});

shortened("names others by numbers instead of hashes, whenever it loads them", async () => {
	const others = { "./chunks/0.js": { a: 1 }, "./chunks/plan-1.js": { b: 2 } };
	const found = await exportsOf(
		`import { a } from "./chunks/chunk-ABCDEFGH.js";
		const later = () => import("./chunks/plan-IJKLMNOP.js");
		export { a, later };`,
		others,
	);
	const { a, later } = found as { readonly a: number; readonly later: () => Promise<unknown> };
	assert.equal([a, await later()], [1, { b: 2 }]);
});

shortened("is refused where a tag would see what is escaped", async () => {
	const text = "const all = String.raw`ü`;export { all };";
	const refused = await exportsOf(text).catch((error: Error) => error.message);
	assert.match(String(refused), "raw text beyond ASCII");
});

shortened.run();
