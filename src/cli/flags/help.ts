import { type Command, Option } from "commander";
import { terraformRemedy } from "./terraform.ts";

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 110;
const USUAL = 80;

/** Lays help out: every text within the terminal, commands by name alone, mistakes like any other error. Commands added afterwards take it over. */
export function laysHelpOut(root: Command): Command {
	const width = Math.min(process.stdout.columns ?? USUAL, WIDEST);
	return root
		.configureHelp({ helpWidth: width, subcommandTerm: (command) => command.name() })
		.configureOutput({
			writeOut: (text) => process.stdout.write(reflow(text, width)),
			outputError: (text, write) => write(reflow(mistake(text.replace(/^error: /, "Error: ")), width)),
		});
}

/** The parser guesses by letters; who knows Terraform gets the word that is meant. */
function mistake(text: string): string {
	const remedy = terraformRemedy(text);
	return remedy === undefined ? text : `${text.split("\n")[0]}\n  ${remedy}\n`;
}

/** Names the help of each command after a mistake, and lets each be told not to colour. To be called once all commands are there. */
export function takesCommonFlags(root: Command): Command {
	pointToHelp(root, root.name());
	takeNoColour(root, new Option("--no-color", "print without colours, like NO_COLOR=1"));
	return root.helpCommand(true);
}

function pointToHelp(command: Command, path: string): void {
	const shows = command.commands.length > 0 ? "shows its commands" : "shows what it takes, with an example";
	command.showHelpAfterError(`  \`${path} --help\` ${shows}.`);
	for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}

function takeNoColour(command: Command, option: Option): void {
	command.addOption(option).on("option:no-color", () => {
		process.env.NO_COLOR = "1";
	});
	for (const each of command.commands)
		takeNoColour(each, new Option(option.flags, option.description).hideHelp());
}

/** A text within a width: paragraphs are broken anew, columns and code keep their lines. */
export function reflow(text: string, width: number): string {
	const blocks: string[] = [];
	let before = "";
	for (const line of text.split("\n")) {
		if (goesOn(before, line)) blocks.push(`${blocks.pop()} ${line.trimStart()}`);
		else blocks.push(line);
		before = line;
	}
	return blocks.map((block) => broken(block, width)).join("\n");
}

/** Where a sentence was broken by hand, its next line is as far in. */
function goesOn(before: string, line: string): boolean {
	return (
		PROSE.test(line) &&
		PROSE.test(before) &&
		before.length >= HAND_BROKEN &&
		indentOf(line) === indentOf(before)
	);
}

/** No option, no command, no code, no columns, no heading. */
const PROSE = /^(?! *[-${[("]) {0,2}\S(?!.*\S {2})(?!.*:$)/;
const HAND_BROKEN = 70;

function broken(line: string, width: number): string {
	if (line.length <= width) return line;
	const columns = /^ *\S.*? {2,}/.exec(line)?.[0].length ?? 0;
	const indent = " ".repeat(columns > 0 && columns < width / 2 ? columns : indentOf(line));
	const start = line.slice(0, Math.max(columns, indentOf(line)));
	return line
		.slice(start.length)
		.split(" ")
		.reduce<readonly string[]>((lines, word) => added(lines, word, { width, indent, start }), [])
		.join("\n");
}

function added(
	lines: readonly string[],
	word: string,
	{ width, indent, start }: { readonly width: number; readonly indent: string; readonly start: string },
) {
	const last = lines.at(-1);
	if (last === undefined) return [start + word];
	return last.length + 1 + word.length > width
		? [...lines, indent + word]
		: [...lines.slice(0, -1), `${last} ${word}`];
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length;
}
