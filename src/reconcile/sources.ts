import { type AddressText, videoAddress } from "../model/address.ts";
import type { Campaign, Source } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { StopFault } from "../model/fault.ts";
import type { Observed } from "../model/observed.ts";
import { brandFiles as filesOf } from "../model/own-brand.ts";
import { stableUrl } from "../model/stable-url.ts";
import type { FileIdentity, SourceIdentity } from "../model/task.ts";
import type { Fingerprint, Fingerprints } from "../system/fingerprints.ts";

/** What every video's source is, how long, and what brands hold, see `Observed`. */
export type Sources = Pick<Observed, "sources" | "durations" | "brandFiles">;

/** What could be read, and by campaign name why the rest could not. */
export interface ReadSources extends Sources {
	readonly unreadable: ReadonlyMap<string, StopFault>;
}

/** Identifies every source by its content. Each file is read once, however many videos use it. */
export async function readSources(
	campaigns: readonly Campaign[],
	fingerprints: Fingerprints,
	signal: AbortSignal,
): Promise<ReadSources> {
	const sources: Record<AddressText, SourceIdentity> = {};
	const durations: Record<AddressText, number> = {};
	const unreadable = new Map<string, StopFault>();
	for (const { campaign, video } of campaigns.flatMap((campaign) =>
		campaign.videos.map((video) => ({ campaign, video })),
	)) {
		const address = videoAddress(campaign.name, video.name);
		const found = await identify(video.source, fingerprints, signal).catch(whenUnreadable);
		if (found instanceof StopFault) unreadable.set(campaign.name, found);
		else sources[address] = found.identity;
		if (!(found instanceof StopFault) && found.durationMs !== undefined)
			durations[address] = found.durationMs;
	}
	const brandFiles: Record<string, string> = {};
	for (const { name, brand } of campaigns)
		for (const path of Object.values(brand ? filesOf(brand) : {})) {
			const found = await fingerprintOf(path, fingerprints, signal).catch(whenUnreadable);
			if (found instanceof StopFault) unreadable.set(name, found);
			else brandFiles[path] = found.sha256;
		}
	return { sources, durations, brandFiles, unreadable };
}

function whenUnreadable(error: unknown): StopFault {
	if (error instanceof StopFault) return error;
	throw error;
}

async function identify(
	source: Source,
	fingerprints: Fingerprints,
	signal: AbortSignal,
): Promise<{ identity: SourceIdentity; durationMs?: number }> {
	if (source.kind === "url") return { identity: { ...source, url: stableUrl(source.url) } };
	const found = await contentOf(source, fingerprints, signal);
	if ("kind" in found) return { identity: found };
	const { sha256, durationMs } = found;
	const transcript =
		source.transcript === undefined
			? undefined
			: await fingerprintOf(source.transcript, fingerprints, signal);
	const identity: SourceIdentity = {
		kind: "file",
		sha256,
		...(transcript && { transcriptSha256: transcript.sha256 }),
	};
	return { identity, ...defined({ durationMs }) };
}

/** The file's content; of an item of a feed what it has to be, where another file or none is there now. */
async function contentOf(
	{ path, known }: Extract<Source, { readonly kind: "file" }>,
	fingerprints: Fingerprints,
	signal: AbortSignal,
): Promise<Fingerprint | FileIdentity> {
	if (known === undefined) return fingerprintOf(path, fingerprints, signal);
	const found = await fingerprintOf(path, fingerprints, signal).catch(whenUnreadable);
	return found instanceof StopFault || found.sha256 !== known.sha256 ? known : found;
}

/** A file that was there when the campaign was checked may be gone by now. */
async function fingerprintOf(
	path: string,
	fingerprints: Fingerprints,
	signal: AbortSignal,
): Promise<Fingerprint> {
	return fingerprints.of(path, signal).catch((error: NodeJS.ErrnoException) => {
		signal.throwIfAborted();
		if (error.code === undefined) throw error;
		throw new StopFault(`${path} cannot be read: ${error.message}.`, {
			remedy: "Put the file back, or take it out of the campaign.",
			cause: error,
		});
	});
}
