import { VERSION } from "../../src/cli/version.ts";
import { type Html, html } from "../../src/page/views/html.ts";
import type { Group, Name, Page } from "./page.ts";

const GROUPS: readonly Group[] = ["Files", "Commands and output", "Service", "Guides", "Explanations"];

/** The pages by what they are about. */
export function contentsBody(pages: readonly Page[]): Html {
	const group = (name: Group) => {
		const links = pages
			.filter((page) => page.group === name)
			.map(({ file, title }) => html`<li><a href="${file}">${title}</a></li>`);
		return html`<h2>${name}</h2><ul>${links}</ul>`;
	};
	return html`<h1>showrun ${VERSION}: reference</h1>
<p>Every key of every file, every rule, command and option, every line of JSON and every request, as the program itself
declares them. <a href="names.html">All names on one page</a> is where to search with the browser: press Ctrl+F or Cmd+F there.</p>
${GROUPS.map(group)}`;
}

/** Everything that has a name, by the alphabet, with what it is. */
export function namesBody(pages: readonly Page[]): Html {
	const all = pages.flatMap(({ file, names }) => names.map((name) => ({ ...name, file })));
	const letters = [...new Set(all.map(({ name }) => initialOf(name)))].sort();
	const jumps = letters.map((letter) => html`<a href="#${anchorOfLetter(letter)}">${letter}</a> `);
	const lists = letters.map((letter) => {
		const names = all.filter(({ name }) => initialOf(name) === letter);
		const items = names
			.sort(byName)
			.map(
				({ name, what, anchor, file }) =>
					html`<li><a href="${file}#${anchor}"><code>${name}</code></a> <small>${what}</small></li>\n`,
			);
		return html`<h2 id="${anchorOfLetter(letter)}">${letter}</h2><ul class="names">${items}</ul>`;
	});
	return html`<h1>All names</h1><p>${all.length} names. Search this page with the browser: Ctrl+F or Cmd+F.</p>
<p>${jumps}</p>${lists}`;
}

function byName(one: Name, other: Name): number {
	return bare(one.name).localeCompare(bare(other.name), "en") || one.what.localeCompare(other.what, "en");
}

function bare(name: string): string {
	return name.replace(/^[^\p{L}]+/u, "");
}

function initialOf(name: string): string {
	return bare(name).slice(0, 1).toUpperCase() || "Others";
}

function anchorOfLetter(letter: string): string {
	return `letter-${letter.toLowerCase()}`;
}
