/**
 * What the runner has to know about one module: what it changes outside of itself, and which files it names.
 */
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";

export interface ModuleFacts {
	/** The text with `import.meta.url` and the like written out, because the module moves when it is built. */
	readonly text: string;
	/** Why its tests need a process of their own, if they do. */
	readonly alone: string | undefined;
	/** Absolute paths of the files and folders it names beside itself: `new URL("x", import.meta.url)`. */
	readonly names: readonly string[];
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

/** Modules of Node whose processes or threads would outlive a test, or change the process it runs in. */
const STARTING = /^node:(child_process|worker_threads|cluster|repl|v8)$/;
/** Functions of them that end with what they started. */
const ENDING = /^(execFile|\w+Sync)$/;
/** Where a module says that what it starts or changes is no matter for other tests, and why. */
const SHARING = /^\/\/ May share a process: \S/m;
/** Functions of `process` that reach beyond a test. */
const CHANGING = /^process\.(chdir|exit|abort|on|once|addListener|prependListener|umask|setuid|setgid|kill)$/;
/** A text without any of these has nothing to tell, and needs no parsing. */
const TELLING =
	/\b(process|globalThis|console)\.|import\.meta\.|node:(child_process|worker_threads|cluster|repl|v8)/;
/** Values that every test of a process shares. */
const SHARED = /^(process|globalThis|console)\./;

export function factsOf(path: string, text: string): ModuleFacts {
	if (!TELLING.test(text)) return { text, alone: undefined, names: [] };
	const here = pathToFileURL(path).href;
	const meta: Readonly<Record<string, string>> = {
		"import.meta.url": here,
		"import.meta.filename": path,
		"import.meta.dirname": dirname(path),
	};
	const edits: { readonly node: Node; readonly by: string }[] = [];
	const names: string[] = [];
	let alone: string | undefined;
	walk(parseSync(path, text).program, (node) => {
		alone ??= reasonOf(node);
		const by = node.type === "MemberExpression" ? meta[nameOf(node)] : undefined;
		if (by !== undefined) edits.push({ node, by });
		const named = urlOf(node);
		if (named !== undefined) names.push(fileURLToPath(new URL(named, here)));
	});
	if (SHARING.test(text)) alone = undefined;
	edits.sort((a, b) => b.node.start - a.node.start);
	const written = edits.reduce(
		(all, { node, by }) => all.slice(0, node.start) + JSON.stringify(by) + all.slice(node.end),
		text,
	);
	return { text: written, alone, names };
}

/** What a syntax node changes that other tests of its process would notice. */
function reasonOf(node: Node): string | undefined {
	if (node.type === "ImportDeclaration" && isNode(node.source) && node.importKind !== "type") {
		const from = String(node.source.value);
		return STARTING.test(from) && !namesOf(node).every((name) => ENDING.test(name))
			? `imports ${from}`
			: undefined;
	}
	if (node.type === "CallExpression") {
		const name = nameOf(node.callee);
		return CHANGING.test(name) ? `calls ${name}` : undefined;
	}
	const target =
		node.type === "AssignmentExpression"
			? node.left
			: node.type === "UpdateExpression" || (node.type === "UnaryExpression" && node.operator === "delete")
				? node.argument
				: undefined;
	const name = nameOf(target);
	return SHARED.test(name) ? `changes ${name}` : undefined;
}

/** What an import takes, types apart; `*` for everything. */
function namesOf({ specifiers }: Node): readonly string[] {
	const all: readonly unknown[] = Array.isArray(specifiers) ? specifiers : [];
	return all
		.filter((each) => isNode(each))
		.filter(({ importKind }) => importKind !== "type")
		.map(({ imported }) => (isNode(imported) ? nameOf(imported) : "*"));
}

/** `"x"` of `new URL("x", import.meta.url)`, and of a template its fixed start. */
function urlOf(node: Node): string | undefined {
	if (node.type !== "NewExpression" || nameOf(node.callee) !== "URL" || !Array.isArray(node.arguments))
		return undefined;
	const [first, base]: unknown[] = node.arguments;
	if (nameOf(base) !== "import.meta.url" || !isNode(first)) return undefined;
	if (typeof first.value === "string") return first.value;
	const start = Array.isArray(first.quasis) ? first.quasis[0] : undefined;
	const cooked = start?.value?.cooked;
	return typeof cooked === "string" ? cooked.slice(0, cooked.lastIndexOf("/") + 1) : undefined;
}

/** `process.env.PATH`, with `[]` for a computed member; empty for what is no plain path of names. */
function nameOf(value: unknown): string {
	if (!isNode(value)) return "";
	if (value.type === "Identifier") return String(value.name);
	if (value.type === "MetaProperty") return "import.meta";
	if (value.type !== "MemberExpression") return "";
	const object = nameOf(value.object);
	return object === "" ? "" : `${object}.${value.computed ? "[]" : nameOf(value.property)}`;
}

function walk(value: unknown, visit: (node: Node) => void): void {
	if (Array.isArray(value)) for (const each of value) walk(each, visit);
	if (!isNode(value)) return;
	visit(value);
	for (const child of Object.values(value)) walk(child, visit);
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
