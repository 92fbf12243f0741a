import type { AddressText } from "../../model/address.ts";
import { StopFault } from "../../model/fault.ts";
import { keysOf } from "../../model/keys.ts";
import type { PostState } from "../../model/snapshot.ts";
import { editedPost } from "../../plan/edited-by-hand.ts";
import { systemClock } from "../../system/clock.ts";
import { plain } from "../../views/ink.ts";
import { lines, out } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { optionsOf } from "../wiring/plan-options.ts";
import { storeOf } from "../wiring/store.ts";
import { openWorkspace, sourcesOf } from "../wiring/workspace.ts";

/** What is named, and where. */
interface Editing {
	readonly selectors: readonly string[];
	readonly flags: { readonly in: string; readonly json?: true };
	readonly signal: AbortSignal;
}

interface Edited {
	readonly address: AddressText;
	readonly state: PostState;
	readonly fields: readonly string[];
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
		const snapshot = writer.snapshot();
		const campaigns = await withKnownItems({ ...workspace, snapshot });
		const observed = { now: systemClock.now(), ...(await sourcesOf({ ...workspace, campaigns }, signal)) };
		const selection = { target: [], exclude: [], replace: [] };
		const options = optionsOf(workspace.settings, selection, { campaigns, snapshot });
		const world = { campaigns, snapshot, observed, options };
		const edited = selectors.map((selector) => mustBeEdited(selector, world));
		for (const { address, state, fields } of edited) {
			await writer.append({ type: "resource", address, at: observed.now, resource: state });
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

function mustBeEdited(text: string, world: Parameters<typeof editedPost>[1]): Edited {
	const address = keysOf(world.snapshot.resources).find((each) => each === text);
	const found = address === undefined ? undefined : editedPost(address, world);
	if (address === undefined || found === undefined || found.kind === "unknown")
		throw new StopFault(`No post that was handed over and is asked for has the address ${plain(text)}.`, {
			remedy: "See: showrun plan",
		});
	if (found.kind === "edited") return { address, ...found };
	if (found.kind === "same")
		throw new StopFault(`${address} says what the campaign says.`, { remedy: "Nothing has to be done." });
	throw new StopFault(`The ${found.field} of ${address} cannot be changed by hand.`, {
		remedy: "Restore what the campaign said.",
	});
}
