import type { AddressText } from "../../model/address.ts";
import { StopFault } from "../../model/fault.ts";
import { keysOf } from "../../model/keys.ts";
import type { Relocation } from "../../model/relocation.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { addressesOf, renamerBetween } from "../../plan/moves.ts";
import type { StateWriter } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import { counted, plain } from "../../views/ink.ts";
import { err, out, stopSignal } from "../terminal/terminal.ts";
import { storeOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";
import { unknownAddress } from "./state-read.ts";

interface WriteFlags {
	readonly in: string;
}

/** `showrun state mv`: what is known under one name is known under another. */
export async function moveState(from: string, to: string, flags: WriteFlags): Promise<void> {
	await holding("showrun state mv", flags, async (writer) => {
		const moves = movesOf(from, to, writer.snapshot());
		await writer.append({ type: "moved", moves, at: systemClock.now() });
		out(moves.map((move) => `${plain(move.from)}\n  is now ${plain(move.to)}\n`).join(""));
		err(
			"Nothing was sent. Use the new name in the campaign too, or the next apply starts again under the old one.\n",
		);
	});
}

/** `showrun state rm`: forgets a resource, never a posted moment. */
export async function forgetState(address: string, flags: WriteFlags): Promise<void> {
	await holding("showrun state rm", flags, async (writer) => {
		const snapshot = writer.snapshot();
		const open = Object.values(snapshot.operations).find((operation) => operation.address === address);
		if (open) throw unresolved(open);
		const all = [...keysOf(snapshot.resources), ...keysOf(snapshot.leftTasks ?? {})];
		const known = all.find((each) => each === address);
		if (known === undefined) throw unknownAddress(address, snapshot);
		await writer.append({ type: "forget", address: known, at: systemClock.now() });
		const moments = snapshot.ledger.filter((moment) => moment.address === address).length;
		const kept =
			moments === 0
				? ""
				: ` ${counted(moments, "posted moment")} of it stay${moments === 1 ? "s" : ""} in the ledger and ` +
					`${moments === 1 ? "is" : "are"} not posted again.`;
		out(`Removed ${plain(address)} from the state. Nothing was undone at the service.${kept}\n`);
	});
}

async function holding(
	command: string,
	flags: WriteFlags,
	work: (writer: StateWriter) => Promise<void>,
): Promise<void> {
	const settings = await settingsIn(flags.in, { keyless: true });
	const writer = await storeOf(settings).open({ command, waitMs: 0, signal: stopSignal() });
	try {
		await work(writer);
	} finally {
		await writer.close();
	}
}

function unresolved({ id, address }: { readonly id: string; readonly address: AddressText }): StopFault {
	return new StopFault(`${address} has an attempt with an unknown outcome, and is not removed.`, {
		remedy: `Resolve it first: showrun resolve ${id} --posted | --not-posted | --abandon`,
	});
}

/**
 * The addresses that get another name. Throws `StopFault` for one that is not there, is taken, or is of
 * another kind.
 */
function movesOf(from: string, to: string, snapshot: Snapshot): readonly Relocation[] {
	const rename = renamerBetween(from, to);
	if (rename === undefined) throw otherKind(from, to);
	const known = addressesOf(snapshot);
	const moves = known
		.map((address) => ({ from: address, to: rename(address) }))
		.filter((move) => move.from !== move.to);
	if (moves.length === 0) throw unknownAddress(from, snapshot);
	const leaving = new Set(moves.map((move) => move.from));
	const taken = moves.find((move) => known.includes(move.to) && !leaving.has(move.to));
	if (taken === undefined) return moves;
	throw new StopFault(`\`${taken.to}\` already exists in the state.`, {
		remedy: "Choose another name, or remove the existing entry: showrun state rm",
	});
}

function otherKind(from: string, to: string): StopFault {
	return new StopFault(`\`${from}\` cannot become \`${to}\`.`, {
		remedy:
			"Both must be of one kind in one campaign: k.video.NAME, k.rendition.VIDEO.NAME, k.post.NAME, " +
			"or one post as `showrun state list` prints it.",
	});
}
