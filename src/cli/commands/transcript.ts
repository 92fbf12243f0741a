import { writeFile } from "node:fs/promises";
import { ReadFault } from "../../api/read-fault.ts";
import { type AddressText, parseAddress, videoAddress } from "../../model/address.ts";
import type { Source } from "../../model/campaign.ts";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { replaceFile } from "../../system/files.ts";
import { displayPath } from "../../system/paths.ts";
import { correctable } from "../../transcripts/vtt.ts";
import { out, stopSignal } from "../terminal/terminal.ts";
import { withKnownItems } from "../wiring/items.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { connectService } from "../wiring/service.ts";
import { plainStoreOf } from "../wiring/store.ts";
import { openWorkspace } from "../wiring/workspace.ts";
import { unknownAddress } from "./state-read.ts";

export interface TranscriptFlags {
	readonly in: string;
	readonly force?: true;
}

/** A local video of a campaign, and where its transcript is or would be found. */
export interface TranscribedVideo {
	readonly address: AddressText;
	/** The transcript that is given with it. Absent: none. */
	readonly given?: string;
	/** Where one is found by itself. */
	readonly beside: string;
	readonly settings: Settings;
}

/** `showrun transcript export VIDEO`: writes what was recognised beside the video, to be corrected. */
export async function exportTranscript(named: string, flags: TranscriptFlags): Promise<void> {
	const video = await transcribedVideo(named, flags);
	const { given, beside } = video;
	if (given !== undefined && !(flags.force && given === beside))
		throw new StopFault(`${video.address} has a transcript already: ${pathText(given)}.`, {
			remedy:
				`Correct it: showrun transcript edit ${video.address}` +
				(given === beside ? "\nOr overwrite it: --force" : ""),
		});
	await writeTranscript(video, flags);
	out(`wrote     ${pathText(beside)}\n\nCorrect the words and commit the file. ${NEXT}`);
}

export const NEXT = "The next plan submits the video again with it; posts that were handed over stay.\n";

/** The video of an address. Throws `StopFault` where it cannot have a transcript. */
export async function transcribedVideo(named: string, flags: TranscriptFlags): Promise<TranscribedVideo> {
	const workspace = await openWorkspace({ paths: [flags.in] }, stopSignal(), {
		reviews: "ignored",
		keyless: true,
	});
	const { settings } = workspace;
	const snapshot = await lookAtState(settings, plainStoreOf(settings));
	const campaigns = await withKnownItems({ ...workspace, snapshot });
	const wanted = parseAddress(named);
	const all = campaigns.flatMap(({ name, videos }) =>
		videos.map(({ name: video, source }) => ({ address: videoAddress(name, video), source })),
	);
	const found = all.find(({ address }) => wanted?.kind === "video" && address === named);
	if (found === undefined) {
		const names = all.map(({ address }) => address).join("\n  ");
		throw new StopFault(`${named} is no video of a campaign here.`, { remedy: `Videos:\n  ${names}` });
	}
	const { address, source } = found;
	return { address, settings, ...placesOf(address, source) };
}

function placesOf(address: AddressText, source: Source): Pick<TranscribedVideo, "given" | "beside"> {
	if (source.kind === "url")
		throw new StopFault(`${address} is fetched from an address: only a local video takes a transcript.`, {
			remedy: "Download the video and name the file as its `source`.",
		});
	const beside = source.path.replace(/\.[^./\\]+$/, ".vtt");
	return source.transcript === undefined ? { beside } : { beside, given: source.transcript };
}

/** Asks the service for what it uses, and writes it as people correct it. */
export async function writeTranscript(video: TranscribedVideo, { force }: TranscriptFlags): Promise<void> {
	const text = await transcriptOf(video);
	if (force) return replaceFile(video.beside, text);
	await writeFile(video.beside, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === undefined) throw error;
		const isThere = error.code === "EEXIST";
		throw new StopFault(
			isThere
				? `${pathText(video.beside)} exists, and is not overwritten.`
				: `${pathText(video.beside)} cannot be written (${error.code}).`,
			{ remedy: isThere ? "Overwrite it with --force." : "Check that you may write there.", cause: error },
		);
	});
}

async function transcriptOf({ address, settings }: TranscribedVideo): Promise<string> {
	const snapshot = await lookAtState(settings, plainStoreOf(settings));
	const state = snapshot.resources[address];
	if (state?.kind !== "video") throw unknownAddress(address, snapshot);
	const { transcript, close } = await connectService(settings, "read");
	try {
		const { text, format } = await transcript(state.taskId, stopSignal());
		if (format !== "vtt") throw new StopFault(`The transcript of ${address} is no WebVTT (.${format}).`);
		return correctable(text.replace(/(?![\n\t])\p{Cc}/gu, ""));
	} catch (error) {
		if (!(error instanceof ReadFault) || error.fatal) throw error;
		throw new StopFault(`The service gives no transcript of ${address}: ${error.message}`, {
			remedy: "Write one beside the video (.srt or .vtt), or name it by `transcript`.",
			cause: error,
		});
	} finally {
		await close();
	}
}

export function pathText(path: string): string {
	return displayPath(path, process.cwd());
}
