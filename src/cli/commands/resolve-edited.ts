import { matchAddress } from "../../model/address.ts";
import { StopFault } from "../../model/fault.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { asDeclared } from "../../plan/as-declared.ts";
import { type EditedPost, type EditedWorld, editedPosts } from "../../plan/edited-by-hand.ts";
import { systemClock } from "../../system/clock.ts";
import { plain } from "../../views/ink.ts";
import { lines, out } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { optionsOf } from "../wiring/plan-options.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace, sourcesOf, type Workspace } from "../wiring/workspace.ts";

/** What is named, and where. */
interface Editing {
	readonly selectors: readonly string[];
	readonly flags: { readonly in: string; readonly json?: true };
	readonly signal: AbortSignal;
}

/**
 * `showrun resolve ADDRESS --edited`: what the campaign says of posts counts as what they say, because a
 * person changed them by hand: all that are named, or none of them.
 */
export async function resolveEdited({ selectors, flags, signal }: Editing): Promise<void> {
	if (selectors.length === 0)
		throw new StopFault("resolve --edited needs the addresses of posts.", {
			remedy: "Add them, as `showrun plan` prints them.",
		});
	const workspace = await openWorkspace({ paths: flags.in === "." ? [] : [flags.in] }, signal, {
		keyless: true,
	});
	const command = ["showrun resolve --edited", ...selectors].join(" ");
	const writer = await storeOf(workspace.settings).open({ command, waitMs: 0, signal });
	try {
		const { world, moves } = asDeclared(await worldOf(workspace, writer.snapshot(), signal));
		const edited = mustBeEdited(selectors, world);
		const at = world.observed.now;
		if (moves.length > 0) await writer.append({ type: "moved", moves, at });
		for (const { address, state, fields } of edited) {
			await writer.append({ type: "resource", address, at, resource: state });
			out(
				flags.json
					? lines([{ type: "resolved", address, as: "edited", fields }])
					: `${plain(address)}: resolved as edited (${fields.join(", ")}).\n`,
			);
		}
	} finally {
		await writer.close();
	}
}

async function worldOf(workspace: Workspace, snapshot: Snapshot, signal: AbortSignal): Promise<EditedWorld> {
	const campaigns = await withKnownItems({ ...workspace, snapshot });
	const observed = { now: systemClock.now(), ...(await sourcesOf({ ...workspace, campaigns }, signal)) };
	const selection = { target: [], exclude: [], replace: [] };
	const options = optionsOf(workspace.settings, selection, { campaigns, snapshot });
	return { campaigns, snapshot, observed, options };
}

type Edited = Extract<EditedPost, { readonly kind: "edited" }>;

/** All that are named, or none of them. Of those that a glob names, what differs. */
function mustBeEdited(selectors: readonly string[], world: EditedWorld): readonly Edited[] {
	const found = editedPosts(world, selectors);
	const edited = found.filter((each): each is Edited => each.kind === "edited");
	const foreign = selectors.find(
		(each) => !edited.some(({ address }) => address === each || matchAddress(each, address)),
	);
	if (foreign === undefined) return edited;
	const [first] = found.filter(({ address }) => address === foreign || matchAddress(foreign, address));
	if (first === undefined)
		throw new StopFault(`No post that was handed over and is asked for has the address ${plain(foreign)}.`, {
			remedy: "See: showrun plan",
		});
	throw new StopFault(`${plain(first.address)}: ${WHY_NOT[first.kind]}`, { remedy: "See: showrun plan" });
}

const WHY_NOT: Readonly<Record<EditedPost["kind"], string>> = {
	edited: "it was changed.",
	same: "it says what the campaign says.",
	"not-out": "it was not posted, so it cannot have been edited.",
	changeable: "the service still changes it, with the next apply.",
	other: "more than its texts and settings differs, which nobody can change by hand.",
};
