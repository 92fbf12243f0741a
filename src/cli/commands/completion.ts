import type { Command } from "commander";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { powershellScript } from "../completion/powershell.ts";
import { type Node, treeOf } from "../completion/tree.ts";
import { zshScript } from "../completion/zsh.ts";
import { out } from "../terminal/terminal.ts";

/** The shells that a script can be printed for. */
export type Shell = "bash" | "zsh" | "fish" | "powershell";

const SCRIPTS: Readonly<Record<Shell, (root: Node) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
	powershell: powershellScript,
};

/**
 * `showrun completion`: prints a script that makes a shell complete commands, options and paths. Nothing runs
 * while it completes.
 */
export function completion(shell: Shell, root: Command): void {
	out(SCRIPTS[shell](treeOf(root)));
}
