import { basename } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Modules that bundled packages load whole for a part that showrun has already or never reaches. cosmiconfig
 * parses with the first three only its own options, in a `package.json` or `.config/config.yaml`, and runs no
 * code for us; the feed writes XML and never reads any.
 */
const REPLACED: Readonly<Record<string, string>> = {
	"js-yaml": 'exports.load = (text) => require("yaml").parse(text);',
	"parse-json": "module.exports = JSON.parse;",
	"import-fresh": 'module.exports = () => { throw new Error("code is not loaded"); };',
	"xml-js": 'exports.js2xml = require("xml-js/lib/js2xml.js");',
};

/**
 * In place of what the calendar writer checks its events with, a validator of 65 kB: types check what showrun
 * gives it, and an address that it finds odd is no reason to write no calendar.
 */
const CHECKS = `
	const pass = (value) => ({ error: null, value });
	exports.validateHeader = exports.validateHeaderAndEvent = pass;
	exports.urlRegex = /./;
`;

/** Bundles something smaller in place of some modules. */
export function replacedModules(root: string): Plugin {
	return {
		name: "replaced-modules",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: new RegExp(`^(${Object.keys(REPLACED).join("|")})$`) }, ({ path }) => ({
				path,
				namespace: "replaced",
			}));
			onLoad({ filter: /./, namespace: "replaced" }, ({ path }) => ({
				contents: REPLACED[path] ?? "",
				resolveDir: root,
			}));
			onLoad({ filter: /node_modules\/ics\/dist\/schema\/index\.js$/ }, () => ({ contents: CHECKS }));
			onLoad({ filter: /\/schemas\/[\w-]+\.schema\.json$/ }, ({ path }) => ({
				contents: readAtRunTime(path),
			}));
		},
	};
}

/** The package has these files anyway, for editors. Whatever needs them stands in `dist/chunks`. */
function readAtRunTime(path: string): string {
	return `
		import { readFileSync } from "node:fs";
		const path = new URL("../../schemas/${basename(path)}", import.meta.url);
		export default JSON.parse(readFileSync(path, "utf8"));
	`;
}
