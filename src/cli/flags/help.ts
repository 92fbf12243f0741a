import { type Command, Help, Option } from "commander";
import { columnsAsked } from "../terminal/terminal.ts";
import { NO_DEFAULT } from "./options.ts";
import { terraformRemedy } from "./terraform.ts";

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 110;
const USUAL = 80;

/**
 * Formats help: text fits the terminal, subcommands by name, parse errors like any other error. Commands
 * added afterwards inherit it.
 */
export function formatHelp(root: Command): Command {
	const width = Math.min(process.stdout.columns ?? columnsAsked() ?? USUAL, WIDEST);
	return root
		.configureHelp({
			helpWidth: width,
			subcommandTerm: (command) => command.name(),
			optionDescription: (option) =>
				option.defaultValueDescription === NO_DEFAULT
					? option.description
					: new Help().optionDescription(option),
			commandDescription: (command) => sentence(command.description()),
			visibleArguments: (command) =>
				command.registeredArguments.filter(({ description }) => description !== ""),
		})
		.helpOption("-h, --help", "show this help")
		.configureOutput({
			writeOut: (text) => process.stdout.write(reflow(text, width)),
			outputError: (text, write) => write(reflow(mistake(text.replace(/^error: /, "Error: ")), width)),
		});
}

function sentence(text: string): string {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** The parser suggests by similar letters; a word of Terraform gets the one that showrun has for it. */
function mistake(text: string): string {
	const remedy = terraformRemedy(text);
	return remedy === undefined ? text : `${text.split("\n")[0]}\n  ${remedy}\n`;
}

/**
 * Points to the help of each command after a mistake, and adds --no-color to each. To be called once all
 * commands are there.
 */
export function takesCommonFlags(root: Command): Command {
	pointToHelp(root, root.name());
	takeNoColour(root, new Option("--no-color", "print without colours, like NO_COLOR=1"));
	return root;
}

function pointToHelp(command: Command, path: string): void {
	const listed = command.commands.length > 0 ? "commands" : "options, with an example";
	command.showHelpAfterError(`  \`${path} --help\` shows its ${listed}.`);
	if (command.commands.length > 0) command.helpCommand("help [command]", "show the help of a command");
	for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}

function takeNoColour(command: Command, option: Option): void {
	command.addOption(option).on("option:no-color", () => {
		process.env.NO_COLOR = "1";
	});
	for (const each of command.commands)
		takeNoColour(each, new Option(option.flags, option.description).hideHelp());
}

/** Fits a text into a width: paragraphs are wrapped again, columns and code keep their lines. */
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

/** The next line of a sentence that was wrapped by hand has the same indent. */
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
/** Kept in one piece, to be copied. */
const CODE = /^ *\$ |\{\{/;

function broken(line: string, width: number): string {
	if (line.length <= width || CODE.test(line)) return line;
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
