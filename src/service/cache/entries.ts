import type { ListedFile, Media } from "../media/media.ts";
import { CACHED } from "../media/names.ts";

/**
 * What is removed together: a rendered clip and what is told of it, a thumbnail, a source video, a
 * transcript.
 */
export interface Piece {
	/** As in `renders/NAME`, without the extensions of its files. */
	readonly name: string;
	/** Names of its files. */
	readonly files: readonly string[];
	readonly bytes: number;
	/** Epoch milliseconds of what keeps them. */
	readonly usedAt: number;
}

/** Files that belong here; what others put there stays. */
const OURS = /^([a-z]+\/[0-9a-f]{64})\.[a-z0-9]{1,5}$/;

/** Everything in the cache among the media. */
export async function piecesIn(media: Pick<Media, "list">): Promise<readonly Piece[]> {
	const found = new Map<string, Piece>();
	for (const folder of CACHED) for await (const file of media.list(folder)) add(found, file);
	return [...found.values()];
}

/** How many bytes pieces have together. */
export function bytesOf(pieces: readonly Piece[]): number {
	return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}

function add(found: Map<string, Piece>, file: ListedFile): void {
	const name = OURS.exec(file.name)?.[1];
	if (name === undefined) return;
	const { files = [], bytes = 0, usedAt = 0 } = found.get(name) ?? {};
	found.set(name, {
		name,
		files: [...files, file.name],
		bytes: bytes + file.bytes,
		usedAt: Math.max(usedAt, file.usedAt),
	});
}
