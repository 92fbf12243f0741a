import type { Move } from "../../model/campaign.ts";

/** Entries of `moved` as they are pasted into a campaign. */
function writtenMoves(moves: readonly Pick<Move, "from" | "to">[]): string {
	return moves.map(({ from, to }) => `{ from: ${quoted(from)}, to: ${quoted(to)} }`).join(", ");
}

/** The line that declares what was renamed. A campaign beside that was not loaded may have the old name. */
export function declareMoves(moves: readonly Pick<Move, "from" | "to">[]): string {
	const isCampaign = moves.some(({ from }) => from.startsWith("campaign."));
	const renamed = isCampaign ? "the campaign was renamed, and none has its old name" : "it was renamed";
	return `If ${renamed}, add to the top of the campaign: \`moved: [${writtenMoves(moves)}]\`.`;
}

/** The key of a video has quotes and brackets, which mean something else in YAML. */
function quoted(name: string): string {
	return name.includes("[") ? `'${name}'` : name;
}
