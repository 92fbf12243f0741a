import { type AddressText, withoutMoment } from "../model/address.ts";
import type { PlanNote } from "../model/plan.ts";
import type { Resource, WantedPost } from "./desired/wanted.ts";

/**
 * Posts that keep their places only because they were handed over, by what would take them: one note a target
 * of a post entry.
 */
export function keptPlaces(resources: readonly Resource[]): readonly PlanNote[] {
	const found = new Map<AddressText, WantedPost[]>();
	for (const resource of resources) {
		if (resource.kind !== "post" || resource.outranked === undefined || resource.occurrence > 1) continue;
		const target = withoutMoment(resource.address);
		found.set(target, [...(found.get(target) ?? []), resource]);
	}
	return [...found].flatMap(([address, posts]): PlanNote[] => {
		const [first] = posts;
		if (first?.outranked === undefined) return [];
		const finding = { code: "kept-places", posts: posts.length, cause: first.outranked } as const;
		return [{ rule: "kept-places", finding, address, place: first.place }];
	});
}
