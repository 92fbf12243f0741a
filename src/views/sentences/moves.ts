import type { Move } from "../../model/campaign.ts";

/** Entries of `moved` as they are pasted into a campaign. */
export function writtenMoves(moves: readonly Pick<Move, "from" | "to">[]): string {
	return moves.map(({ from, to }) => `{ from: ${quoted(from)}, to: ${quoted(to)} }`).join(", ");
}

/** The key of a video has quotes and brackets, which mean something else in YAML. */
function quoted(name: string): string {
	return name.includes("[") ? `'${name}'` : name;
}
