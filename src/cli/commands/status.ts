import { pendingReviews } from "../../plan/pending.ts";
import { renderStatus } from "../../views/status.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../inputs.ts";
import { storeOf } from "../store.ts";
import { inkOf, out, stopSignal } from "../terminal.ts";
import { openSettings, readableCampaigns } from "../workspace.ts";

/** `showrun status`: what state says, and which clips wait for a person, without asking anyone. Exit code 4 while an outcome is unknown. */
export async function status(paths: readonly string[], flags: InputFlags & { readonly json?: true }): Promise<void> {
	const settings = await openSettings(paths);
	const snapshot = await storeOf(settings).read();
	const reviews = pendingReviews(await readableCampaigns(paths, stopSignal(), flags), snapshot);
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	out(flags.json ? `${JSON.stringify({ type: "status", ...snapshot, reviews })}\n` : renderStatus(snapshot, { ...inkOf(process.stdout), zone, reviews }));
	if (Object.keys(snapshot.operations).length > 0) throw new Exit(EXIT.unknown);
	if (Object.values(snapshot.resources).some(({ status }) => status === "FAILED" || status === "ERROR")) throw new Exit(EXIT.partly);
}
