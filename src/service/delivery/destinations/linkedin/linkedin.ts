import type { Destination, Post, Posted, Work } from "../../destination.ts";
import { authorOf, callLinkedIn, type LinkedIn } from "./api.ts";
import { littleText } from "./little-text.ts";
import { prepareVideo } from "./prepare.ts";
import { publishVideo } from "./publish.ts";
import { settleVideo } from "./settle.ts";

/** Preparing may begin this long before the due time. */
const LEAD_MS = 60 * 60_000;
const LONGEST_TEXT = 3000;

/**
 * Posts to members and pages of LinkedIn: the video is uploaded ahead, and one call makes the post. Of a page
 * can be read whether it did; of a member only a person can tell.
 */
export function linkedin(parts: LinkedIn): Destination {
	return {
		kind: "linkedin",
		lead: { earliestMs: LEAD_MS, livesMs: null },
		keepsPrepared: true,
		check: (config) => problemsOf(parts, config),
		prepare: (work, from) => prepareVideo(parts, work, from),
		publish: (work, ready, arm) => publishVideo(parts, work, { ready, arm }),
		settle: (work, progress) => settleVideo(parts, work, progress),
		tidy: (work, posted) => closeComments(parts, work, posted),
	};
}

function problemsOf({ settings }: LinkedIn, config: Post["config"]): readonly string[] {
	const { length } = littleText(config);
	const isPrivate = config.visibility === "private" && !settings.privateToConnections;
	return [
		config.visibility === "unlisted" && "LinkedIn has no unlisted posts.",
		isPrivate &&
			"LinkedIn has no private posts; destinations.linkedin.private_to_connections posts them to the member's connections.",
		length > LONGEST_TEXT &&
			`LinkedIn takes ${LONGEST_TEXT} characters of text, tags and escapes included; this one has ${length}.`,
	].filter((each) => each !== false);
}

/** Comments that are there already go with it; it may be asked again. */
async function closeComments(linkedin: LinkedIn, work: Work, { id }: Posted): Promise<void> {
	if (work.post.config.allow_comment !== false || id === undefined) return;
	const actor = encodeURIComponent(authorOf(work.account));
	const path = `rest/socialMetadata/${encodeURIComponent(id)}?actor=${actor}`;
	const headers = { "x-restli-method": "PARTIAL_UPDATE" };
	const body = { patch: { $set: { commentsState: "CLOSED" } } };
	await callLinkedIn(linkedin, { path, body, headers, name: "comments" }, work);
}
