import { type Address, videoAddress } from "../model/address.ts";
import type { Campaign, Source } from "../model/campaign.ts";
import type { Observed } from "../model/observed.ts";
import type { SourceIdentity } from "../model/task.ts";
import type { Fingerprints } from "../system/fingerprints.ts";

/** What every video's source is, and how long, see `Observed`. */
export type Sources = Pick<Observed, "sources" | "durations">;

/** Identifies every source by its content. Each file is read once, however many videos use it. */
export async function readSources(campaigns: readonly Campaign[], fingerprints: Fingerprints, signal: AbortSignal): Promise<Sources> {
	const sources: Record<Address, SourceIdentity> = {};
	const durations: Record<Address, number> = {};
	for (const campaign of campaigns) {
		for (const video of campaign.videos) {
			const address = videoAddress(campaign.name, video.name);
			const { identity, durationMs } = await identify(video.source, fingerprints, signal);
			sources[address] = identity;
			if (durationMs !== undefined) durations[address] = durationMs;
		}
	}
	return { sources, durations };
}

async function identify(source: Source, fingerprints: Fingerprints, signal: AbortSignal): Promise<{ identity: SourceIdentity; durationMs?: number }> {
	if (source.kind === "url") return { identity: { kind: "url", url: source.url } };
	const { sha256, durationMs } = await fingerprints.of(source.path, signal);
	const transcript = source.transcript === undefined ? undefined : await fingerprints.of(source.transcript, signal);
	const identity: SourceIdentity = { kind: "file", sha256, ...(transcript && { transcriptSha256: transcript.sha256 }) };
	return { identity, ...(durationMs !== undefined && { durationMs }) };
}
