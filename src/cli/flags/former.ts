import { type Command, Option } from "commander";
import { err } from "../terminal/terminal.ts";

/**
 * An option of 0.1 under its old name: works for one more version, is not in the help, and names the new one
 * on stderr.
 */
export function takesFormerOption(command: Command, flags: string, now: string): Command {
	const option = command.options.find(({ long }) => long === now);
	if (option === undefined) throw new Error(`${command.name()} has no ${now}`);
	const former = new Option(flags).hideHelp();
	if (option.parseArg) former.argParser(option.parseArg);
	return command.addOption(former).on(`option:${former.name()}`, () => {
		command.setOptionValueWithSource(
			option.attributeName(),
			command.getOptionValue(former.attributeName()),
			"cli",
		);
		noteNewName(`\`${former.long}\``, `\`${now}\``);
	});
}

/** Workspaces were once named by a last argument, too; it is not in the help. `usage`: what is. */
export function takesFormerPath(command: Command, usage: string): Command {
	return command.argument("[path]").usage(usage);
}

/** The workspace that `--in` names, or the last argument as in 0.1. */
export function workspaceOf(path: string | undefined, { in: named }: { readonly in: string }): string {
	if (path === undefined) return named;
	noteNewName("a path as the last argument", `\`--in ${path}\``);
	return path;
}

const noted = new Set<string>();

/** Once a run. */
export function noteNewName(former: string, now: string): void {
	if (noted.has(former)) return;
	noted.add(former);
	err(`Note: ${former} is now ${now}; the old form goes away with the next version.\n`);
}
