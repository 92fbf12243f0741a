/** Video resources: what a client may send, what YouTube makes of it, what it answers. */
import { must } from "../core/answer.ts";
import { FLAG, object, shape, TEXT } from "../core/bodies.ts";
import {
	type Google,
	refuse,
	type Snippet,
	type Video,
	type VideoResource,
	type VideoStatus,
} from "./model.ts";

const STATUS = object({
	...{
		privacyStatus: { enum: ["private", "public", "unlisted"] },
		license: { enum: ["youtube", "creativeCommon"] },
	},
	...{
		embeddable: FLAG,
		publicStatsViewable: FLAG,
		selfDeclaredMadeForKids: FLAG,
		containsSyntheticMedia: FLAG,
	},
	publishAt: TEXT,
	// Read-only, and ignored where they are sent back.
	...{ uploadStatus: TEXT, failureReason: TEXT, rejectionReason: TEXT, madeForKids: FLAG },
});
const SNIPPET = object({
	...{ title: TEXT, description: TEXT, tags: { type: "array", items: TEXT }, categoryId: TEXT },
	defaultLanguage: TEXT,
});
const PARTS = {
	snippet: SNIPPET,
	status: STATUS,
	paidProductPlacementDetails: object({ hasPaidProductPlacement: FLAG }, ["hasPaidProductPlacement"]),
};
export const insertBody = shape<VideoResource>(object(PARTS));
export const updateBody = shape<VideoResource & { id: string }>(object({ ...PARTS, id: TEXT }, ["id"]));

/** A body must hold the parts that the query names, and no others. */
export function checkParts(resource: VideoResource, parts: readonly string[]): void {
	const sent = Object.keys(resource).filter((name) => name !== "id");
	must(
		[...sent].sort().join() === [...parts].sort().join(),
		`parts ${parts} in the query, ${sent} in the body`,
	);
}

const TITLE = 100;
const DESCRIPTION_BYTES = 5000;
const TAGS = 500;
const CATEGORIES = ["1", "2", "10", "15", "17", "19", "20", "22", "23", "24", "25", "26", "27", "28", "29"];

export function checkSnippet({ title, description = "", tags = [], categoryId }: Snippet): void {
	const bad = (reason: string): never =>
		refuse({ status: 400, reason, message: "The request metadata is invalid." });
	if (title === "" || [...title.normalize("NFC")].length > TITLE || /[<>]/.test(title)) bad("invalidTitle");
	if (Buffer.byteLength(description) > DESCRIPTION_BYTES || /[<>]/.test(description))
		bad("invalidDescription");
	const length = tags.reduce((sum, tag) => sum + tag.length + (tag.includes(" ") ? 2 : 0), tags.length - 1);
	if (length > TAGS) bad("invalidTags");
	if (categoryId !== undefined && !CATEGORIES.includes(categoryId)) bad("invalidCategoryId");
}

/** `published`: it was public before, so that it cannot be scheduled any more. */
export function checkStatus({ world }: Google, status: Partial<VideoStatus>, published: boolean): void {
	const { publishAt, privacyStatus } = status;
	if (publishAt === undefined) return;
	const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(publishAt);
	if (!isTime || Date.parse(publishAt) <= world.clock.now() || privacyStatus !== "private" || published)
		refuse({ status: 400, reason: "invalidPublishAt", message: "The request metadata is invalid." });
}

/** A new video. A missing privacyStatus means public, and it is too late to find that out afterwards. */
export function statusOfInsert(sent: Partial<VideoStatus> = {}): VideoStatus {
	return {
		...mutable(sent),
		embeddable: sent.embeddable ?? true,
		publicStatsViewable: sent.publicStatsViewable ?? true,
	};
}

/** Replaces the whole part: what is not sent is switched off. */
export function mutable(sent: Partial<VideoStatus>): VideoStatus {
	const { selfDeclaredMadeForKids, publishAt } = sent;
	return {
		...{ privacyStatus: sent.privacyStatus ?? "public", license: sent.license ?? "youtube" },
		...{ embeddable: sent.embeddable ?? false, publicStatsViewable: sent.publicStatsViewable ?? false },
		containsSyntheticMedia: sent.containsSyntheticMedia ?? false,
		...(selfDeclaredMadeForKids !== undefined && { selfDeclaredMadeForKids }),
		...(publishAt !== undefined && { publishAt }),
	};
}

/** What the owner reads. */
export function resourceOf(video: Video, parts: readonly string[]): object {
	const all: Record<string, object> = {
		snippet: {
			...{ publishedAt: new Date(video.publishedAt).toISOString(), channelId: video.channel },
			...{ description: "", categoryId: "22", ...video.snippet },
		},
		status: {
			...video.status,
			...verdictOf(video),
			madeForKids: video.status.selfDeclaredMadeForKids === true,
		},
		paidProductPlacementDetails: { hasPaidProductPlacement: video.isPaid },
		processingDetails: processingOf(video),
		...(video.isProcessed && {
			fileDetails: {
				fileName: "unknown",
				fileSize: String(video.bytes),
				fileType: "video",
				container: "mov",
			},
		}),
	};
	const chosen = parts.flatMap((part) => (all[part] === undefined ? [] : [[part, all[part]]]));
	return { kind: "youtube#video", etag: `"${video.id}"`, id: video.id, ...Object.fromEntries(chosen) };
}

function verdictOf({ isProcessed, failure, rejection }: Video): object {
	if (!isProcessed) return { uploadStatus: "uploaded" };
	if (failure !== undefined) return { uploadStatus: "failed", failureReason: failure };
	if (rejection !== undefined) return { uploadStatus: "rejected", rejectionReason: rejection };
	return { uploadStatus: "processed" };
}

function processingOf({ isProcessed, failure }: Video): object {
	const done = failure === undefined ? "succeeded" : "failed";
	return {
		processingStatus: isProcessed ? done : "processing",
		fileDetailsAvailability: isProcessed ? "available" : "inProgress",
	};
}
