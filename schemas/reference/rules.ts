import { RULE_IDS, RULES, type RuleId } from "../../src/model/rules.ts";
import { type Html, html } from "../../src/page/views/html.ts";
import { renderRule } from "../../src/views/explain.ts";
import { renderSentence, tableOf } from "./markdown.ts";
import type { Page } from "./page.ts";

/** Wide enough that a browser wraps the lines, not the view. */
const INK = { colour: false, width: 10_000 } as const;
const LABELLED = /^(What to do|Severity|Override|Formerly|Source): +(.*)$/;

/** Every rule as `showrun explain` shows it. */
export function rulesPage(): Page {
	return {
		file: "rules.html",
		title: "Rules",
		group: "Files",
		body: html`<h1>Rules</h1>
<p>What <a href="commands.html#showrun-validate">validate</a> and <a href="commands.html#showrun-plan">plan</a> check.
<a href="commands.html#showrun-explain">explain</a> shows the same in a terminal; <code>rules</code> of a
<a href="campaign.html">campaign</a> or of the <a href="settings.html">settings</a> changes a severity.</p>
${RULE_IDS.map(section)}`,
		names: RULE_IDS.map((id) => ({ name: id, what: `rule: ${RULES[id].title}`, anchor: id })),
	};
}

function section(id: RuleId): Html {
	const [, ...lines] = renderRule(id, INK).trim().split("\n");
	const limits = lines.filter((line) => line.startsWith("- ")).map((line) => html`<li>${line.slice(2)}</li>`);
	const labelled = lines.flatMap((line) => {
		const [, label, text] = LABELLED.exec(line) ?? [];
		return label === undefined || text === undefined
			? []
			: [{ cells: [html`${label}`, renderSentence(text)] }];
	});
	return html`<section id="${id}">
<h2><code>${id}</code> <a class="anchor" href="#${id}" aria-label="Link to this rule">#</a></h2>
<p><b>${renderSentence(RULES[id].title)}</b></p>
<p>${renderSentence(RULES[id].why)}</p>
${limits.length > 0 && html`<ul>${limits}</ul>`}
${tableOf(["", ""], labelled)}
</section>
`;
}
