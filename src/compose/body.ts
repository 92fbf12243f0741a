import type { AccountRef } from "../model/account.ts";
import type { Campaign, PostTarget, Video } from "../model/campaign.ts";
import type { Clip } from "../model/clip.ts";
import type { PostBody } from "../model/post.ts";
import { fill, listOf, type Scope, textOf } from "./template.ts";

/** Everything a template may name. `checkTexts` compares against this list. */
export const VARIABLES = [
	...["clip.title", "clip.description", "clip.tags", "clip.score", "clip.rank", "clip.begin", "clip.end", "clip.seconds"],
	...["video.name", "campaign.name", "account.name", "account.platform", "account.username"],
] as const;

/** What one post is about. */
export interface Subject {
	readonly campaign: Campaign;
	readonly video: Video;
	readonly clip: Clip;
	readonly account: AccountRef;
}

/** Either the finished body, or why it cannot be sent. */
export type Composed = { readonly body: PostBody; readonly problem?: undefined } | { readonly problem: string; readonly body?: undefined };

/** Fills in a target's templates for one clip and checks what only the filled-in text can show. */
export function compose(target: PostTarget, subject: Subject): Composed {
	try {
		const body = bodyOf(target, scopeOf(target, subject));
		const problem = missingText(body, subject.account);
		return problem === undefined ? { body } : { problem };
	} catch (error) {
		return { problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
	}
}

function bodyOf(target: PostTarget, scope: Scope): PostBody {
	const { title, description, tags, ...rest } = target.body;
	return {
		...rest,
		...(title !== undefined && { title: textOf(fill(title, scope)).trim() }),
		...(description !== undefined && { description: textOf(fill(description, scope)).trim() }),
		...(tags !== undefined && { tags: tagsOf(tags, scope) }),
	};
}

function tagsOf(tags: string | readonly string[], scope: Scope): string[] {
	const filled = typeof tags === "string" ? listOf(fill(tags, scope)) : tags.flatMap((tag) => listOf(textOf(fill(tag, scope))));
	return [...new Set(filled.map((tag) => tag.replace(/^#/, "")))];
}

function scopeOf(target: PostTarget, { campaign, video, clip, account }: Subject): Scope {
	const { from, to } = clip.moment;
	return {
		clip: {
			title: clip.title,
			description: clip.description,
			tags: clip.tags,
			score: clip.score,
			rank: clip.idx,
			begin: from / 1000,
			end: to / 1000,
			seconds: Math.round((to - from) / 1000),
		},
		video: { name: video.name },
		campaign: { name: campaign.name },
		account: { name: target.account, platform: account.platform, username: account.username },
	};
}

/** Interface 2.7: YouTube needs a title, TikTok a description; a template may have come out empty. */
function missingText(body: PostBody, account: AccountRef): string | undefined {
	if (account.platform === "youtube" && !body.title) return "The title came out empty, and YouTube needs one.";
	if (account.platform === "tiktok" && !body.description) return "The description came out empty, and TikTok needs one.";
	return undefined;
}
