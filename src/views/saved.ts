import type { SavedPlan } from "../model/saved.ts";
import { type Ink, moment, paint, plain } from "./ink.ts";

/** What a saved plan was made from, and until when it may be applied. `now`: epoch milliseconds. */
export function renderAbout(saved: SavedPlan, ink: Ink & { readonly now: number }): string {
	const { basis, createdAt, expiresAt } = saved;
	const files = basis.campaigns.map(({ file }) => plain(file)).join(", ");
	const until = `${moment(expiresAt, "UTC")}`;
	const end = ink.now < expiresAt ? `may be applied until ${until}` : paint(ink).red(`expired on ${until}`);
	const about = `Saved plan ${plain(saved.id)} of ${files}, made on ${moment(createdAt, "UTC")}; ${end}.`;
	return `\n${about}\n`;
}

/** Where a plan was saved, and the command that applies it where it has something to apply. */
export function renderSaved(file: string, { expiresAt, plan }: SavedPlan): string {
	if (plan.changes.length === 0) return `\nSaved as ${plain(file)}. It has nothing to apply.\n`;
	return (
		`\nSaved as ${plain(file)}. To apply exactly this plan, once, within 24 hours ` +
		`(until ${moment(expiresAt, "UTC")}):\n  showrun apply ${plain(file)}\n`
	);
}
