import { Option } from "commander";

/** The paths of the commands that read campaigns. */
export const PATHS = "campaign files or folders (default: this folder)";

/** An example, for the end of a help text. */
export const example = (line: string) => `\nExample:\n  $ ${line}`;

export const json = () => new Option("--json", "print JSON lines instead of text");

export const markdown = () =>
	new Option(
		"--markdown",
		"print Markdown for a comment on a pull request, cut under 65,536 characters",
	).conflicts(["json", "refreshOnly"]);

export const workspaceIn = () => new Option("--in <path>", "any path of the workspace").default(".");

export const yes = () => new Option("--yes", "do not ask");

export const allowSkew = () =>
	new Option(
		"--allow-skew",
		"publish even where this machine's clock and the service's are more than a minute apart",
	);

/** An option that may be repeated: its values add up. */
export function repeatable(flags: string, description: string): Option {
	return new Option(flags, description)
		.argParser((value: string, before: readonly string[]) => [...before, value])
		.default([], "none");
}
