import { program } from "../../src/cli/program.ts";
import { html } from "../../src/page/views/html.ts";
import { renderReference } from "../../src/views/reference.ts";
import { commandsOf } from "./commands.ts";
import { renderMarkdown } from "./markdown.ts";
import { anchorOf, type Group, made, type Page } from "./page.ts";
import { readText } from "./sources.ts";

interface Kind {
	readonly schema: string;
	readonly group: Group;
	readonly title: string;
}

const KINDS: readonly Kind[] = [
	{ schema: "campaign", group: "Files", title: "Campaign: NAME.campaign.yaml" },
	{ schema: "shared", group: "Files", title: "Shared file: NAME.shared.yaml" },
	{ schema: "clips", group: "Files", title: "Reviewed clips: NAME.clips.yaml" },
	{ schema: "settings", group: "Files", title: "Settings: showrun.config.yaml" },
	{ schema: "state", group: "Files", title: "State: .showrun/state.json" },
	{ schema: "saved-plan", group: "Files", title: "Saved plan: plan --out FILE" },
];

/** A page for every kind of file, with a row for every key. */
export function schemaPages(): readonly Page[] {
	return KINDS.map(({ schema, group, title }) => {
		const { body, names } = fromSchema(schema, title);
		return { file: `${schema}.html`, title, group, body, names };
	});
}

/** What `--json` prints: the lines of plan and apply, and which commands have it. */
export function outputPage(): Page {
	const { body, names } = fromSchema("plan", "JSON output");
	const events = readText("src/model/event.ts")
		.replace(/^import .*\n/gm, "")
		.trim();
	const commands = commandsOf(program())
		.filter(({ command }) => command.options.some(({ long }) => long === "--json"))
		.map(({ path }) => html`<li><a href="commands.html#${anchorOf(path)}">${path}</a></li>`);
	const types = [...events.matchAll(/\btype: "([\w-]+)"/g)].map(([, type = ""]) => type);
	return {
		file: "output.html",
		title: "JSON output: --json",
		group: "Commands and output",
		body: html`${body}
<h2 id="events-of-a-run">Events of a run</h2>
<p>What <code>apply --json</code> prints while it works, a line each, and what programs get from
<a href="guide-program.html">showrun from a program</a>.</p>
<pre>${events}</pre>
<h2 id="commands-with-json">Commands with --json</h2>
<ul>${commands}</ul>`,
		names: [...names, ...types.map((name) => ({ name, what: "event of a run", anchor: "events-of-a-run" }))],
	};
}

function fromSchema(name: string, title: string) {
	const markdown = renderReference(JSON.parse(readText(`schemas/${name}.schema.json`)));
	const { body, names } = renderMarkdown(markdown.replace(/^# .*/, `# ${title}`), (href) => href);
	return {
		body: made(body.toString()),
		names: names.map((each) => ({ ...each, what: `${name}: ${each.what}` })),
	};
}
