import { lstat, rm } from "node:fs/promises";
import type { Clock } from "../../system/clock.ts";
import { bytesOf, type Piece, piecesIn } from "./entries.ts";
import { type Holders, heldBy } from "./in-use.ts";

/** The cache, and how large it may be. */
export interface Cache {
	readonly data: string;
	readonly maxBytes: number;
	readonly clock: Clock;
}

/** What was made or sent this lately may be about to be used. */
const LATELY_MS = 3_600_000;

/**
 * Removes what was not used for longest until the cache is within its limit. What is in use stays, even past
 * the limit.
 */
export async function trimCache({ data, maxBytes, clock }: Cache, holders: Holders): Promise<void> {
	const pieces = await piecesIn(data);
	let over = bytesOf(pieces) - maxBytes;
	if (over <= 0) return;
	const held = await heldBy(holders, clock.now());
	const free = pieces
		.filter(({ name, usedAt }) => !held.has(name) && isOld(usedAt))
		.sort((a, b) => a.usedAt - b.usedAt);
	for (const piece of free) {
		if (over <= 0) return;
		if (await removed(piece)) over -= piece.bytes;
	}
}

/** False: it was used meanwhile, or cannot be removed, which is in nobody's way. */
async function removed({ paths }: Piece): Promise<boolean> {
	const found = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
	if (!found.every((each) => each === undefined || isOld(each.mtimeMs))) return false;
	const gone = await Promise.all(
		paths.map((path) =>
			rm(path, { force: true }).then(
				() => true,
				() => false,
			),
		),
	);
	return gone.every(Boolean);
}

/** By the clock of the file system: that of the service may be another one. */
function isOld(usedAt: number): boolean {
	return Date.now() - usedAt > LATELY_MS;
}
