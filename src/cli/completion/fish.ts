import { allNodes, type Flag, type Node, type Value } from "./tree.ts";

/** A script for fish. */
export function fishScript(root: Node): string {
	const nodes = allNodes(root);
	const at = `__${root.name}_at`;
	return `# fish completion of ${root.name}
function ${at}
	set -l at ${root.name}
	set -l skip 0
	for word in (commandline -opc)[2..-1]
		if test $skip = 1
			set skip 0
			continue
		end
		switch "$at $word"
			case ${nodes.flatMap(({ path, flags }) => flags.filter(({ value }) => value).flatMap(({ names }) => names.map((name) => quoted(`${path} ${name}`)))).join(" ")}
				set skip 1
			case ${nodes
				.filter((node) => node !== root)
				.map(({ path }) => quoted(path))
				.join(" ")}
				set at "$at $word"
		end
	end
	test "$at" = "$argv[1]"
end
complete -c ${root.name} -f
${nodes.flatMap((node) => lines(node, { root, at })).join("\n")}
`;
}

function lines(node: Node, { root, at }: { readonly root: Node; readonly at: string }): string[] {
	const start = `complete -c ${root.name} -n ${quoted(`${at} ${quoted(node.path)}`)}`;
	return [
		...node.children.map(({ name, about }) => `${start} -a ${name} -d ${quoted(about)}`),
		...(node.argument === undefined ? [] : [`${start}${offer(node.argument)}`]),
		...node.flags.map(
			(flag) =>
				`${start}${flagNames(flag)}${flag.value ? ` -r${offer(flag.value)}` : ""} -d ${quoted(flag.about)}`,
		),
	];
}

function flagNames({ names }: Flag): string {
	return names
		.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`))
		.join("");
}

function offer(value: Value): string {
	if (value.kind === "words") return ` -a ${quoted(value.words.join(" "))}`;
	if (value.kind === "folders") return " -a '(__fish_complete_directories)'";
	return value.kind === "files" ? " -F" : "";
}

function quoted(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
