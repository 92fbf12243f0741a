import { type Command, InvalidArgumentError, Option } from "commander";
import { keysOf } from "../../model/keys.ts";
import type { Queue } from "../../service/options.ts";
import { atLeastOne } from "./values.ts";

/** By their names. */
const QUEUES = keysOf({ tasks: true, posts: true } satisfies Readonly<Record<Queue, true>>);

/** What a process works on. */
export interface WorkFlags {
	readonly queues: readonly Queue[];
	/** How many tasks at once. Absent: as many as this machine renders clips. */
	readonly concurrency?: number;
}

/** `--queues`, `--concurrency`. `usual`: what it works on without the first. */
export function takesWork(command: Command, usual: readonly Queue[] = QUEUES): Command {
	return command
		.addOption(
			new Option("--queues <list>", `what to work on: ${QUEUES.join(", ")}, or none`)
				.argParser(queuesOf)
				.default([...usual], usual.join(",")),
		)
		.option(
			"--concurrency <number>",
			"how many tasks to run at once (default: as many as clips are rendered at once)",
			atLeastOne,
		);
}

function queuesOf(text: string): readonly Queue[] {
	if (text.trim() === "none") return [];
	const names = text.split(",").map((name) => name.trim());
	const wrong = names.find((name) => !QUEUES.some((queue) => queue === name));
	if (wrong !== undefined)
		throw new InvalidArgumentError(
			`Write one or more of ${QUEUES.join(", ")}, separated by commas, or none.`,
		);
	return QUEUES.filter((queue) => names.includes(queue));
}
