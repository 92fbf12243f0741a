import { matchAddress } from "../../model/address.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { ResourceState, Snapshot } from "../../model/snapshot.ts";
import { addressesOf } from "../../plan/moves.ts";
import { renderAbout, renderResources } from "../../views/state.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { inkOf, lines, out } from "../terminal/terminal.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { plainStoreOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface ReadFlags {
	readonly in: string;
	readonly json?: true;
}

/**
 * `showrun state list`: what is known, or the part of it that globs name. Does not ask whether the state is
 * the newest one.
 */
export async function listState(globs: readonly string[], flags: ReadFlags): Promise<void> {
	const snapshot = await stateIn(flags);
	const all = Object.entries(snapshot.resources).sort(([a], [b]) => (a < b ? -1 : 1));
	for (const glob of globs) mustNameSomething(glob, snapshot);
	const wanted = all.filter(
		([address]) => globs.length === 0 || globs.some((glob) => matchAddress(glob, address)),
	);
	out(
		flags.json
			? lines(wanted.map(([address, resource]) => asLine(address, resource)))
			: renderResources(wanted),
	);
}

/** `showrun state show`: everything that is known of one address. */
export async function showState(address: string, flags: ReadFlags): Promise<void> {
	const snapshot = await stateIn(flags);
	const known = { ...snapshot.leftTasks, ...snapshot.resources };
	const resource = Object.entries(known).find(([each]) => each === address)?.[1];
	const operations = Object.values(snapshot.operations).filter((operation) => operation.address === address);
	const moments = snapshot.ledger.filter((moment) => moment.address === address);
	if (resource === undefined && operations.length + moments.length === 0)
		throw unknownAddress(address, snapshot);
	const about = { address, resource, operations, moments };
	out(flags.json ? lines([{ type: "known", ...about }]) : renderAbout(about, inkOf(process.stdout)));
}

/** A fault for an address that state does not know. */
export function unknownAddress(address: string, snapshot: Snapshot): StopFault {
	const known = addressesOf(snapshot);
	return new StopFault(`\`${address}\` is not in the state.`, {
		remedy:
			known.length === 0
				? "The state is empty."
				: `${didYouMean(address, known, "Addresses")}\nSee: showrun state list`.trim(),
	});
}

function mustNameSomething(glob: string, snapshot: Snapshot): void {
	if (!addressesOf(snapshot).some((address) => matchAddress(glob, address)))
		throw unknownAddress(glob, snapshot);
}

async function stateIn(flags: ReadFlags): Promise<Snapshot> {
	const settings = await settingsIn(flags.in, { keyless: true });
	return lookAtState(settings, plainStoreOf(settings));
}

function asLine(address: string, { kind, status, taskId }: ResourceState): object {
	return { type: "resource", address, kind, status, ...defined({ taskId }) };
}
