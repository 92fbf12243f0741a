import { readFileSync } from "node:fs";
import { screen } from "./screen.ts";

/** One thing the tour does: a file it writes, or a command with what is typed and what is shown. */
export type Step = { readonly kind: "file"; readonly path: string; readonly text: string } | CommandStep;

export interface CommandStep {
	readonly kind: "command";
	/** For a shell, as it stands in the tour. */
	readonly line: string;
	/** Of the tour's file. */
	readonly at: number;
	readonly typed: readonly Typed[];
	readonly expected: readonly string[];
	/** 0 unless the tour says `(exit 1)`. */
	readonly exit: number;
}

/** What is typed once something is shown. `^C` is the key. */
export interface Typed {
	readonly after: string;
	readonly keys: string;
}

/**
 * Reads the steps of a tour: fenced blocks, those of `console` are commands, those that name a
 * file are written.
 */
export function stepsOf(file: URL): readonly Step[] {
	const lines = readFileSync(file, "utf8").split("\n");
	const steps: Step[] = [];
	for (let at = 0; at < lines.length; at++) {
		const [, language, path] = /^```(\w+) ?(\S+)?$/.exec(lines[at] ?? "") ?? [];
		if (language === undefined) continue;
		const end = lines.indexOf("```", at);
		const block = lines.slice(at + 1, end);
		if (language === "console") steps.push(...commandsOf(block, at + 2));
		else if (path !== undefined) steps.push({ kind: "file", path, text: `${block.join("\n")}\n` });
		at = end;
	}
	return steps;
}

function commandsOf(block: readonly string[], from: number): CommandStep[] {
	const starts = block.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
	return starts.map((start, index) => commandOf(block.slice(start, starts[index + 1]), from + start));
}

function commandOf([first = "", ...rest]: readonly string[], at: number): CommandStep {
	const typed: Typed[] = [];
	const expected: string[] = [];
	let exit = 0;
	for (const line of rest) {
		const code = /^\(exit (\d+)\)$/.exec(line)?.[1];
		if (line.startsWith("> ")) {
			const after = expected.pop() ?? "";
			typed.push({ after, keys: line.slice(2) });
			// What is typed at a question stands behind it; where a bar was interrupted, nothing is left of
			// the bar.
			expected.push(line === "> ^C" ? "…" : `${after} ${line.slice(2)}`);
		} else if (code !== undefined) exit = Number(code);
		else expected.push(line);
	}
	return { kind: "command", line: first.slice(2), at, typed, expected, exit };
}

/** What is shown otherwise than expected, as text that can be read; undefined when all is as expected. */
export function difference(expected: readonly string[], shown: string): string | undefined {
	const wanted = expected.map((line) => line.trimEnd()).filter(Boolean);
	const lines = screen(shown).filter(Boolean);
	const reached = farthest(wanted, lines);
	if (reached === undefined) return undefined;
	const marked = lines.map((line, index) => `${index === reached.line ? "→" : " "} ${line}`);
	return `expected next: ${wanted[reached.expected] ?? "(nothing more)"}\nshown:\n${[...marked, reached.line === lines.length ? "→ (end)" : ""].join("\n")}`;
}

interface Reached {
	readonly expected: number;
	readonly line: number;
}

/** Undefined: everything fits. A line of `…` alone stands for any number of lines. */
function farthest(wanted: readonly string[], lines: readonly string[]): Reached | undefined {
	let best: Reached = { expected: 0, line: 0 };
	const fits = (expected: number, line: number): boolean => {
		if (expected > best.expected || (expected === best.expected && line > best.line))
			best = { expected, line };
		if (expected === wanted.length) return line === lines.length;
		if (wanted[expected] === "…")
			return fits(expected + 1, line) || (line < lines.length && fits(expected, line + 1));
		return (
			line < lines.length &&
			matches(wanted[expected] ?? "", lines[line] ?? "") &&
			fits(expected + 1, line + 1)
		);
	};
	return fits(0, 0) ? undefined : best;
}

function matches(expected: string, line: string): boolean {
	return new RegExp(`^${pattern(expected)}$`).test(line);
}

/** Whether something was shown, if only for a moment. */
export function isShown(expected: string, raw: string): boolean {
	return new RegExp(pattern(expected)).test(raw.replace(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, ""));
}

/** `…` stands for any characters of a line. */
function pattern(expected: string): string {
	return expected
		.split("…")
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
		.join(".*");
}
