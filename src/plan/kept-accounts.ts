import { type AddressText, type PostAddress, parseAddress, withoutMoment } from "../model/address.ts";
import type { Post } from "../model/campaign.ts";
import { entriesOf } from "../model/keys.ts";
import type { PlanNote } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** A post that the service holds for an account that its entry no longer names, and that is to go out. */
export interface StayingPost {
	readonly address: AddressText;
	readonly post: Post;
}

/** Says what stays: one note an entry and account. */
export function keptAccountNotes(staying: readonly StayingPost[]): readonly PlanNote[] {
	const found = new Map<AddressText, StayingPost[]>();
	for (const each of staying) {
		const target = withoutMoment(each.address);
		found.set(target, [...(found.get(target) ?? []), each]);
	}
	return [...found].flatMap(([address, posts]): PlanNote[] => {
		const [first] = posts;
		const target = parseAddress(address);
		if (first === undefined || target?.kind !== "post") return [];
		const finding = { code: "kept-account", posts: posts.length, account: target.account } as const;
		return [{ rule: "kept-account", finding, address, place: first.post.place }];
	});
}

/**
 * Tells whether a post of the same clip was made for another account of its entry while that said
 * `keep: true`.
 */
export function keptBeside({ resources }: Pick<Snapshot, "resources">): (post: PostAddress) => boolean {
	let keeping: ReadonlySet<string> | undefined;
	return (post) => {
		keeping ??= new Set(
			entriesOf(resources).flatMap(([text, state]) => {
				if (state.kind !== "post" || state.withdrawn || !state.request.asked?.keeps) return [];
				const address = parseAddress(text);
				return address?.kind === "post" ? [nameWithoutAccount(address)] : [];
			}),
		);
		return keeping.has(nameWithoutAccount(post));
	};
}

/** A post less its account. */
export function nameWithoutAccount({ campaign, item, video, moment, occurrence }: PostAddress): string {
	const span = moment === "*" ? [] : [moment.from, moment.to];
	return JSON.stringify([campaign, item, video, ...span, occurrence]);
}
