import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { epochMs } from "../../../src/model/brand.ts";
import type { YoutubeSettings } from "../../../src/model/platform-settings.ts";
import type { Work } from "../../../src/service/delivery/destination.ts";
import { youtube } from "../../../src/service/delivery/destinations/youtube/youtube.ts";
import { START, withPlatforms } from "../../platforms/call.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { Handle } from "../../platforms/start.ts";
import { deliverByPhases, type Kept, type Kill, withWork } from "../../service/delivery/phases.ts";
import { CHUNK, settingsFor } from "../../service/delivery/youtube/delivering.ts";
import type { HeldClock } from "../../service/world.ts";

/** As much of one as its type is told by. */
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

/** One delivery to the strict stand-in. */
export interface Case {
	readonly faults?: readonly PlannedFault[];
	readonly kill?: Kill;
	/** What it does differently from the start. */
	readonly settings?: Parameters<Handle["settings"]>[1];
	readonly way?: Partial<YoutubeSettings>;
	readonly visibility?: "public" | "unlisted" | "private";
	/** Its thumbnail is one of its own. */
	readonly hasThumbnail?: true;
}

export interface Delivered {
	readonly kept: Kept;
	/** How often the file became public, by the log of the stand-in. */
	readonly published: number;
	/** How many videos exist. */
	readonly videos: number;
	/** What a client did that none may do. */
	readonly violations: readonly string[];
	/** Secrets that were found elsewhere than in the record. */
	readonly leaked: readonly string[];
}

/** Delivers a post of three parts, and says what became of it. */
export async function deliverTo(given: Case): Promise<Delivered> {
	const counts = await mkdtemp(join(tmpdir(), "showrun-counts-"));
	let delivered: Delivered | undefined;
	await withPlatforms((platforms, dir) =>
		withWork(async ({ work: before, folder }) => {
			await platforms.settings("youtube", given.settings ?? {});
			await platforms.faults(...(given.faults ?? []));
			const clock = clockOf(platforms);
			const notes: string[] = [];
			const work = await workOf(before, { given, folder, clock, notes });
			const destination = youtube({
				tokens: await tokensOf(platforms),
				settings: settingsFor(platforms.hosts["www.googleapis.com"] ?? "", { answerMs: 500, ...given.way }),
				counts,
				clock,
			});
			const kept = await deliverByPhases(destination, { work, clock, kill: given.kill });
			const entries = await platforms.entries();
			const canaries = (await readFile(join(dir, "canaries.txt"), "utf8")).split("\n").filter(Boolean);
			const shown = [
				...notes,
				String(kept.words),
				await readFile(join(counts, "youtube-quota.json"), "utf8"),
			];
			delivered = {
				kept,
				published: Object.values((await platforms.counts()).byFile).reduce((sum, each) => sum + each, 0),
				videos: entries.filter(({ kind }) => kind === "prepared").length,
				violations: await platforms.violations(),
				leaked: canaries.filter((canary) => shown.some((text) => text.includes(canary))),
			};
		}),
	).finally(() => rm(counts, { recursive: true, force: true }));
	if (delivered === undefined) throw new Error("nothing was delivered");
	return delivered;
}

/** Time stands still but for waits, and passes there and here alike. */
function clockOf(platforms: Handle): HeldClock {
	let now = Date.parse(START);
	return {
		now: () => epochMs(now),
		monotonic: () => performance.now(),
		sleep: async () => {},
		move: async (ms) => {
			now += ms;
			await platforms.clock({ advance: ms });
		},
	};
}

async function tokensOf(platforms: Handle) {
	const asked = () => platforms.operate<{ readonly access_token: string }>("youtube", "token", {});
	let token = (await asked()).access_token;
	return {
		accessToken: async (_: string, refused?: string) => {
			if (refused === token) token = (await asked()).access_token;
			return token;
		},
	};
}

interface Making {
	readonly given: Case;
	readonly folder: string;
	readonly clock: HeldClock;
	readonly notes: string[];
}

async function workOf(work: Work, { given, folder, clock, notes }: Making): Promise<Work> {
	const path = join(folder, "video.mp4");
	const size = 2 * CHUNK + 1000;
	const image = join(folder, "image.jpg");
	await writeFile(path, Buffer.alloc(size, "showrun "));
	await writeFile(image, JPEG);
	const { thumbnail: _, ...data } = work.post.data;
	return {
		...work,
		post: {
			...work.post,
			config: { ...work.post.config, visibility: given.visibility ?? "public" },
			data: given.hasThumbnail ? { ...data, thumbnail: "thumbnail.jpg" } : data,
		},
		tools: {
			...work.tools,
			clock,
			thumbnail: async () => ({ path: image, size: JPEG.length, type: "image/jpeg", sha256: async () => "" }),
			video: async () => ({ path, size, type: "video/mp4", sha256: async () => "of these bytes" }),
			note: (evidence) => void notes.push(JSON.stringify(evidence)),
		},
	};
}
