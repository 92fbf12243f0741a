import type { Platform } from "../../model/account.ts";
import type { Path } from "../../yaml/plain-value.ts";
import type { Draft } from "../../yaml/shape.ts";
import type { Post, Target } from "../campaign.gen.ts";
import type { Inherited } from "../inherit.ts";
import { accountsOf, type TextHome, targetPath, textHomes } from "../posts.ts";
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
	readonly homes: readonly TextHome[];
	readonly field: <Key extends keyof Target>(key: Key) => TargetField<Key> | undefined;
	readonly post: { readonly resolution?: string; readonly clips?: { readonly duration?: string } };
	readonly from: Inherited | undefined;
}

/** Looks at one account of one post. */
export type TargetRule = (to: PostTo, context: RuleContext) => readonly RuleFinding[];

/** Asks rules about every account of every post, once for each video that the post takes clips from. */
export function everyTarget(context: RuleContext, rules: readonly TargetRule[]): readonly RuleFinding[] {
	const found: RuleFinding[] = [];
	for (const [name, post = {}] of Object.entries(context.draft.posts ?? {}))
		for (const account of accountsOf(post.to))
			for (const to of targetsOf(context, { name, post, account }))
				for (const rule of rules) found.push(...rule(to, context));
	return found;
}

interface Named {
	readonly name: string;
	readonly post: Draft<Post>;
	readonly account: string;
}

function targetsOf(context: RuleContext, { name, post, account }: Named): readonly PostTo[] {
	const platform = context.draft.accounts?.[account]?.platform;
	if (platform === undefined) return [];
	const homes = textHomes(context, name, account);
	const path = targetPath(context, name, account);
	const about = { account, platform, path, homes, field: sayer(homes), post };
	const videos = videosOfPost(context, post, account);
	return videos.length === 0 ? [{ ...about, from: undefined }] : videos.map((from) => ({ ...about, from }));
}

function sayer(homes: readonly TextHome[]): PostTo["field"] {
	return <Key extends keyof Target>(key: Key): TargetField<Key> | undefined => {
		const home = homes.find(({ said }) => said[key] !== undefined);
		const value = home?.said[key];
		if (home === undefined || value === undefined) return undefined;
		return { value, path: [...home.path, key], shared: home.path.at(-1) === "text" };
	};
}
