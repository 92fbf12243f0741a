import { type Command, Option } from "commander";
import type { AddressText } from "../../model/address.ts";
import type { InputFlags } from "./inputs.ts";
import { detail, expectState, repeatable } from "./options.ts";
import { countOf } from "./values.ts";

/** The flags that `plan` and `apply` share. */
export interface PlanFlags extends InputFlags {
	readonly json?: true;
	readonly detail?: true;
	readonly target: readonly string[];
	readonly exclude: readonly string[];
	readonly replace: readonly AddressText[];
	/** Globs. Absent: none. */
	readonly retry?: readonly string[];
	/** How many posts may be cancelled. Absent: as the settings say. */
	readonly maxCancels?: number;
	/** False: nothing is read but the accounts that posts need. */
	readonly refresh: boolean;
	readonly refreshOnly?: true;
	/** Commit of the state on a remote that has to be there, or to be contained in what is there. */
	readonly expectState?: string;
}

/** Those that name addresses or the state of one workspace, and whether they are given. */
export function flagsOfOneWorkspace(flags: PlanFlags): Readonly<Record<string, boolean>> {
	const { target, exclude, replace, retry = [], expectState } = flags;
	return {
		"--target": target.length > 0,
		"--exclude": exclude.length > 0,
		"--replace": replace.length > 0,
		"--retry": retry.length > 0,
		"--expect-state": expectState !== undefined,
	};
}

/** No flag given. */
export const NO_FLAGS: PlanFlags = { target: [], exclude: [], replace: [], refresh: true };

const GLOBS = `
Addresses are the ones the plan shows. In --target and --exclude, "*" stands for any characters
and "?" for one, and an address includes everything below it: 'keynote.post.shorts' is all its posts,
'keynote' the whole campaign. Targeting a post includes its video; excluding a video excludes its
posts. Terraform's spellings are accepted too: -target=…, -refresh=false.`;

/** Taken back by accident is taken back all the same. */
export function maxCancels(): Option {
	return new Option(
		"--max-cancels <number>",
		"how many posts that wait at the service may be cancelled " +
			"(default: policy.max_cancels_per_run; else any number on a terminal, none without one)",
	).argParser(countOf);
}

/** Adds those flags to a command. */
export function takesPlanFlags(command: Command): Command {
	return command
		.addOption(new Option("--json", "print JSON lines instead of text (events: schemas/plan.schema.json)"))
		.addOption(detail())
		.addOption(repeatable("--target <glob>", "only these addresses and what they need"))
		.addOption(repeatable("--exclude <glob>", "all but these addresses and what needs them"))
		.addOption(repeatable("--replace <address>", "submit this video again, whatever its state; never a post"))
		.addOption(
			repeatable("--retry <glob>", "send again what the service refused, although nothing changed since"),
		)
		.addOption(maxCancels())
		.option("--no-refresh", "plan from the state; do not read running tasks from the service")
		.addOption(
			new Option(
				"--refresh-only",
				"only read running tasks and posts from the service; plan and send nothing",
			).conflicts(["replace", "retry"]),
		)
		.addOption(expectState())
		.addHelpText("after", GLOBS);
}
