import type { Platform } from "../../model/account.ts";
import type { Path } from "../../yaml/plain-value.ts";
import { type Draft, valueAt } from "../../yaml/shape.ts";
import type { Target } from "../campaign.gen.ts";
import type { Inherited } from "../inherit.ts";
import { accountsOf, targetPath, textHomes } from "../posts.ts";
import { type RuleContext, videosOfPost } from "../rule-context.ts";
import type { RuleFinding } from "./finding.ts";

/** One field of what is said to an account, and where it is written. `shared`: to all platforms. */
export interface TargetField<Key extends keyof Target> {
	readonly value: NonNullable<Draft<Target>[Key]>;
	readonly path: Path;
	readonly shared: boolean;
}

/** One account of one post. */
export interface PostTo {
	readonly account: string;
	readonly platform: Platform;
	readonly path: Path;
	readonly homes: readonly Path[];
	readonly field: <Key extends keyof Target>(key: Key) => TargetField<Key> | undefined;
	readonly post: { readonly resolution?: string; readonly clips?: { readonly duration?: string } };
	readonly from: Inherited | undefined;
}

/** Asks a rule about every account of every post, once for each video that the post takes clips from. */
export function everyTarget(
	context: RuleContext,
	rule: (to: PostTo) => readonly RuleFinding[],
): RuleFinding[] {
	return Object.entries(context.draft.posts ?? {}).flatMap(([name, post = {}]) =>
		accountsOf(post.to).flatMap((account) => {
			const platform = context.draft.accounts?.[account]?.platform;
			if (platform === undefined) return [];
			const homes = textHomes(context, name, account);
			const path = targetPath(context, name, account);
			const about = { account, platform, path, homes, field: sayer(context, homes), post };
			const videos = videosOfPost(context, post, account);
			const froms = videos.length === 0 ? [undefined] : videos;
			return froms.flatMap((from) => rule({ ...about, from }));
		}),
	);
}

function sayer(context: RuleContext, homes: readonly Path[]): PostTo["field"] {
	return <Key extends keyof Target>(key: Key): TargetField<Key> | undefined => {
		const home = homes.find((each) => valueAt(context.draft, [...each, key]) !== undefined);
		if (home === undefined) return undefined;
		return {
			value: valueAt(context.draft, [...home, key]) as TargetField<Key>["value"],
			path: [...home, key],
			shared: home.at(-1) === "text",
		};
	};
}
