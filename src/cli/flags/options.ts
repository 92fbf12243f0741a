import { Option } from "commander";
import { commit, duration } from "./values.ts";

/** The paths of the commands that read campaigns. */
export const PATHS = "campaign files or folders (default: this folder)";

/** What paths of several workspaces do. */
export const SEVERAL_WORKSPACES = `
Paths in several workspaces, or a folder above them: each workspace has its turn under a heading, also
after one that failed, and the worst exit code counts.
`;

/** An example, for the end of a help text. */
export const example = (line: string) => `\nExample:\n  $ ${line}`;

export const json = () => new Option("--json", "print JSON lines instead of text");

export const markdown = () =>
	new Option("--markdown", "print Markdown for a pull request comment (at most 65,536 characters)").conflicts(
		["json", "refreshOnly"],
	);

export const detail = () =>
	new Option("--detail", "show every entry of every group, and each field that differs");

/** The workspace, for commands that read no campaigns. */
export const workspaceIn = () =>
	new Option("--in <path>", "workspace folder, or any path inside it").default(".");

export const expectState = () =>
	new Option(
		"--expect-state <commit>",
		"with `state: git`: refuse a state that does not contain this commit (40 hex digits)",
	).argParser(commit);

export const autoApprove = () => new Option("--auto-approve", "do not ask for confirmation");

/** How long a stopped command may take. */
export const drain = () =>
	new Option(
		"--drain <duration>",
		"after Ctrl-C or SIGTERM, how long requests under way may take to end, in seconds (25, 2m)",
	)
		.argParser(duration)
		.default(25);

export const allowSkew = () =>
	new Option(
		"--allow-skew",
		"publish even if this machine's clock and the service's differ by more than a minute",
	);

export const lockTimeout = (when = "") =>
	new Option("--lock-timeout <duration>", `${when}how long to wait for the lock of another run (30, 30s, 2m)`)
		.argParser(duration)
		.default(0);

/** A default that the help does not name: nothing given, nothing happens. */
export const NO_DEFAULT = "none";

/** An option that may be repeated: its values add up. */
export function repeatable(flags: string, description: string): Option {
	return new Option(flags, `${description} (repeatable)`)
		.argParser((value: string, before: readonly string[]) => [...before, value])
		.default([], NO_DEFAULT);
}
