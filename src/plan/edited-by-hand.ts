import { type AddressText, matchAddress } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { Observed, PlanOptions } from "../model/observed.ts";
import type { PostState } from "../model/snapshot.ts";
import { desired } from "./desired/desired.ts";
import type { WantedPost, Wanting } from "./desired/wanted.ts";
import {
	askedOf,
	bodyWith,
	comparisonAt,
	heldUntil,
	isByHand,
	type PostDifference,
	postDifferences,
} from "./handed-over.ts";

/** What a person may have changed by hand. */
export interface EditedWorld extends Wanting {
	readonly options: Pick<PlanOptions, "replace" | "publishUpdate">;
}

/** What became of a post that a person changed by hand to what its campaign says. */
export type EditedPost = { readonly address: AddressText } & (
	| { readonly kind: "edited"; readonly state: PostState; readonly fields: readonly string[] }
	/**
	 * `same`: nothing differs; `not-out`: it failed or was cancelled; `changeable`: the next apply changes it;
	 * `other`: more differs than a person can change.
	 */
	| { readonly kind: "same" | "not-out" | "changeable" | "other" }
);

/**
 * The posts that an address or a glob names, once their texts and settings are those that are asked for. What
 * the service still holds has to be named itself: where the next apply changes it, no hand did.
 */
export function editedPosts(world: EditedWorld, selectors: readonly string[]): readonly EditedPost[] {
	const { resources } = world.snapshot;
	const comparison = comparisonAt(world.observed.now);
	return desired(world).flatMap((wanted): EditedPost[] => {
		const { address } = wanted;
		const state = resources[address];
		if (wanted.kind !== "post" || state?.kind !== "post") return [];
		const isHeld = heldUntil(state, world.observed.now) !== undefined;
		if (!selectors.some((each) => each === address || (!isHeld && matchAddress(each, address)))) return [];
		// An account that was renamed is no other one, and a name says nothing of texts.
		const differences = postDifferences(wanted, state, comparison).filter(({ code }) => code !== "account");
		return [{ address, ...editedPost(wanted, { state, differences }, world) }];
	});
}

type Without<Kind> = Kind extends EditedPost ? Omit<Kind, "address"> : never;

function editedPost(
	wanted: WantedPost,
	{ state, differences }: { readonly state: PostState; readonly differences: readonly PostDifference[] },
	{ observed, options }: { readonly observed: Observed } & Pick<EditedWorld, "options">,
): Without<EditedPost> {
	const { request, status } = state;
	if (status === "ERROR" || status === "CANCELLED") return { kind: "not-out" };
	const isUnderway = state.updating !== undefined || state.cancelling !== undefined;
	const isHeld = heldUntil(state, observed.now) !== undefined && options.publishUpdate === true;
	if (isHeld || isUnderway) return { kind: "changeable" };
	if (!differences.every(isByHand)) return { kind: "other" };
	if (differences.length === 0) return { kind: "same" };
	const { recipe } = wanted;
	const asked = askedOf(wanted, request.asked?.accountId);
	// The texts of a clip that is gone were not compared: what was asked for them is still to be done.
	const compared = wanted.isClipGone ? {} : { recipe, asked };
	const body = bodyWith(request.body, differences);
	return {
		kind: "edited",
		state: { ...state, request: defined({ ...request, ...compared, body }) },
		fields: differences.map(({ field }) => field),
	};
}
