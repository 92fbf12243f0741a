import type { AddressText } from "../model/address.ts";
import { defined } from "../model/defined.ts";
import type { PostState } from "../model/snapshot.ts";
import { desired } from "./desired/desired.ts";
import type { Wanting } from "./desired/wanted.ts";
import { askedOf, bodyWith, comparisonAt, isByHand, postDifferences } from "./handed-over.ts";

/** What became of a post that a person changed by hand to what its campaign says. */
export type EditedPost =
	| { readonly kind: "edited"; readonly state: PostState; readonly fields: readonly string[] }
	/** Nothing differs. */
	| { readonly kind: "same" }
	/** No such post is asked for and was handed over. */
	| { readonly kind: "unknown" }
	/** `field` cannot be changed by hand. */
	| { readonly kind: "other"; readonly field: string };

/** The post as it is once its texts and settings were changed by hand to what is asked for. */
export function editedPost(address: AddressText, world: Wanting): EditedPost {
	const state = world.snapshot.resources[address];
	const wanted = desired(world).find((each) => each.address === address);
	if (state?.kind !== "post" || wanted?.kind !== "post") return { kind: "unknown" };
	const { request } = state;
	const differences = postDifferences(wanted, state, comparisonAt(world.observed.now));
	const other = differences.find((each) => !isByHand(each));
	if (other !== undefined) return { kind: "other", field: other.field };
	if (differences.length === 0) return { kind: "same" };
	const said = { body: bodyWith(request.body, differences), recipe: wanted.recipe };
	const asked = askedOf(wanted, request.asked?.accountId);
	return {
		kind: "edited",
		state: { ...state, request: defined({ ...request, ...said, asked }) },
		fields: differences.map(({ field }) => field),
	};
}
