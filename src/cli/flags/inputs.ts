import { type Command, InvalidArgumentError, Option } from "commander";
import type { GivenInputs } from "../../campaign/read-inputs.ts";
import { defined } from "../../model/defined.ts";

/** The flags that give values to the inputs of campaigns. */
export interface InputFlags {
	readonly var?: Readonly<Record<string, string>>;
	readonly varFile?: readonly string[];
	readonly env?: string;
	/** False: nothing kept is used, and nothing is kept. */
	readonly cache?: boolean;
	/** Warnings are errors. */
	readonly strict?: true;
}

/** Adds those flags to a command. */
export function takesInputs(command: Command): Command {
	return command
		.addOption(new Option("--var <name=value>", "set an input (repeatable)").argParser(addVariable))
		.addOption(
			new Option("--var-file <file>", "read inputs from a YAML or JSON file (repeatable)").argParser(addFile),
		)
		.option("--env <name>", "read inputs from envs/NAME.yaml beside the campaign")
		.option("--strict", "treat warnings as errors")
		.option("--no-cache", "parse every campaign again, without the cache");
}

function addVariable(
	text: string,
	before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
	const at = text.indexOf("=");
	if (at < 1) throw new InvalidArgumentError("Write NAME=VALUE.");
	return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

function addFile(file: string, before: readonly string[] = []): readonly string[] {
	return [...before, file];
}

/** What the flags and the environment give. */
export function givenInputs({ var: vars = {}, varFile: files = [], env }: InputFlags): GivenInputs {
	return { vars, files, env: process.env, ...defined({ environment: env }) };
}
