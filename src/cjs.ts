import { isBuiltin } from "node:module";
import { basename, dirname } from "node:path";
import type { Metafile, OutputFile } from "esbuild";
import { minify } from "oxc-minify";
import { type EcmaScriptModule, type ModuleExportName, parseSync, Visitor } from "oxc-parser";

/** A built file: its path and its text. */
export interface BuiltFile {
	readonly path: string;
	readonly text: string;
}

/** A file before it is converted, with its imports and its one export statement, if it has any. */
interface Parsed extends BuiltFile {
	readonly module: EcmaScriptModule;
	/** What stands in place of its `export`, and the names of what it exports, each with that of its value. */
	readonly exported: Replacement & { readonly names: readonly string[] };
	/** Whether it has nothing but imports, and exports some of what these give. */
	readonly passesOn: boolean;
}

/** Another text for a part, by the positions of its first character and of the one behind it. */
interface Replacement {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/**
 * The bundler splits ES modules only, and V8 keeps no compiled code of them: each becomes a CommonJS file of
 * the same name, which `cli/compiled-code.ts` loads in half the time.
 */
export async function toCommonJs(files: readonly OutputFile[]): Promise<readonly BuiltFile[]> {
	const parsed = files.map(({ path, text }) => parse(path, text));
	const byName = new Map(parsed.map((file) => [basename(file.path), file]));
	const kept = parsed.filter((file) => !isInlined(file));
	const converted = await Promise.all(
		kept.map(async (file) => {
			const code = await minified(file.path, requiring(file, byName));
			const given = Object.entries(GIVEN).filter(([name]) => code.includes(name));
			return {
				path: file.path,
				text: inAscii(file.path, given.map(([, line]) => line).join("") + code),
			};
		}),
	);
	return withShortNames(converted);
}

/** A chunk has a number in place of its hash, which does not pack: a file names ten others, there are 200. */
function withShortNames(files: readonly BuiltFile[]): readonly BuiltFile[] {
	const hashed = files.map(({ path }) => basename(path)).filter((name) => HASH.test(name));
	const short = new Map(
		hashed.sort().map((name, at) => [name, name.replace(HASH, `-${at}.js`).replace(/^chunk-/, "")]),
	);
	const renamed = (text: string) => text.replace(ANY_HASHED, (name) => short.get(name) ?? name);
	return files.map(({ path, text }) => ({ path: renamed(path), text: renamed(text) }));
}

const HASH = /-[A-Z0-9]{8}\.js$/;
const ANY_HASHED = /[\w.-]+-[A-Z0-9]{8}\.js(?=["'`]|$)/g;

/** Packs about 3 % smaller than what the bundler writes. */
async function minified(path: string, text: string): Promise<string> {
	const { code, errors } = await minify(path.replace(/\.js$/, ".cjs"), text, {
		compress: { target: "node20" },
		mangle: { toplevel: true },
	});
	const [error] = errors;
	if (error) throw new Error(`${path}: ${error.message}`);
	return code;
}

/** One character beyond ASCII makes Node decode the whole file and V8 keep it in twice the space. */
function inAscii(path: string, code: string): string {
	if (!BEYOND_ASCII.test(code)) return code;
	const parts: Replacement[] = [];
	const add = ({ start, end }: { readonly start: number; readonly end: number }) => {
		const text = code.slice(start, end);
		if (BEYOND_ASCII.test(text)) parts.push({ start, end, text: text.replace(EACH_BEYOND_ASCII, escaped) });
	};
	const visitor = new Visitor({
		Literal: add,
		TemplateElement: add,
		TaggedTemplateExpression({ tag, quasi }) {
			// Other tags take the text that an escape stands for.
			if (
				code.slice(tag.start, tag.end).endsWith(".raw") &&
				BEYOND_ASCII.test(code.slice(quasi.start, quasi.end))
			)
				throw new Error(`${path} has raw text beyond ASCII`);
		},
	});
	visitor.visit(parseSync(path, code).program);
	return replaced(code, parts);
}

const BEYOND_ASCII = /[^\0-\x7f]/;
const EACH_BEYOND_ASCII = new RegExp(BEYOND_ASCII, "g");

function escaped(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * What ES modules have of themselves. Code that was kept cannot import: whoever loads it does that for it.
 */
const GIVEN: Readonly<Record<string, string>> = {
	__fileUrl: 'const __fileUrl=require("node:url").pathToFileURL(__filename).href;\n',
	__import: "const __import=require.load??(name=>import(name));\n",
};

/**
 * A file that requires what it imports and gives its exports at its end. The bundler's chunks import each
 * other in no circle and change nothing that they export, so that values can be taken at once: that is
 * shorter and faster than asking for each when it is used, as a conversion of any module would have to.
 */
function requiring(file: Parsed, files: ReadonlyMap<string, Parsed>): string {
	return `${withRequires(file, files)}\nmodule.exports={${file.exported.names.join()}};`;
}

/** Its code without its exports. */
function withRequires({ text, module, exported }: Parsed, files: ReadonlyMap<string, Parsed>): string {
	const own = new Set([...files].flatMap(([name, each]) => (isInlined(each) ? [] : [name])));
	const known = reachedFrom(module, files);
	const imports = module.staticImports.map(({ start, end, moduleRequest: { value }, entries }) => ({
		start,
		end,
		text:
			entries.length === 0
				? known.has(basename(value))
					? ""
					: `require("${value}");`
				: required(value, entries, own),
	}));
	const urls = module.importMetas.map(({ start, end }) => ({ start, end, text: "({url:__fileUrl})" }));
	return requiringLater(replaced(text, [...imports, exported, ...urls]), files);
}

/**
 * A file that is imported on demand and passes on what others export is no file of its own: whoever imports
 * it requires these, which opens one file less.
 */
function isInlined({ path, passesOn }: Parsed): boolean {
	return passesOn && HASH.test(path);
}

/** What stands in the place of an import of it on demand. */
function inlined(file: Parsed, from: string, files: ReadonlyMap<string, Parsed>): string {
	const code = withRequires(file, files).replaceAll('require("./', `require("${dirname(from)}/`);
	return `Promise.resolve().then(()=>{${code};return{${file.exported.names.join()}}})`;
}

function parse(path: string, text: string): Parsed {
	const { module, program } = parseSync(path, text);
	const all = program.body.filter((each) => each.type.startsWith("Export"));
	const [found] = all;
	if (found === undefined)
		return { path, text, module, exported: { start: 0, end: 0, text: "", names: [] }, passesOn: false };
	if (all.length === 1 && found.type === "ExportNamedDeclaration") {
		const names = found.specifiers.map(({ exported, local }) => `${nameOf(exported)}:${nameOf(local)}`);
		const passesOn = program.body.every((each) => each === found || each.type === "ImportDeclaration");
		return {
			path,
			text,
			module,
			exported: { start: found.start, end: found.end, text: "", names },
			passesOn,
		};
	}
	if (all.length > 1 || found.type !== "ExportDefaultDeclaration")
		throw new Error(`${path} exports in a way that is not expected`);
	// A package that was no ES module, loaded on demand.
	const part = { start: found.start, end: found.declaration.start, text: "const __default=" };
	return { path, text, module, exported: { ...part, names: ["default:__default"] }, passesOn: false };
}

function nameOf(name: ModuleExportName): string {
	return name.type === "Literal" ? JSON.stringify(name.value) : name.name;
}

/** The program's own files that the imports of values load, and those that these load. */
function reachedFrom(
	module: EcmaScriptModule,
	files: ReadonlyMap<string, Parsed>,
	found = new Set<string>(),
): ReadonlySet<string> {
	for (const { entries, moduleRequest } of module.staticImports) {
		const name = basename(moduleRequest.value);
		const file = files.get(name);
		if (entries.length === 0 || file === undefined || found.has(name)) continue;
		found.add(name);
		reachedFrom(file.module, files, found);
	}
	return found;
}

type Import = EcmaScriptModule["staticImports"][number];

/** Installed packages that a file may need at once: code that was kept can require these, not import. */
const COMMON_JS = /^(stopword|hono|@hono\/node-server)(\/|$)/;

function required(name: string, entries: Import["entries"], own: ReadonlySet<string>): string {
	if (!isBuiltin(name) && !own.has(basename(name)) && !COMMON_JS.test(name))
		throw new Error(`${name} is imported at once`);
	const whole = entries.filter(({ importName: { kind } }) => kind !== "Name");
	const some = entries.flatMap(({ importName, localName }) =>
		importName.kind === "Name" ? [`${importName.name}:${localName.value}`] : [],
	);
	const call = `require("${name}")`;
	return [
		...whole.map(({ localName }) => `const ${localName.value}=${call};`),
		...(some.length > 0 ? [`const {${some.join()}}=${call};`] : []),
	].join("");
}

function replaced(text: string, parts: readonly Replacement[]): string {
	let end = 0;
	const pieces = [...parts]
		.sort((a, b) => a.start - b.start || a.end - b.end)
		.map((part) => {
			const before = text.slice(end, part.start);
			end = part.end;
			return before + part.text;
		});
	return pieces.join("") + text.slice(end);
}

/** `import()` of the program's own files and of Node's loads them like all others. */
function requiringLater(text: string, files: ReadonlyMap<string, Parsed>): string {
	return text
		.replace(/(?<![.\w$])import\("([^"]+)"\)/g, (whole, name: string) => {
			const file = files.get(basename(name));
			if (file && isInlined(file)) return inlined(file, name, files);
			return file || name.startsWith("node:") ? `Promise.resolve().then(()=>require("${name}"))` : whole;
		})
		.replace(/(?<![.\w$])import\(/g, "__import(");
}

/** An ES module with the exports of a CommonJS file beside it, for programs that import it. */
export function moduleOf(file: string, { outputs }: Metafile): string {
	const [found] = Object.entries(outputs).filter(([path]) => basename(path) === file);
	const names = found?.[1].exports.join(", ") ?? "";
	return `import all from "./${file}";\nexport const { ${names} } = all;\n`;
}
