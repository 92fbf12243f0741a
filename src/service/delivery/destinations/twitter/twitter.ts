import type { Destination, Post } from "../../destination.ts";
import type { Twitter } from "./api.ts";
import { prepareVideo } from "./prepare.ts";
import { publishVideo, textOf } from "./publish.ts";
import { settleVideo } from "./settle.ts";

/** Preparing may begin this long before the due time. */
const LEAD_MS = 60 * 60_000;
/** An uploaded video can be posted for 24 hours. */
const LIVES_MS = 20 * 3_600_000;

/**
 * Posts to X: the video is uploaded ahead, and one call makes the post. Nothing says whether a call whose
 * answer was lost made one but the list of the account's posts, where the video is looked for.
 */
export function twitter(tools: Omit<Twitter, "absent">): Destination {
	const parts: Twitter = { ...tools, absent: new Map() };
	return {
		kind: "twitter",
		lead: { earliestMs: LEAD_MS, livesMs: LIVES_MS },
		keepsPrepared: true,
		check: problemsOf,
		prepare: (work, from) => prepareVideo(parts, work, from),
		publish: (work, ready, arm) => publishVideo(parts, work, { ready, arm }),
		settle: (work, progress) => settleVideo(parts, work, progress),
	};
}

function problemsOf(config: Post["config"]): readonly string[] {
	const { visibility } = config;
	return [
		(visibility === "private" || visibility === "unlisted") && `X has no ${visibility} posts.`,
		textOf(config) === "" && "A post on X needs a description, a title or tags.",
	].filter((each) => each !== false);
}
