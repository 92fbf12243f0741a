import type { Command } from "commander";
import { program } from "../../src/cli/program.ts";
import { type Html, html } from "../../src/page/views/html.ts";
import { renderSentence, tableOf } from "./markdown.ts";
import { anchorOf, type Name, type Page } from "./page.ts";

/** A command with the words that call it. */
export interface Called {
	readonly command: Command;
	readonly path: string;
}

/** Every command with its arguments, options and examples, as its help declares them. */
export function commandsPage(): Page {
	const all = commandsOf(program());
	return {
		file: "commands.html",
		title: "Commands",
		group: "Commands and output",
		body: html`<h1>Commands</h1>${all.map(section)}`,
		names: all.flatMap(namesOf),
	};
}

/** A command and all below it that its help shows, in the order of the help. */
export function commandsOf(command: Command, path = command.name()): readonly Called[] {
	const below = subcommands(command).flatMap((each) => commandsOf(each, `${path} ${each.name()}`));
	return [{ command, path }, ...below];
}

/** Without the one that only shows help. */
function subcommands(command: Command): readonly Command[] {
	return helpOf(command)
		.visibleCommands(command)
		.filter((each) => each.name() !== "help");
}

function section({ command, path }: Called): Html {
	const anchor = anchorOf(path);
	const help = helpOf(command);
	const argumentRows = help.visibleArguments(command).map((each) => ({
		cells: [html`<code>${each.name()}</code>`, renderSentence(help.argumentDescription(each))],
	}));
	const optionRows = help.visibleOptions(command).map((each) => ({
		cells: [html`<code>${each.flags}</code>`, renderSentence(help.optionDescription(each))],
		anchor: optionAnchor(path, each.long),
	}));
	const below = subcommands(command).map((each) => {
		const called = `${path} ${each.name()}`;
		return html`<li><a href="#${anchorOf(called)}">${called}</a>: ${renderSentence(each.description())}</li>`;
	});
	const after = afterHelp(command);
	return html`<section id="${anchor}">
<h2>${path} <a class="anchor" href="#${anchor}" aria-label="Link to this command">#</a></h2>
<p>${renderSentence(help.commandDescription(command))}</p>
<pre>${help.commandUsage(command)}</pre>
${below.length > 0 && html`<ul>${below}</ul>`}
${argumentRows.length > 0 && tableOf(["argument", "meaning"], argumentRows)}
${tableOf(["option", "meaning"], optionRows)}
${after !== "" && html`<pre>${after}</pre>`}
</section>
`;
}

function namesOf({ command, path }: Called): readonly Name[] {
	const options = helpOf(command)
		.visibleOptions(command)
		.map(({ long }) => ({ name: long ?? "", what: `option of ${path}`, anchor: optionAnchor(path, long) }));
	return [{ name: path, what: "command", anchor: anchorOf(path) }, ...options];
}

function optionAnchor(path: string, long: string | undefined): string {
	return `${anchorOf(path)}.${long ?? ""}`;
}

function helpOf(command: Command) {
	return Object.assign(command.createHelp(), command.configureHelp());
}

/** What a command's help says below its options: more about it, and an example. */
function afterHelp(command: Command): string {
	const written: string[] = [];
	command.configureOutput({ writeOut: (text) => written.push(text) });
	command.outputHelp();
	return written.slice(1).join("").trim();
}
