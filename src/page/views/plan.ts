import type { Applying, PagePlan } from "../port.ts";
import type { Visitor } from "../session/roles.ts";
import { may } from "../session/roles.ts";
import { fromTerminal } from "./from-terminal.ts";
import { type Html, html, type Part } from "./html.ts";
import { type Frame, writing } from "./layout.ts";
import { relative } from "./status-pill.ts";

interface PlanPage {
	readonly plan: PagePlan;
	readonly applying: Applying | undefined;
	readonly mode: "ui" | "watch";
	readonly now: number;
}

/** The plan as the command prints it, and its apply behind a confirmation. */
export function planPage({ plan, applying, mode, now }: PlanPage, frame: Frame): Html {
	return html`<div data-live="plan">
${applying && applyingPart(applying, now)}
<pre class="terminal" tabindex="0" aria-label="The plan">${fromTerminal(plan.text)}</pre>
${applyForm({ plan, mode, busy: applying !== undefined && applying.ended === undefined }, frame)}
</div>`;
}

interface Applicable {
	readonly plan: PagePlan;
	readonly mode: "ui" | "watch";
	readonly busy: boolean;
}

function applyForm({ plan, mode, busy }: Applicable, frame: Frame): Part {
	if (mode === "watch")
		return html`<p class="dim">showrun watch applies this by itself; starting it approved what the campaigns ask for.</p>`;
	if (busy) return html`<p class="dim">An apply is under way; the plan is made anew when it has ended.</p>`;
	if (plan.id === undefined) return html`<p class="dim">${plan.why ?? "There is nothing to apply."}</p>`;
	if (!mayApply(frame.visitor)) return html`<p class="dim">Applying it needs the role <code>run</code>.</p>`;
	return html`<details class="confirm"><summary class="button">Apply this plan …</summary>
<form method="post" action="apply">${writing(frame)}<input type="hidden" name="plan" value="${plan.id}">
<p>This carries out the plan above and no more: where it gives a range, such as 0–5 to publish, the range is kept. If anything has changed in the meantime it is refused, and you see the new plan. Posts become public.</p>
<label class="check"><input type="checkbox" name="yes" value="yes" required> I have read the plan</label>
<button class="strong">Apply</button></form></details>`;
}

function mayApply({ role }: Visitor): boolean {
	return may(role, "run");
}

function applyingPart({ by, startedAt, text, ended }: Applying, now: number): Html {
	const state = ended === undefined ? "is under way" : ended.ok ? "has ended well" : "has ended";
	const kind = ended === undefined ? "warn" : ended.ok ? "good" : "bad";
	return html`<section aria-labelledby="applying"><h2 id="applying">Apply</h2>
<p class="notice ${kind}" role="status">The apply that ${by} started ${relative(startedAt, now)} ${state}.</p>
<pre class="terminal" tabindex="0" aria-label="What the apply printed">${fromTerminal(`${text}${ended?.text ?? ""}`)}</pre></section>`;
}
