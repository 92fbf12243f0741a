import { defined } from "../../../../model/defined.ts";
import type { Fields } from "../../../store/json.ts";
import type { Post, PostFile, Work } from "../../destination.ts";
import { captionOf } from "../caption.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { callTikTok, type TikTok } from "./api.ts";
import { countOf, type TikTokState } from "./progress.ts";

/** Smaller videos are sent whole; read 2026-11-22: developers.tiktok.com, media transfer guide. */
const LEAST_CHUNK = 5_000_000;
const LONGEST_TITLE = 2200;

/** What is to be seen by whom. */
interface Wanted {
	/** `inbox`: a draft that its creator publishes. */
	readonly level: "inbox" | "PUBLIC_TO_EVERYONE" | "SELF_ONLY";
	readonly info?: Fields;
	readonly remark?: string;
}

/** Asks for a place to send the video to. Nothing exists before its last part arrives. */
export async function beginPost(tiktok: TikTok, work: Work, file: PostFile): Promise<TikTokState> {
	const { level, info, remark } = await wantedOf(tiktok, work);
	const chunk = file.size < LEAST_CHUNK ? file.size : tiktok.settings.chunkBytes;
	const count = countOf(file.size, chunk);
	// A file that makes one part is that part.
	const chunkSize = count === 1 ? file.size : chunk;
	const source = {
		source: "FILE_UPLOAD",
		video_size: file.size,
		chunk_size: chunkSize,
		total_chunk_count: count,
	};
	const path = info === undefined ? "post/publish/inbox/video/init/" : "post/publish/video/init/";
	const body = info === undefined ? { source_info: source } : { post_info: info, source_info: source };
	const { data } = await callTikTok(tiktok, { path, body }, work);
	const { publish_id: publish, upload_url: upload } = data;
	if (typeof publish !== "string" || !/^[\x21-\x7e]{1,200}$/.test(publish))
		throw new NotSentFault("TikTok began a post without saying which.");
	if (typeof upload !== "string" || upload.length > 3000 || !isAllowed(upload, tiktok))
		throw new NotSentFault("TikTok began a post without saying where its video goes.");
	return {
		...{ v: 1, step: "sending", account: work.account.id, publish, upload, level },
		...{ begun: work.tools.clock.now(), size: file.size, sha256: await file.sha256(), chunk: chunkSize },
		sent: 0,
		...defined({ remark }),
	};
}

/** The bytes go nowhere else than to TikTok, and never unencrypted to another host. */
function isAllowed(address: string, { settings }: TikTok): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, port, origin } = new URL(address);
	const isTikToks = protocol === "https:" && port === "" && hostname.endsWith(".tiktokapis.com");
	return isTikToks || origin === new URL(settings.uploadUrl).origin;
}

/** What may be asked of this creator now; it is to be read before each post. */
async function wantedOf(tiktok: TikTok, work: Work): Promise<Wanted> {
	if (tiktok.settings.mode === "inbox") return { level: "inbox" };
	const { data } = await callTikTok(tiktok, { path: "post/publish/creator_info/query/" }, work);
	const level = work.post.config.visibility === "private" ? "SELF_ONLY" : "PUBLIC_TO_EVERYONE";
	const levels = data.privacy_level_options;
	if (Array.isArray(levels) && !levels.includes(level))
		throw new PlatformRefusal({
			cause: "content",
			message: `TikTok does not offer this creator ${level === "SELF_ONLY" ? "posts that only they see" : "public posts"}: a private account has none.`,
		});
	return { level, ...infoOf(tiktok, work.post, { level, creator: data }) };
}

interface Offered {
	readonly level: string;
	readonly creator: Fields;
}

/** `post_info`. What the creator has switched off stays off. */
function infoOf(
	{ settings }: TikTok,
	{ config }: Post,
	{ level, creator }: Offered,
): Pick<Wanted, "info" | "remark"> {
	const off = [
		["comments", config.allow_comment, creator.comment_disabled],
		["duets", config.allow_duet, creator.duet_disabled],
		["stitches", config.allow_stitch, creator.stitch_disabled],
	] as const;
	const [comment, duet, stitch] = off.map(([, wanted, isOff]) => isOff === true || wanted === false);
	const refused = off.filter(([, wanted, isOff]) => isOff === true && wanted === true).map(([name]) => name);
	const isAdvertising = config.disclose_content === true;
	return {
		info: {
			title: captionOf(config),
			privacy_level: level,
			disable_comment: comment,
			disable_duet: duet,
			disable_stitch: stitch,
			brand_content_toggle: isAdvertising && settings.paidPartnership,
			brand_organic_toggle: isAdvertising && !settings.paidPartnership,
			is_aigc: settings.syntheticMedia,
		},
		...(refused.length > 0 && { remark: `The creator has switched off ${refused.join(" and ")} in TikTok.` }),
	};
}

/** What can be told without asking TikTok: sentences. */
export function problemsOf(
	config: Post["config"],
	{ settings }: Pick<TikTok, "settings">,
): readonly string[] {
	const length = captionOf(config).length;
	return [
		length > LONGEST_TITLE &&
			`TikTok takes captions of ${LONGEST_TITLE} characters, tags included; this one has ${length}.`,
		config.visibility === "unlisted" && "TikTok has no unlisted videos.",
		settings.mode === "direct" &&
			config.disclose_content === true &&
			config.visibility === "private" &&
			"TikTok takes no promotion that only its creator sees.",
	].filter((each) => each !== false);
}
