import type { SettingLine } from "../port.ts";
import { type Html, html } from "./html.ts";

/** The settings in effect, to be read only. */
export function settingsPage(lines: readonly SettingLine[]): Html {
	const sections = [...new Set(lines.map(sectionOf))];
	return html`<div data-live="settings">${sections.map(
		(section) => html`<section aria-labelledby="s-${section}"><h2 id="s-${section}">${section}</h2>
<dl class="facts-list">${lines.filter((line) => sectionOf(line) === section).map(({ name, value }) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl></section>`,
	)}</div>`;
}

function sectionOf({ name }: SettingLine): string {
	return name.split(".", 1)[0] ?? "";
}
