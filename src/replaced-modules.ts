import { basename, dirname } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Modules that bundled packages load whole for a part that showrun has already or never reaches. cosmiconfig
 * parses by itself only its own options, in a `package.json` or `.config/config.yaml`, runs no code for us,
 * and looks nowhere in the user's folder; the feed writes XML and never reads any; what an emoji is V8 knows
 * without a list.
 */
const REPLACED: Readonly<Record<string, string>> = {
	"env-paths": 'module.exports = () => ({ config: "" });',
	"emoji-regex": "module.exports = () => /\\p{RGI_Emoji}/gv;",
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

/** What cosmiconfig loads its own options with: no code, see above. */
const LOADERS = `
	exports.loadJson = (_, text) => JSON.parse(text);
	exports.loadYaml = (_, text) => require("yaml").parse(text);
	exports.loadJs = exports.loadJsSync = exports.loadTs = exports.loadTsSync = () => {
		throw new Error("code is not loaded");
	};
`;

/** Of YAML 1.1 nothing is read: its values and tags are those of 1.2, also where a directive names it. */
const CORE_SCHEMA = 'exports.schema = require("../core/schema.js").schema;';

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
			onLoad({ filter: /\/yaml\/dist\/schema\/yaml-1\.1\/schema\.js$/ }, ({ path }) => ({
				...{ contents: CORE_SCHEMA, resolveDir: dirname(path) },
			}));
			onLoad({ filter: /\/yaml\/dist\/schema\/yaml-1\.1\/(binary|omap|pairs|set|timestamp)\.js$/ }, () => ({
				contents: "",
			}));
			onLoad({ filter: /\/cosmiconfig\/dist\/loaders\.js$/ }, ({ path }) => ({
				...{ contents: LOADERS, resolveDir: dirname(path) },
			}));
			onLoad({ filter: /\/schemas\/[\w-]+\.schema\.json$/ }, ({ path }) => ({
				contents: readAtRunTime(path),
			}));
		},
	};
}

/** The package has these files anyway, for editors: the build puts them into `dist/schemas`. */
function readAtRunTime(path: string): string {
	return `
		import { readFileSync } from "node:fs";
		const path = new URL("../schemas/${basename(path)}", import.meta.url);
		export default JSON.parse(readFileSync(path, "utf8"));
	`;
}
