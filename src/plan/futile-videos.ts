import type { AddressText } from "../model/address.ts";
import type { AttentionChange, Change, SubmitChange } from "../model/plan.ts";
import type { Resource } from "./desired/wanted.ts";

/**
 * The changes without tasks that nobody would get anything of: where each post of a video has a time that is
 * over, or no slot left, and it has no renditions. A video without posts is for download.
 */
export function withoutFutile(changes: readonly Change[], resources: readonly Resource[]): readonly Change[] {
	const over = new Set(changes.filter(isOver).map(({ address }) => address));
	if (over.size === 0) return changes;
	const futile = new Map<AddressText, boolean>();
	for (const resource of resources) {
		if (resource.kind !== "posts" && resource.kind !== "rendition") continue;
		const isFutile = resource.kind === "posts" && over.has(resource.address);
		futile.set(resource.video, isFutile && (futile.get(resource.video) ?? true));
	}
	return changes.map((change) => (isPaid(change) && futile.get(change.address) ? stopped(change) : change));
}

function isOver({ action, reason }: Change): boolean {
	return action === "attention" && (reason === "too-late" || reason === "slot-none");
}

/** What a person asks for by name is made whatever becomes of it. */
function isPaid(change: Change): change is SubmitChange {
	return (change.action === "submit" || change.action === "resubmit") && change.reason !== "replaced";
}

function stopped({ address, place }: SubmitChange): AttentionChange {
	const about = place === undefined ? {} : { place };
	return { address, ...about, action: "attention", reason: "posts-over", remedy: { code: "time-ahead" } };
}
