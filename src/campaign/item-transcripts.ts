import type { Campaign, Video } from "../model/campaign.ts";
import type { PathFact } from "../system/paths.ts";
import { besides, sidecar } from "./rule-context.ts";

/**
 * Finds the transcript beside each file of an item, as it is found for a video that is written in a
 * campaign.
 */
export async function withTranscripts(
	campaigns: readonly Campaign[],
	look: (path: string) => Promise<PathFact>,
): Promise<readonly Campaign[]> {
	const found: Campaign[] = [];
	for (const campaign of campaigns) {
		const videos: Video[] = [];
		for (const video of campaign.videos) videos.push(await withTranscript(video, look));
		found.push({ ...campaign, videos });
	}
	return found;
}

async function withTranscript(video: Video, look: (path: string) => Promise<PathFact>): Promise<Video> {
	const { source, item } = video;
	if (item === undefined || source.kind === "url") return video;
	const facts = new Map<string, PathFact>();
	for (const path of besides(source.path)) facts.set(path, await look(path));
	const transcript = sidecar({ facts }, source.path);
	return transcript === undefined ? video : { ...video, source: { ...source, transcript } };
}
