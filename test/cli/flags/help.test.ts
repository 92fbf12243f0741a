import type { Command } from "commander";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { reflow } from "../../../src/cli/flags/help.ts";
import { longSpellings } from "../../../src/cli/flags/spellings.ts";
import { program } from "../../../src/cli/program.ts";

const WIDTH = 80;

const help = suite("help");

for (const command of all(program())) {
	const path = pathOf(command);
	const text = helpOf(command);
	help(`${path} --help stays within ${WIDTH} columns, but for code`, () => {
		assert.equal(
			text.split("\n").filter((line) => line.length > WIDTH && !/^ *[[{"$]|\{\{/.test(line)),
			[],
		);
	});
	help(`${path} --help names no default where there is none`, () =>
		assert.not.match(text, /\(default: (none|\[\]|undefined|false)\)/),
	);
	if (path !== "showrun version")
		help(`${path} --help has an example`, () =>
			assert.match(text, /\n(Example|Examples):\n {2}\$ .*showrun/),
		);
	help(`a mistake in ${path} names that help`, () =>
		assert.match(
			said(command, () => command.error("error: no")),
			`Error: no\n  \`${path} --help\` shows its`,
		),
	);
}

help("commands stand in groups, by their names", () => {
	const text = helpOf(program());
	assert.match(text, /\nMain commands:\n {2}validate {2,}check/);
	assert.match(text, /\nState:\n {2}history /);
	assert.not.match(text, "\nCommands:");
});

const habits: Record<string, [string[], RegExp]> = {
	"destroy says why there is none": [
		["destroy"],
		/^Error: unknown command 'destroy'\n {2}There is no destroy: what is public stays public/,
	],
	"taint names --replace": [["taint", "k.video.talk"], /showrun apply --replace ADDRESS/],
	"-input=false says what to give": [
		["apply", "-input=false"],
		/unknown option '--input=false'\n {2}Without a terminal .*--auto-approve/,
	],
	"plan -parallelism names apply": [["plan", "-parallelism=4"], /Only apply and download take/],
	"other mistakes get the nearest word": [["aply"], /unknown command 'aply'\n\(Did you mean apply\?\)/],
};
for (const [title, [args, expected]] of Object.entries(habits))
	help(`a habit from Terraform: ${title}`, () =>
		assert.match(
			said(program(), (root) => root.parse(longSpellings(args), { from: "user" })),
			expected,
		),
	);

for (const flag of ["--rehearsal", "--faults=x.yaml", "--commit-log=x.jsonl", "--no-idempotency"])
	help(`serve ${flag} says that fault injection left the product`, () =>
		assert.match(
			said(program(), (root) => root.parse(["serve", flag], { from: "user" })),
			/^Error: --[a-z-]+ was removed in 0\.2\.0: fault injection is no longer part\sof\sthe\sproduct\n/,
		),
	);

help("-no-color turns colours off, before and after the command", () => {
	for (const args of [
		["explain", "-no-color"],
		["-no-color", "explain"],
	]) {
		const before = process.env.NO_COLOR;
		delete process.env.NO_COLOR;
		const root = program();
		root.commands.find((each) => each.name() === "explain")?.action(() => undefined);
		root.parse(longSpellings(args), { from: "user" });
		assert.is(process.env.NO_COLOR, "1");
		if (before === undefined) delete process.env.NO_COLOR;
		else process.env.NO_COLOR = before;
	}
});

const LONG = `${"one two three four five ".repeat(4)}six`;
const texts: Record<string, [string, string]> = {
	"a sentence that goes on in the next line is broken anew": [
		`${LONG}\nseven eight.`,
		`${wordsOf(LONG, 17)}\n${wordsOf(LONG, 17, 21)} seven eight.`,
	],
	"columns hang below their beginning": [
		`  name  ${LONG}`,
		`  name  ${wordsOf(LONG, 15)}\n        ${wordsOf(LONG, 15, 21)}`,
	],
	"commands and headings keep their lines": [
		"Example:\n  $ showrun plan\n  $ showrun apply",
		"Example:\n  $ showrun plan\n  $ showrun apply",
	],
	"empty lines stay": ["\none\n\ntwo\n", "\none\n\ntwo\n"],
};
for (const [title, [text, expected]] of Object.entries(texts))
	help(title, () => assert.is(reflow(text, WIDTH), expected));

function wordsOf(text: string, to: number, from = to): string {
	return text
		.split(" ")
		.slice(from === to ? 0 : to, from)
		.join(" ");
}

function all(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(all)];
}

function pathOf(command: Command): string {
	return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function helpOf(command: Command): string {
	return said(command, () => command.outputHelp());
}

/** What a command writes, on either stream. */
function said(command: Command, act: (command: Command) => void): string {
	const { stdout, stderr } = process;
	const [before, beforeErr] = [stdout.write, stderr.write];
	let text = "";
	const take = (chunk: string | Uint8Array) => {
		text += chunk;
		return true;
	};
	stdout.write = take;
	stderr.write = take;
	try {
		act(command);
	} catch {
		assert.ok(command.name());
	} finally {
		stdout.write = before;
		stderr.write = beforeErr;
	}
	return text;
}

help.run();
