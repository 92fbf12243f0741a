import type { Plugin } from "esbuild";

/**
 * Modules that bundled packages load whole for a part that showrun has already or never reaches. cosmiconfig
 * parses with the first three only its own options, in a `package.json` or `.config/config.yaml`, and runs no
 * code for us; the feed writes XML and never reads any.
 */
const REPLACED: Readonly<Record<string, string>> = {
	"js-yaml": 'export { parse as load } from "yaml";',
	"parse-json": "module.exports = JSON.parse;",
	"import-fresh": 'module.exports = () => { throw new Error("code is not loaded"); };',
	"xml-js": 'exports.js2xml = require("xml-js/lib/js2xml.js");',
};

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
		},
	};
}
