/** Small mistakes that could be made in a source, each as one place and what stands there instead. */
import { createHash } from "node:crypto";
import { parseSync } from "oxc-parser";

export interface Mutant {
	readonly path: string;
	readonly line: number;
	readonly operator: string;
	readonly start: number;
	readonly end: number;
	/** The text at the place, and the text that stands there instead. */
	readonly from: string;
	readonly to: string;
	/** A statement is left out, not replaced. */
	readonly statement: boolean;
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

const SWAPPED: Readonly<Record<string, string>> = {
	"<": "<=",
	"<=": "<",
	">": ">=",
	">=": ">",
	"===": "!==",
	"!==": "===",
	"+": "-",
	"-": "+",
	"*": "/",
	"/": "*",
	"%": "*",
	"&&": "||",
	"||": "&&",
};

/** Every mutant of a text. Types have none: they are gone when the program runs. */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
	const found: Mutant[] = [];
	const add = (operator: string, node: Node, to: string) => {
		const statement = node.type === "ExpressionStatement";
		const line = text.slice(0, node.start).split("\n").length;
		const from = text.slice(node.start, node.end);
		found.push({ path, line, operator, start: node.start, end: node.end, from, to, statement });
	};
	walk(parseSync(path, text).program, (node) => {
		const of = (value: unknown) => (isNode(value) ? text.slice(value.start, value.end) : "");
		if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
			const to = SWAPPED[String(node.operator)];
			const texts = [node.left, node.right].some((side) => isNode(side) && isText(side));
			if (to !== undefined && !(node.operator === "+" && texts))
				add("swapped operator", node, `(${of(node.left)}) ${to} (${of(node.right)})`);
			if (node.operator === "??") add("dropped default", node, of(node.left));
		}
		if (["IfStatement", "ConditionalExpression", "WhileStatement"].includes(node.type) && isNode(node.test))
			add("negated condition", node.test, `!(${of(node.test)})`);
		if (node.type === "UnaryExpression" && node.operator === "!")
			add("dropped negation", node, of(node.argument));
		if (node.type === "AwaitExpression") add("dropped await", node, of(node.argument));
		if (node.type === "ReturnStatement" && isNode(node.argument) && of(node.argument) !== "undefined")
			add("emptied return", node.argument, "undefined");
		if (node.type === "ArrowFunctionExpression" && node.expression === true && isNode(node.body))
			add("emptied return", node.body, "undefined");
		if (node.type === "ExpressionStatement" && !node.directive) add("dropped statement", node, "");
		if (node.type === "Literal" && typeof node.value === "number")
			add("changed constant", node, `${node.value + 1}`);
		if (node.type === "Literal" && typeof node.value === "boolean")
			add("changed constant", node, `${!node.value}`);
	});
	return found;
}

/**
 * The text with mutants behind switches: `isMutant(id)` says which one is on. One may be inside of another.
 */
export function switched(text: string, mutants: readonly (Mutant & { readonly id: number })[]): string {
	const waiting = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end);
	const written = (start: number, end: number): string => {
		let [all, at] = ["", start];
		for (let next = waiting[0]; next !== undefined && next.start < end; next = waiting[0]) {
			waiting.shift();
			const on = `globalThis.isMutant(${next.id})`;
			const from = written(next.start, next.end);
			all += text.slice(at, next.start);
			all += next.statement ? `{ if (!${on}) { ${from} } }` : `(${on} ? (${next.to}) : (${from}))`;
			at = next.end;
		}
		return all + text.slice(at, end);
	};
	return written(0, text.length);
}

/** So many of them, by a seed; a change of the source elsewhere does not choose others. */
export function sampled(all: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
	const seen = new Map<string, number>();
	return all
		.map((each) => {
			const name = `${each.path} ${each.operator} ${each.from}`;
			const times = (seen.get(name) ?? 0) + 1;
			seen.set(name, times);
			return { each, rank: createHash("sha256").update(`${seed} ${times} ${name}`).digest("hex") };
		})
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.slice(0, count)
		.map(({ each }) => each);
}

function isText(node: Node): boolean {
	return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function walk(value: unknown, visit: (node: Node) => void): void {
	if (Array.isArray(value)) for (const each of value) walk(each, visit);
	if (!isNode(value) || /^TS(?!(As|Satisfies|NonNull)Expression)/.test(value.type)) return;
	visit(value);
	for (const [key, child] of Object.entries(value)) if (key !== "typeAnnotation") walk(child, visit);
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
