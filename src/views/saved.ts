import type { SavedPlan } from "../model/saved.ts";
import type { PlanInk } from "./change.ts";
import { moment, paint, plain } from "./ink.ts";
import { renderPlan } from "./plan.ts";

/** A saved plan: its changes, what it was made from, and until when it may be applied. `now`: epoch milliseconds. */
export function renderSavedPlan(saved: SavedPlan, ink: PlanInk & { readonly now: number }): string {
	const { basis, createdAt, expiresAt } = saved;
	const files = basis.campaigns.map(({ file }) => plain(file)).join(", ");
	const until = `${moment(expiresAt, "UTC")}`;
	const end = ink.now < expiresAt ? `may be applied until ${until}` : paint(ink).red(`expired on ${until}`);
	const about = `Saved plan ${plain(saved.id)} of ${files}, made on ${moment(createdAt, "UTC")}; ${end}.`;
	return `${renderPlan(saved.plan, ink, saved.outlook)}\n${about}\n`;
}

/** Where a plan was saved, and the command that applies it. */
export function renderSaved(file: string, { expiresAt }: SavedPlan): string {
	return `\nSaved as ${plain(file)}. Within 24 hours (until ${moment(expiresAt, "UTC")}) this does exactly that, once:\n  showrun apply ${plain(file)}\n`;
}
