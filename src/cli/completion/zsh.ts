import { allNodes, type Flag, type Node, type Value } from "./tree.ts";

/** A script for zsh, to be put into its `fpath` or evaluated. */
export function zshScript(root: Node): string {
	const nodes = allNodes(root);
	return `#compdef ${root.name}
_${root.name}() {
	local at=${root.name} word skip= cur=\${words[CURRENT]} prev=\${words[CURRENT-1]}
	local -i i
	local -a found
	for ((i = 2; i < CURRENT; i++)); do
		word=\${words[i]}
		if [[ -n $skip ]]; then skip=; continue; fi
		case "$at $word" in
			*' --') _files; return ;;
			(${valued(nodes).join("|")}) skip=1 ;;
			(${nodes
				.filter((node) => node !== root)
				.map(({ path }) => quoted(path))
				.join("|")}) at="$at $word" ;;
		esac
	done
	if [[ $cur == --*=* ]]; then prev=\${cur%%=*}; compset -P '*='; fi
	case "$at $prev" in
${nodes.flatMap(({ path, flags }) => flags.flatMap((flag) => optionCase(path, flag))).join("\n")}
	esac
	case "$at" in
${nodes.map(nodeCase).join("\n")}
	esac
}
if [[ $funcstack[1] == _${root.name} ]]; then _${root.name} "$@"; else compdef _${root.name} ${root.name}; fi
`;
}

function valued(nodes: readonly Node[]): string[] {
	return nodes.flatMap(({ path, flags }) =>
		flags.filter(({ value }) => value).flatMap(({ names }) => names.map((name) => quoted(`${path} ${name}`))),
	);
}

function optionCase(path: string, { names, value }: Flag): string[] {
	return value
		? [`\t\t(${names.map((name) => quoted(`${path} ${name}`)).join("|")}) ${offer(value)}; return ;;`]
		: [];
}

function nodeCase({ path, children, flags, argument }: Node): string {
	const options = flags.flatMap(({ names, about }) => names.map((name) => described(name, about)));
	const rest =
		children.length > 0
			? describe("command", [
					...children.map(({ name, about }) => described(name, about)),
					...wordsOf(argument),
				])
			: offer(argument ?? { kind: "anything" });
	return `\t\t(${quoted(path)}) if [[ $cur == -* ]]; then ${describe("option", options)}; else ${rest}; fi ;;`;
}

/** What may stand in place of a command. */
function wordsOf(argument: Value | undefined): readonly string[] {
	return argument?.kind === "words" ? argument.words.map((word) => described(word, "")) : [];
}

function offer(value: Value): string {
	if (value.kind === "words")
		return describe(
			"value",
			value.words.map((word) => quoted(word)),
		);
	if (value.kind === "folders") return "_files -/";
	return value.kind === "files" ? "_files" : "_message value";
}

function describe(what: string, entries: readonly string[]): string {
	return `found=(${entries.join(" ")}); _describe ${what} found`;
}

function described(name: string, about: string): string {
	return quoted(`${name}:${about.replaceAll(":", "\\:")}`);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
