import { looksLikeAddress } from "../../model/address.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { renderAbout } from "../../views/saved.ts";
import { inkOf, out } from "../terminal/terminal.ts";
import { type FormatFlags, plannedOutput } from "../wiring/plan-output.ts";
import { savedPlanAt } from "../wiring/saved-plan.ts";
import { showClips } from "./show-clips.ts";

interface ShowFlags extends FormatFlags {
	readonly in: string;
}

/**
 * `showrun show PLAN`: what a saved plan would do, and how long it may be applied; asks nobody. `showrun show
 * ADDRESS`: why clips are what they are.
 */
export async function show(path: string, flags: ShowFlags): Promise<void> {
	const saved = await savedPlanAt(path);
	if (saved === undefined && looksLikeAddress(path)) return showClips(path, flags);
	if (saved === undefined)
		throw new StopFault(`${path} is neither a saved plan nor an address.`, {
			remedy:
				"Save a plan: showrun plan --out plan.json\nOr name an address, as `showrun state list` prints it.",
		});
	const { plan, outlook, zones } = saved;
	const { outboxAccounts: accounts, draftAccounts: drafts } = saved;
	const outbox =
		saved.basis.service === "embedded" ? { folder: "outbox", ...defined({ accounts, drafts }) } : undefined;
	const ink = { ...inkOf(process.stdout), zones, ...defined({ detail: flags.detail, outbox }) };
	out(plannedOutput({ plan, outlook, limits: [] }, ink, flags));
	if (!flags.json && !flags.markdown) out(renderAbout(saved, { ...ink, now: Date.now() }));
}
