import type { Argument, Command, Option } from "commander";
import { PLATFORMS } from "../../model/account.ts";
import { defined } from "../../model/defined.ts";
import { RULE_IDS } from "../../model/rules.ts";

/** What stands where a value goes. */
export type Value =
	| { readonly kind: "files" }
	| { readonly kind: "folders" }
	| { readonly kind: "words"; readonly words: readonly string[] }
	| { readonly kind: "anything" };

/** An option as completions know it. */
export interface Flag {
	/** `--out`, and the short one where there is one. */
	readonly names: readonly string[];
	readonly about: string;
	/** Absent: it takes none. */
	readonly value?: Value;
}

/** One command of the tree, with the words that lead to it. */
export interface Node {
	/** `showrun accounts list`. */
	readonly path: string;
	readonly name: string;
	readonly about: string;
	readonly children: readonly Node[];
	readonly flags: readonly Flag[];
	/** What may stand where no option does. Absent: nothing. */
	readonly argument?: Value;
}

/** The commands, options and arguments of the program, as its own definition says. */
export function treeOf(command: Command, before: readonly string[] = []): Node {
	const help = command.createHelp();
	const path = [...before, command.name()];
	const values = help.visibleArguments(command).map(argumentValue);
	const argument = values.find(({ kind }) => kind !== "anything") ?? values[0];
	return {
		path: path.join(" "),
		name: command.name(),
		about: command.description(),
		children: help
			.visibleCommands(command)
			.flatMap((child) => (child.name() === "help" ? [] : [treeOf(child, path)])),
		flags: help.visibleOptions(command).map(flagOf),
		...defined({ argument }),
	};
}

/** The command and all below it. */
export function allNodes(node: Node): readonly Node[] {
	return [node, ...node.children.flatMap(allNodes)];
}

function flagOf(option: Option): Flag {
	const names = [option.long, option.short].flatMap((name) => name ?? []);
	const takes = option.required || option.optional;
	return {
		names,
		about: option.description,
		...(takes && { value: valueNamed(/[<[]([\w-]+)/.exec(option.flags)?.[1] ?? "", option.argChoices) }),
	};
}

function argumentValue(argument: Argument): Value {
	return valueNamed(argument.name(), argument.argChoices);
}

/** By the name in the angle brackets, which people read too. */
function valueNamed(name: string, choices: readonly string[] | undefined): Value {
	if (choices && choices.length > 0) return { kind: "words", words: choices };
	if (["file", "path", "paths", "plan"].includes(name)) return { kind: "files" };
	if (name === "folder") return { kind: "folders" };
	if (name === "platform") return { kind: "words", words: PLATFORMS };
	return name === "rule" ? { kind: "words", words: RULE_IDS } : { kind: "anything" };
}
