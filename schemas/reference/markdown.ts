import { Marked, type Tokens } from "marked";
import { type Html, html } from "../../src/page/views/html.ts";
import { anchorOf, made, type Name } from "./page.ts";

/** Where a link of a Markdown file leads in the reference. */
export type Relink = (href: string) => string;

/** A page's body, and the keys that its tables explain. */
export interface Rendered {
	readonly body: Html;
	readonly names: readonly Name[];
}

/** HTML of a Markdown text; HTML in it is shown as text. Headings have anchors, and rows named by a key. */
export function renderMarkdown(text: string, relink: Relink): Rendered {
	const names: Name[] = [];
	const taken = new Map<string, number>();
	const unique = (wanted: string) => {
		const times = taken.get(wanted) ?? 0;
		taken.set(wanted, times + 1);
		return times === 0 ? wanted : `${wanted}-${times}`;
	};
	let section = { heading: "", anchor: "" };
	const renderer = {
		html: ({ text: shown }: Tokens.HTML | Tokens.Tag) => html`${shown}`.toString(),
		heading(this: Inline, { tokens, depth, text: plain }: Tokens.Heading) {
			const heading = plain.replaceAll("`", "");
			section = { heading, anchor: unique(anchorOf(heading)) };
			const inside = this.parser.parseInline(tokens);
			return `<h${depth} id="${section.anchor}">${inside}${linkTo(section.anchor)}</h${depth}>\n`;
		},
		table(this: Inline, { header, rows }: Tokens.Table) {
			const shown = rows.map((row): Row => {
				const cells = row.map(({ tokens }) => made(this.parser.parseInline(tokens)));
				const key = keyOf(row[0]?.text ?? "");
				if (key === undefined) return { cells };
				const anchor = unique(`${section.anchor}.${anchorOf(key)}`);
				names.push({ name: key, what: section.heading, anchor });
				return { cells, anchor };
			});
			return `${tableOf(
				header.map(({ text: head }) => head),
				shown,
			)}\n`;
		},
		link(this: Inline, { href, tokens }: Tokens.Link) {
			return html`<a href="${made(attribute(relink(href)))}">${made(this.parser.parseInline(tokens))}</a>`.toString();
		},
		image: ({ href, text: alt }: Tokens.Image) =>
			html`<img src="${made(attribute(relink(href)))}" alt="${alt}">`.toString(),
	};
	const body = new Marked({ gfm: true }).use({ renderer }).parse(text, { async: false });
	return { body: made(body), names };
}

interface Inline {
	readonly parser: { parseInline(tokens: Tokens.Generic[]): string };
}

/** The name that a cell holds and nothing else. */
function keyOf(cell: string): string | undefined {
	return /^`([^`]+)`$/.exec(cell)?.[1];
}

function attribute(text: string): string {
	return html`${text}`.toString();
}

function linkTo(anchor: string): string {
	return ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
}

/** A sentence with code in it, as descriptions of commands and requests have. */
export function renderSentence(text: string): Html {
	const shown = text
		.split(/(`[^`]+`)/)
		.map((part) => (/^`[^`]+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`));
	return html`${shown}`;
}

/** A row of a table. */
export interface Row {
	readonly cells: readonly Html[];
	readonly anchor?: string;
}

/** A table whose cells know the head of their column, for screens on which they stand below each other. */
export function tableOf(heads: readonly string[], rows: readonly Row[]): Html {
	const head = heads.map((each) => html`<th>${each}</th>`);
	const body = rows.map(({ cells, anchor }) => {
		const shown = cells.map((cell, at) => html`<td data-head="${heads[at] ?? ""}">${cell}</td>`);
		return anchor === undefined ? html`<tr>${shown}</tr>\n` : html`<tr id="${anchor}">${shown}</tr>\n`;
	});
	const headed = heads.some((each) => each !== "") && html`<thead><tr>${head}</tr></thead>`;
	return html`<div class="table"><table>${headed}<tbody>
${body}</tbody></table></div>`;
}
