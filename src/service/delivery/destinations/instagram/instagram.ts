import type { InstagramSettings } from "../../../../model/platform-settings.ts";
import { fieldsOf } from "../../../store/json.ts";
import type { Destination, DestinationRefusal, Post, Work } from "../../destination.ts";
import { captionOf } from "../caption.ts";
import { callGraph, type Graph, graphId } from "../meta/graph.ts";
import { openReels } from "../meta/open-reels.ts";
import type { Reels } from "../meta/reels.ts";
import { lookIn } from "./container.ts";
import { findMedia } from "./media.ts";

/** What this destination works with. */
export interface Instagram extends Omit<Graph, "title"> {
	readonly settings: InstagramSettings;
}

/** Of a caption; read 2026-11-22: Instagram Platform, content publishing. */
const LONGEST_CAPTION = 2200;
const MOST_TAGS = 30;
const QUOTA_MS = 3_600_000;

/** Reels of a professional account that is linked to a Page: containers, which are published once. */
export function instagram(parts: Instagram): Destination {
	const { settings } = parts;
	const graph: Graph = { ...parts, title: "Instagram" };
	const reels: Reels = {
		...graph,
		look: "at the reels of the account on Instagram",
		livesMs: settings.containerMs,
		uploads: "ig-api-upload",
		unpublished: new Map(),
		begin: async (work) => {
			const form = containerOf(settings, work.post.config);
			const call = { path: `${work.account.id}/media`, form, name: "container" };
			const { fields } = await callGraph(graph, call, work);
			return { object: fields.id, upload: fields.uri };
		},
		read: async (object, work) => {
			const path = `${object}?fields=status_code%2Cstatus%2Cvideo_status`;
			return lookIn((await callGraph(graph, { path, name: "status of the container" }, work)).fields);
		},
		quota: (work) => quotaOf(graph, work),
		lastCall: ({ account }, { object }) => ({
			path: `${account.id}/media_publish`,
			form: { creation_id: object },
		}),
		isOutOnceTaken: true,
		takenIn: ({ id }) => graphId(id),
		posted: (state, work) => findMedia(graph, state, work),
	};
	return openReels("instagram", reels, problemsOf);
}

function containerOf(
	{ shareToFeed, syntheticMedia }: InstagramSettings,
	config: Post["config"],
): Record<string, string> {
	return {
		...{ media_type: "REELS", upload_type: "resumable", caption: captionOf(config) },
		share_to_feed: String(shareToFeed),
		...(syntheticMedia && { is_ai_generated: "true" }),
	};
}

/** How many posts a day may have is asked, because a call that is too many is not to be made. */
async function quotaOf(graph: Graph, work: Work): Promise<DestinationRefusal | undefined> {
	const path = `${work.account.id}/content_publishing_limit?fields=quota_usage%2Cconfig`;
	const { fields, restMs } = await callGraph(graph, { path, name: "limit of posts" }, work);
	const now = work.tools.clock.now();
	const { quota_usage: used, config } = fieldsOf(Array.isArray(fields.data) ? fields.data[0] : undefined);
	const total = fieldsOf(config).quota_total;
	if (typeof used === "number" && typeof total === "number" && used >= total)
		return {
			cause: "quota",
			until: now + QUOTA_MS,
			message: `Instagram takes ${total} posts of this account in 24 hours, and has them.`,
		};
	if (restMs === 0) return undefined;
	return { cause: "rate", until: now + restMs, message: "Instagram's limit of calls is nearly used up." };
}

function problemsOf(config: Post["config"]): readonly string[] {
	const { length } = captionOf(config);
	const tags = config.tags?.length ?? 0;
	return [
		length > LONGEST_CAPTION &&
			`Instagram takes captions of ${LONGEST_CAPTION} characters, tags included; this one has ${length}.`,
		tags > MOST_TAGS && `Instagram takes ${MOST_TAGS} tags; this post has ${tags}.`,
	].filter((each) => each !== false);
}
