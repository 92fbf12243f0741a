import { type Command, Option } from "commander";

const FAULT_INJECTION = ["--rehearsal", "--faults [file]", "--commit-log [file]", "--no-idempotency"];

/**
 * Options that `serve` took in 0.1.0. They get an error of their own: "unknown option" would look like a
 * typing mistake.
 */
export function refuseFaultInjection(command: Command): Command {
	for (const option of FAULT_INJECTION.map((flags) => new Option(flags).hideHelp()))
		command
			.addOption(option)
			.on(`option:${option.name()}`, () =>
				command.error(
					`error: ${option.long} was removed in 0.2.0: fault injection is no longer part of the product`,
				),
			);
	return command;
}
