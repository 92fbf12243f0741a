/**
 * Reads source files as the house's laws see them: what they import, how long their functions are,
 * which names they say.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Import {
	/** As written; `undefined` when it is computed. */
	readonly from: string | undefined;
	/** Erased before it runs. */
	readonly typeOnly: boolean;
	/** Names of the values taken; `undefined`: the whole module. */
	readonly names: readonly string[] | undefined;
}

export interface FunctionSize {
	readonly name: string;
	readonly line: number;
	readonly lines: number;
	readonly parameters: number;
}

/** A name that the file gives to something. */
export interface DeclaredName {
	readonly name: string;
	/** It names a function, a type or an export, not a local, a parameter or a field. */
	readonly naming: boolean;
}

export interface Source {
	/** From the root of the repository, with `/`. */
	readonly path: string;
	readonly lines: number;
	/**
	 * Numbers of the lines that are wider than the formatter's width, and not because of a text that
	 * cannot be broken.
	 */
	readonly wideLines: readonly number[];
	readonly imports: readonly Import[];
	readonly functions: readonly FunctionSize[];
	/**
	 * Callees, globals and members as written: `suite`, `.run`, `Date.now`, `new Date()`. Once for
	 * each time they are said.
	 */
	readonly words: readonly string[];
	readonly names: readonly DeclaredName[];
	/** Names of the variables that hold a uvu suite, once for each. */
	readonly suites: readonly string[];
	/** Numbers of the lines that spread a value into an object unless it is undefined. */
	readonly undefinedSpreads: readonly number[];
	readonly defaultExport: boolean;
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

/** Every TypeScript file below a folder of the repository, read. */
export function sourcesBelow(folder: string): Source[] {
	return pathsBelow(folder).map(readSource);
}

/** Their paths from the root of the repository. */
export function pathsBelow(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts"))
		.sort()
		.map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

/** The file a relative import means, from the root of the repository. */
export function resolved(importer: string, specifier: string): string {
	return relative(ROOT, resolve(ROOT, dirname(importer), specifier)).replaceAll("\\", "/");
}

function readSource(path: string): Source {
	return sourceOf(path, readFileSync(join(ROOT, path), "utf8"));
}

/** The same for a text that is in no file. */
export function sourceOf(path: string, text: string): Source {
	const { program, errors } = parseSync(path, text);
	if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
	const imports: Import[] = [];
	const functions: FunctionSize[] = [];
	const words: string[] = [];
	const suites: string[] = [];
	const names: DeclaredName[] = [];
	const literals: Node[] = [];
	const undefinedSpreads: number[] = [];
	let defaultExport = false;
	walk(program, (node, parent) => {
		if (LITERALS.has(node.type)) literals.push(node);
		imports.push(...importsOf(node));
		words.push(...wordsOf(node, parent));
		names.push(...namesIn(node));
		if (isUndefinedSpread(node, text)) undefinedSpreads.push(lineOf(node, text));
		if (isFunction(node)) functions.push(sizeOf(node, parent, text));
		if (node.type === "VariableDeclarator" && isNode(node.init) && calleeOf(node.init) === "suite")
			suites.push(nameOf(node.id) ?? "");
		if (node.type === "ExportDefaultDeclaration") defaultExport = true;
	});
	return {
		path,
		lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
		wideLines: wideLines(text, literals),
		imports,
		functions,
		words,
		names,
		suites,
		undefinedSpreads,
		defaultExport,
	};
}

/** Nodes whose text stands as it is written. */
const LITERALS: ReadonlySet<string> = new Set(["Literal", "TemplateLiteral"]);
const WIDTH = 110;
/** Columns of a tab, as the formatter counts them. */
const TAB = "  ";

/**
 * A line may be wider by its longest text, or by a word of a comment that has no place to break,
 * such as an address.
 */
function wideLines(text: string, literals: readonly Node[]): readonly number[] {
	let start = 0;
	return text.split("\n").flatMap((line, index) => {
		const from = start;
		const to = from + line.length;
		start = to + 1;
		const width = line.replaceAll("\t", TAB).length;
		if (width <= WIDTH) return [];
		const texts = literals.map((each) => Math.min(each.end, to) - Math.max(each.start, from));
		const words = /^\s*(\/\/|\/?\*)/.test(line) ? line.split(" ").map((word) => word.length) : [];
		const longest = Math.max(0, ...texts, ...words.filter((length) => length > WIDTH / 2));
		return width - longest < WIDTH && longest > 0 ? [] : [index + 1];
	});
}

function walk(value: unknown, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
	if (Array.isArray(value)) for (const each of value) walk(each, visit, parent);
	if (!isNode(value)) return;
	visit(value, parent);
	for (const child of Object.values(value)) walk(child, visit, value);
}

function importsOf(node: Node): Import[] {
	if (
		["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"].includes(node.type) &&
		isNode(node.source)
	) {
		return [
			{
				from: textOf(node.source),
				typeOnly: node.importKind === "type" || node.exportKind === "type",
				names: takenBy(node),
			},
		];
	}
	if (node.type === "TSImportType")
		return [{ from: textOf(node.source) ?? textOf(node.argument), typeOnly: true, names: [] }];
	if (node.type === "ImportExpression")
		return [{ from: textOf(node.source), typeOnly: false, names: undefined }];
	if (
		node.type === "CallExpression" &&
		/^require(\.resolve)?$/.test(calleeOf(node)) &&
		Array.isArray(node.arguments)
	) {
		return [{ from: textOf(node.arguments[0]), typeOnly: false, names: undefined }];
	}
	return [];
}

function takenBy({ specifiers }: Node): string[] | undefined {
	if (!Array.isArray(specifiers) || specifiers.length === 0) return undefined;
	const values = specifiers.filter(
		(each) => isNode(each) && each.importKind !== "type" && each.exportKind !== "type",
	);
	const names = values.map((each: Node) => nameOf(each.imported) ?? nameOf(each.local));
	return values.some(({ type }: Node) => type === "ImportNamespaceSpecifier")
		? undefined
		: names.filter((name) => name !== undefined);
}

function wordsOf(node: Node, parent: Node | undefined): string[] {
	if (node.type === "MetaProperty") return [`${nameOf(node.meta)}.${nameOf(node.property)}`];
	if (
		node.type === "NewExpression" &&
		nameOf(node.callee) === "Date" &&
		Array.isArray(node.arguments) &&
		node.arguments.length === 0
	)
		return ["new Date()"];
	if (node.type === "CallExpression") return [`${calleeOf(node)}()`];
	if (node.type === "MemberExpression")
		return [`${nameOf(node.object) ?? ""}.${nameOf(node.property) ?? ""}`];
	if (node.type !== "Identifier" || parent === undefined) return [];
	const isKey =
		(parent.type === "MemberExpression" && parent.property === node) ||
		parent.key === node ||
		parent.type.startsWith("TS");
	return isKey && parent.computed !== true ? [] : [String(node.name)];
}

const NAMING: ReadonlySet<string> = new Set([
	"FunctionDeclaration",
	"ClassDeclaration",
	"TSInterfaceDeclaration",
	"TSTypeAliasDeclaration",
]);
const FIELDS: ReadonlySet<string> = new Set(["Property", "TSPropertySignature", "PropertyDefinition"]);
const METHODS: ReadonlySet<string> = new Set(["MethodDefinition", "TSMethodSignature"]);

/** Names declared right here; a field taken over from elsewhere (`{ name }`) was declared there. */
function namesIn(node: Node): DeclaredName[] {
	const named = (value: unknown, naming: boolean): DeclaredName[] => {
		const name = nameOf(value);
		return name === undefined ? [] : [{ name, naming }];
	};
	const own = NAMING.has(node.type) ? named(node.id, true) : [];
	if (METHODS.has(node.type)) return named(node.key, true);
	if (FIELDS.has(node.type)) return node.shorthand === true ? [] : named(node.key, false);
	if (node.type === "VariableDeclarator") return named(node.id, isNode(node.init) && isFunction(node.init));
	if (node.type === "ExportNamedDeclaration" && isNode(node.declaration)) {
		const declared = node.declaration.declarations;
		return Array.isArray(declared) ? declared.flatMap((each: Node) => named(each.id, true)) : [];
	}
	const params = isFunction(node) && Array.isArray(node.params) ? node.params : [];
	return [...own, ...params.flatMap((param) => named(param, false))];
}

function sizeOf(node: Node, parent: Node | undefined, text: string): FunctionSize {
	const name = nameOf(node.id) ?? nameOf(parent?.id) ?? nameOf(parent?.key) ?? "a function without a name";
	const line = lineOf(node, text);
	const parameters = Array.isArray(node.params) ? node.params.length : 0;
	return { name, line, lines: text.slice(node.start, node.end).split("\n").length, parameters };
}

/** `...(value !== undefined && { field: value })`. */
function isUndefinedSpread({ type, argument }: Node, text: string): boolean {
	if (type !== "SpreadElement" || !isNode(argument)) return false;
	const spread = isNode(argument.expression) ? argument.expression : argument;
	const said = text.slice(spread.start, spread.end);
	const [, value, field] = /^([\w.]+) !== undefined && \{ (?:\w+: )?([\w.]+) \}$/.exec(said) ?? [];
	return value !== undefined && value === field;
}

function lineOf({ start }: Node, text: string): number {
	return text.slice(0, start).split("\n").length;
}

function isFunction(node: Node): boolean {
	return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
}

/** `suite`, `process.exit`, `.run` (where what stands before the dot is no plain name). */
function calleeOf(call: Node): string {
	if (!isNode(call.callee)) return "";
	if (call.callee.type === "MemberExpression")
		return `${nameOf(call.callee.object) ?? ""}.${nameOf(call.callee.property) ?? ""}`;
	return nameOf(call.callee) ?? "";
}

function nameOf(value: unknown): string | undefined {
	return isNode(value) && typeof value.name === "string" ? value.name : undefined;
}

function textOf(value: unknown): string | undefined {
	if (!isNode(value)) return undefined;
	if (isNode(value.literal)) return textOf(value.literal);
	return typeof value.value === "string" ? value.value : undefined;
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
