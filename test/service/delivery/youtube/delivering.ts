import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { YoutubeSettings } from "../../../../src/model/platform-settings.ts";
import type { Destination, Progress, Work } from "../../../../src/service/delivery/destination.ts";
import { youtube } from "../../../../src/service/delivery/destinations/youtube/youtube.ts";
import type { TokenSource } from "../../../../src/service/delivery/token-source.ts";
import type { HeldClock } from "../../world.ts";
import { deliverByPhases, type Kept, type Kill, withWork } from "../phases.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

export const CHUNK = 262_144;

/** The settings as they are by default, for that address. */
export function settingsFor(url: string, more: Partial<YoutubeSettings> = {}): YoutubeSettings {
	return {
		apiUrl: `${url}/youtube/v3`,
		uploadUrl: `${url}/upload/youtube/v3`,
		chunkBytes: CHUNK,
		answerMs: 60_000,
		...{ pollMs: 10_000, longestPollMs: 60_000, repeatMs: 600_000, reviewMs: 86_400_000 },
		...{ uploadsPerDay: 100, unitsPerDay: 10_000 },
		nativeSchedule: false,
		...{ madeForKids: false, syntheticMedia: false, notifySubscribers: true },
		...more,
	};
}

export interface Ground {
	readonly standIn: StandIn;
	readonly work: Work;
	readonly clock: HeldClock;
	readonly folder: string;
	/** Every progress that was saved. */
	readonly saved: Progress[];
	readonly notes: string[];
	destination(more?: Partial<YoutubeSettings>): Destination;
	deliver(kill?: Kill): Promise<Kept>;
}

interface Way {
	/** Of the video, in bytes. */
	readonly size?: number;
	readonly config?: Work["post"]["config"];
	readonly tokens?: TokenSource;
	/** Its thumbnail was asked for. */
	readonly hasThumbnail?: true;
}

/** Runs with a stand-in of YouTube and a post of one video. */
export async function withYoutube(way: Way, body: (ground: Ground) => Promise<void>): Promise<void> {
	await withWork(async ({ work: given, clock, folder }) => {
		const standIn = await startStandIn();
		standIn.now = clock.now;
		const [saved, notes]: [Progress[], string[]] = [[], []];
		const work = await workOf(given, { way, folder, saved, notes });
		const counts = await mkdtemp(join(tmpdir(), "showrun-counts-"));
		const tokens = way.tokens ?? { accessToken: async () => "token-1" };
		const destination = (more: Partial<YoutubeSettings> = {}) =>
			youtube({ tokens, settings: settingsFor(standIn.url, more), counts, clock });
		try {
			const deliver = (kill?: Kill) => deliverByPhases(destination(), { work, clock, kill });
			await body({ standIn, work, clock, folder, saved, notes, destination, deliver });
		} finally {
			await standIn.close();
			await rm(counts, { recursive: true, force: true });
		}
	});
}

interface Making {
	readonly way: Way;
	readonly folder: string;
	readonly saved: Progress[];
	readonly notes: string[];
}

async function workOf(work: Work, { way, folder, saved, notes }: Making): Promise<Work> {
	const path = join(folder, "video.mp4");
	const bytes = Buffer.alloc(way.size ?? 3 * CHUNK + 1000, "showrun ");
	await writeFile(path, bytes);
	const file = { path, size: bytes.length, type: "video/mp4", sha256: async () => "of these bytes" } as const;
	const { thumbnail: _, ...data } = work.post.data;
	return {
		...work,
		post: {
			...work.post,
			config: way.config ?? work.post.config,
			data: way.hasThumbnail ? { ...data, thumbnail: "thumbnail.jpg" } : data,
		},
		tools: {
			...work.tools,
			video: async () => file,
			save: async (progress) => void saved.push(progress),
			note: (evidence) => void notes.push(JSON.stringify(evidence)),
		},
	};
}
