import { allNodes, type Node, type Value } from "./tree.ts";

/** A script for bash 3.2 and later. Where it names nothing, bash itself completes files. */
export function bashScript(root: Node): string {
	const nodes = allNodes(root);
	return `# bash completion of ${root.name}
_${root.name}() {
	local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at=${root.name} i word skip=
	COMPREPLY=()
	# Bash takes --option=value for three words.
	if [[ $cur == = ]]; then cur=
	elif [[ $prev == = ]] && ((COMP_CWORD > 2)); then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=\${COMP_WORDS[i]}
		if [[ -n $skip ]]; then [[ $word == = ]] || skip=; continue; fi
		case "$at $word" in
			*" --") return ;;
${cases(
	nodes.flatMap(({ path, flags }) =>
		flags.filter(({ value }) => value).flatMap(({ names }) => names.map((name) => `${path} ${name}`)),
	),
	"skip=1",
)}
${cases(
	nodes.filter((node) => node !== root).map(({ path }) => path),
	'at="$at $word"',
)}
		esac
	done
	case "$at $prev" in
${nodes.flatMap(({ path, flags }) => flags.flatMap(({ names, value }) => (value ? names.map((name) => `\t\t"${path} ${name}") ${offer(value)}; return ;;`) : []))).join("\n")}
	esac
	case "$at" in
${nodes.map((node) => `\t\t"${node.path}") ${choices(node)} ;;`).join("\n")}
	esac
}
complete -o bashdefault -o default -F _${root.name} ${root.name}
`;
}

function cases(patterns: readonly string[], action: string): string {
	return `\t\t\t${patterns.map((pattern) => `"${pattern}"`).join(" | ")}) ${action} ;;`;
}

/** Options where one begins, else subcommands or what the argument takes. */
function choices({ children, flags, argument }: Node): string {
	const options = `if [[ $cur == -* ]]; then ${words(flags.flatMap(({ names }) => names))}; `;
	const also = argument?.kind === "words" ? argument.words : [];
	const names = [...children.map(({ name }) => name), ...also];
	const rest = children.length > 0 ? words(names) : offer(argument ?? { kind: "anything" });
	return `${options}else ${rest}; fi`;
}

function offer(value: Value): string {
	if (value.kind === "words") return words(value.words);
	if (value.kind === "folders") return "compopt -o dirnames +o default 2>/dev/null";
	return value.kind === "files" ? ":" : "compopt +o default +o bashdefault 2>/dev/null";
}

function words(list: readonly string[]): string {
	return `COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$cur"))`;
}
