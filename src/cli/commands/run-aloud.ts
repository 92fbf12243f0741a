import type { Command } from "commander";
import { plain } from "../../views/ink.ts";
import { out } from "../terminal/terminal.ts";

/** Prints a command, then runs it. Throws as that command does. */
export async function runAloud(showrun: Command, args: readonly string[]): Promise<void> {
	out(`$ showrun ${args.map((each) => plain(each)).join(" ")}\n`);
	await showrun.parseAsync(args, { from: "user" });
}
