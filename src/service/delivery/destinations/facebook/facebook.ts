import type { FacebookSettings } from "../../../../model/platform-settings.ts";
import { fieldsOf } from "../../../store/json.ts";
import type { Destination, Posted, Work } from "../../destination.ts";
import { captionOf } from "../caption.ts";
import { callGraph, type Graph } from "../meta/graph.ts";
import { openReels } from "../meta/open-reels.ts";
import type { Reels } from "../meta/reels.ts";
import { lookIn } from "./video.ts";

/** What this destination works with. */
export interface Facebook extends Omit<Graph, "title"> {
	readonly settings: FacebookSettings;
}

/** How long a video that was begun is used: Facebook names no time. */
const LIVES_MS = 20 * 3_600_000;
const OPEN_COMMENTS = "Comments stay open: Facebook closes them on its own page only.";

/** Reels of a Page: videos, which are published by finishing them once. */
export function facebook(parts: Facebook): Destination {
	const graph: Graph = { ...parts, title: "Facebook" };
	const reels: Reels = {
		...graph,
		look: "at the reels of the Page on Facebook",
		livesMs: LIVES_MS,
		uploads: "video-upload",
		unpublished: new Map(),
		begin: async (work) => {
			const form = { upload_phase: "start" };
			const call = { path: `${work.account.id}/video_reels`, form, name: "start" };
			const { fields } = await callGraph(graph, call, work);
			return { object: fields.video_id, upload: fields.upload_url };
		},
		read: async (object, work) => {
			const call = { path: `${object}?fields=status`, name: "status of the video" };
			return lookIn(fieldsOf((await callGraph(graph, call, work)).fields.status));
		},
		...(parts.settings.nativeSchedule && { schedule: scheduleOf(graph) }),
		lastCall: ({ account, post: { config } }, { object, publishAt }) => ({
			path: `${account.id}/video_reels`,
			form: {
				...{ upload_phase: "finish", video_id: object, ...stateOf(publishAt) },
				description: captionOf(config),
				...(config.title && { title: config.title }),
			},
		}),
		isOutOnceTaken: false,
		takenIn: ({ success }) => (success === true ? "yes" : undefined),
		posted: ({ object }, work) => addressOfReel(graph, object, work),
	};
	return openReels("facebook", reels, () => []);
}

function stateOf(publishAt: number | undefined): Record<string, string> {
	if (publishAt === undefined) return { video_state: "PUBLISHED" };
	return { video_state: "SCHEDULED", scheduled_publish_time: String(publishAt / 1000) };
}

const MINUTE_MS = 60_000;

/** Facebook takes times between ten minutes and 29 days ahead. */
function scheduleOf(graph: Graph): NonNullable<Reels["schedule"]> {
	return {
		leastMs: 15 * MINUTE_MS,
		mostMs: 28 * 24 * 60 * MINUTE_MS,
		takes: ({ scheduledAt }) => scheduledAt !== null,
		remove: async (object, work) => {
			const call = { path: object, removes: true, name: "removal of the video" } as const;
			return (await callGraph(graph, call, work)).fields.success === true;
		},
	};
}

/** Where it can be seen. That it is out is known: what cannot be read of it fails nothing. */
async function addressOfReel(graph: Graph, id: string, work: Work): Promise<Posted> {
	const call = { path: `${id}?fields=permalink_url`, name: "address of the reel" };
	const fields = await callGraph(graph, call, work).then(
		(answer) => answer.fields,
		() => ({ permalink_url: undefined }),
	);
	const { permalink_url: path } = fields;
	const isPath = typeof path === "string" && /^\/[\w/-]{1,200}$/.test(path);
	const note = work.post.config.allow_comment === false ? { note: OPEN_COMMENTS } : {};
	return { id, url: `https://www.facebook.com${isPath ? path : `/reel/${id}/`}`, ...note };
}
