import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toCommonJs } from "../../src/cjs.ts";

const shortened = suite("a file of the package");

/** Runs the file that came of these, by the exports of others, and returns what it exports. */
async function exportsOf(
	text: string,
	others: Readonly<Record<string, unknown>> = {},
	loadedLater = "",
): Promise<unknown> {
	const texts = {
		"/dist/cli.js": text,
		"/dist/chunks/chunk-ABCDEFGH.js": "",
		"/dist/chunks/plan-IJKLMNOP.js": loadedLater,
	};
	const files = Object.entries(texts).map(([path, each]) => ({
		...{ path, text: each },
		...{ contents: new TextEncoder().encode(""), hash: "" },
	}));
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

const LATER = 'const later = () => import("./chunks/plan-IJKLMNOP.js"); export { later };';

shortened("has in it what a file passes on that it loads on demand, which then is none", async () => {
	const passing = 'import { a as e } from "./chunk-ABCDEFGH.js"; export { e as plan };';
	const found = await exportsOf(LATER, { "./chunks/0.js": { a: 3 } }, passing);
	assert.equal(await (found as { readonly later: () => Promise<unknown> }).later(), { plan: 3 });
});

shortened("loads on demand what does something of its own", async () => {
	const doing = 'import { a as e } from "./chunk-ABCDEFGH.js"; var f = e + 1; export { f as plan };';
	const found = await exportsOf(LATER, { "./chunks/plan-1.js": { plan: 4 } }, doing);
	assert.equal(await (found as { readonly later: () => Promise<unknown> }).later(), { plan: 4 });
});

shortened("is refused where it needs at once what passes on others", async () => {
	const needs = 'import { plan } from "./chunks/plan-IJKLMNOP.js"; export { plan };';
	const passing = 'import { a as e } from "./chunk-ABCDEFGH.js"; export { e as plan };';
	const refused = await exportsOf(needs, {}, passing).catch((error: Error) => error.message);
	assert.match(String(refused), "plan-IJKLMNOP.js is imported at once");
});

shortened("is refused where a tag would see what is escaped", async () => {
	const text = "const all = String.raw`ü`;export { all };";
	const refused = await exportsOf(text).catch((error: Error) => error.message);
	assert.match(String(refused), "raw text beyond ASCII");
});

shortened.run();
