import { join } from "node:path";
import pLimit from "p-limit";
import { readIfThere, writePrivate } from "../../../../system/private.ts";
import { locked } from "../../../store/folder/locked.ts";
import { jsonObject } from "../../../store/json.ts";
import type { Work } from "../../destination.ts";

/**
 * Which post each uploaded video is of, for all programs of this user: the same clip posted twice has two
 * videos with one title and size.
 */
export interface VideoClaims {
	/** Whether the video is that of this post from now on. Durable before it resolves. */
	claim(video: string, work: Work): Promise<boolean>;
	/** The ids of videos that are of other posts. */
	others(work: Work): Promise<ReadonlySet<string>>;
}

/** A video is looked for among the uploads so long after its upload began, in milliseconds. */
export const LOOKED_FOR_MS = 30 * 24 * 3_600_000;
/** Longer than any may be taken for that of another post. */
const KEPT_MS = 2 * LOOKED_FOR_MS;
const LOCK_MS = 10_000;

interface Claim {
	readonly post: string;
	/** Epoch milliseconds. */
	readonly at: number;
}

/** `folder`: where it is kept. */
export function openClaims(folder: string): VideoClaims {
	const path = join(folder, "youtube-videos.json");
	const turns = pLimit(1);
	const read = async () => claimsIn(path, await readIfThere(path));
	return {
		claim: (video, work) =>
			turns(() =>
				locked(path, LOCK_MS, async () => {
					const [before, post, at] = [await read(), postOf(work), work.tools.clock.now()];
					const holder = before.get(video)?.post;
					if (holder !== undefined) return holder === post;
					const recent = [...before].filter(([, claim]) => at - claim.at < KEPT_MS);
					const videos = Object.fromEntries([...recent, [video, { post, at }]]);
					await writePrivate(path, `${JSON.stringify({ format: 1, videos })}\n`);
					return true;
				}),
			),
		others: async (work) => {
			const post = postOf(work);
			return new Set([...(await read())].filter(([, claim]) => claim.post !== post).map(([video]) => video));
		},
	};
}

function postOf({ post, account }: Work): string {
	return `${post.taskId} ${account.id}`;
}

/** What cannot be read may hold a claim: nothing is taken for anybody's until somebody has looked. */
function claimsIn(path: string, text: string | undefined): ReadonlyMap<string, Claim> {
	if (text === undefined) return new Map();
	const { videos } = jsonObject(text) ?? {};
	if (typeof videos !== "object" || videos === null)
		throw Object.assign(new Error(`${path} is damaged.`), { code: "EBADMSG" });
	return new Map(Object.entries(videos as Readonly<Record<string, Claim>>));
}
