import {
	isAlias,
	isCollection,
	isMap,
	isNode,
	isPair,
	isScalar,
	isSeq,
	type Node,
	Scalar,
	YAMLMap,
	YAMLSeq,
} from "yaml";

/** Columns a map or a list may reach when it stands on one line. */
const WIDTH = 120;

/**
 * Puts each map and list in braces or brackets that is too long for its line, or has a comment inside, on
 * lines of its own. `column`: where it starts.
 */
export function unfold(node: unknown, column = 0, indent = 0): void {
	if (!isCollection(node)) return;
	if (node.flow && node.items.length > 0 && (node.items.some(hasComment) || column + widthOf(node) > WIDTH))
		toBlock(node);
	if (node.flow) return;
	for (const item of node.items) {
		if (!isPair(item)) unfold(item, indent + 2, indent + 2);
		else unfold(item.value, indent + widthOf(item.key) + 2, indent + 2);
	}
}

/** The comment behind the closing brace would otherwise move to the end. */
function toBlock(node: YAMLMap | YAMLSeq): void {
	node.flow = false;
	const [first] = node.items;
	const owner = isPair(first) ? first.key : first;
	const comment = [node.commentBefore, node.comment, isNode(owner) ? owner.commentBefore : undefined]
		.filter(Boolean)
		.join("\n");
	if (!isNode(owner) || comment === "") return;
	owner.commentBefore = comment;
	node.comment = null;
	node.commentBefore = null;
}

function hasComment(part: unknown): boolean {
	if (isPair(part)) return hasComment(part.key) || hasComment(part.value);
	return (
		isNode(part) &&
		(Boolean(part.comment) ||
			Boolean(part.commentBefore) ||
			(isCollection(part) && part.items.some(hasComment)))
	);
}

/** About so many columns are needed on one line. */
function widthOf(part: unknown): number {
	if (isPair(part)) return widthOf(part.key) + 2 + widthOf(part.value);
	if (isAlias(part)) return part.source.length + 1;
	if (isScalar(part)) return anchorWidth(part) + scalarWidth(part);
	if (!isMap(part) && !isSeq(part)) return 0;
	return (
		anchorWidth(part) + part.items.reduce<number>((sum, item) => sum + widthOf(item) + 2, isMap(part) ? 2 : 0)
	);
}

function anchorWidth({ anchor }: Node & { readonly anchor?: string }): number {
	return anchor === undefined ? 0 : anchor.length + 2;
}

function scalarWidth({ value, source, type }: Scalar): number {
	if (typeof value !== "string") return (source ?? String(value)).length;
	return type === Scalar.PLAIN ? value.length : JSON.stringify(value).length;
}

/** `{ a: b }` and `[a, b]`. The library knows one padding for both, so each node brings its own. */
export function padded(node: YAMLMap | YAMLSeq, padding: string): void {
	if (!node.flow) return;
	const write = node instanceof YAMLMap ? YAMLMap.prototype.toString : YAMLSeq.prototype.toString;
	node.toString = (context, ...rest) =>
		write.call(node, context && { ...context, flowCollectionPadding: padding }, ...rest);
}
