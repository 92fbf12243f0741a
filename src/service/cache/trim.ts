import type { Clock } from "../../system/clock.ts";
import type { Media } from "../media/media.ts";
import { bytesOf, type Piece, piecesIn } from "./entries.ts";
import { type Holders, heldBy } from "./in-use.ts";

/** The cache, how large it may be, and how long what nothing needs is kept. */
export interface Cache {
	readonly media: Media;
	readonly maxBytes: number;
	/** Milliseconds. */
	readonly unusedMs: number;
	readonly clock: Clock;
	/** How far the clock is ahead of the time that lifetimes are counted by. Absent: none goes by age. */
	readonly behindMs?: number;
}

/** What was made or sent this lately may be about to be used. */
const LATELY_MS = 3_600_000;

/**
 * Removes what was not used for too long, and what was not used for longest until the cache is within its
 * limit. What is in use stays, even past the limits.
 */
export async function trimCache(
	{ media, maxBytes, unusedMs, clock, behindMs = Number.POSITIVE_INFINITY }: Cache,
	holders: Holders,
): Promise<void> {
	const pieces = await piecesIn(media);
	const isUnused = ({ usedAt }: Piece) => Date.now() - behindMs - usedAt > unusedMs;
	let over = bytesOf(pieces) - maxBytes;
	if (over <= 0 && !pieces.some(isUnused)) return;
	const held = await heldBy(holders, clock.now());
	const free = pieces
		.filter(({ name, usedAt }) => !held.has(name) && isOld(usedAt))
		.sort((a, b) => a.usedAt - b.usedAt);
	for (const piece of free) {
		if (over <= 0 && !isUnused(piece)) return;
		if (await removed(media, piece)) over -= piece.bytes;
	}
}

/** Removes what these names stand for, unless something needs it. */
export async function removeUnneeded(
	names: ReadonlySet<string>,
	{ media, clock }: Pick<Cache, "media" | "clock">,
	holders: Holders,
): Promise<void> {
	if (names.size === 0) return;
	const held = await heldBy(holders, clock.now());
	for (const piece of await piecesIn(media))
		if (names.has(piece.name) && !held.has(piece.name) && isOld(piece.usedAt)) await removed(media, piece);
}

/** False: it was used meanwhile, or cannot be removed, which is in nobody's way. */
async function removed(media: Media, { files }: Piece): Promise<boolean> {
	const found = await Promise.all(files.map(media.find));
	if (!found.every((each) => each === undefined || isOld(each.usedAt))) return false;
	const gone = await Promise.all(
		files.map((name) =>
			media.remove(name).then(
				() => true,
				() => false,
			),
		),
	);
	return gone.every(Boolean);
}

/** By the clock of what keeps them: that of the service may be another one. */
function isOld(usedAt: number): boolean {
	return Date.now() - usedAt > LATELY_MS;
}
