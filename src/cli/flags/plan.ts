import { type Command, Option } from "commander";
import type { AddressText } from "../../model/address.ts";
import type { InputFlags } from "./inputs.ts";
import { repeatable } from "./options.ts";

/** The flags that `plan` and `apply` share. */
export interface PlanFlags extends InputFlags {
	readonly json?: true;
	readonly detail?: true;
	readonly target: readonly string[];
	readonly exclude: readonly string[];
	readonly replace: readonly AddressText[];
	/** False: nothing is read but the accounts that posts need. */
	readonly refresh: boolean;
	readonly refreshOnly?: true;
}

/** No flag given. */
export const NO_FLAGS: PlanFlags = { target: [], exclude: [], replace: [], refresh: true };

const GLOBS = `
Addresses are those the plan shows. In --target and --exclude, "*" stands for any characters and "?" for one, and an address
also names everything below it: 'keynote.post.shorts' all its posts, 'keynote' the whole campaign. A targeted post brings its
video along; an excluded video takes its posts with it. Terraform's spellings work too: -target=…, -refresh=false.`;

/** Adds those flags to a command. */
export function takesPlanFlags(command: Command): Command {
	return command
		.addOption(
			new Option("--json", "print JSON lines instead of text: schemas/plan.schema.json names the events"),
		)
		.addOption(new Option("--detail", "show every line of every group, and field by field what differs"))
		.addOption(repeatable("--target <glob>", "only these addresses and what they need; may be repeated"))
		.addOption(repeatable("--exclude <glob>", "not these addresses, nor what needs them; may be repeated"))
		.addOption(
			repeatable(
				"--replace <address>",
				"submit this video again, whatever its state (never a post); may be repeated",
			),
		)
		.option("--no-refresh", "plan from what is remembered; do not ask what became of running tasks")
		.addOption(
			new Option(
				"--refresh-only",
				"only read what became of running tasks and posts; plan and send nothing",
			).conflicts(["replace"]),
		)
		.addHelpText("after", GLOBS);
}
