import { basename, extname } from "node:path";
import { Fault, StopFault } from "../model/fault.ts";
import type { WireUpload } from "../wire/messages.gen.ts";
import { PATHS, WIRE_LIMITS } from "../wire/names.ts";
import { backoff } from "./backoff.ts";
import { dataOf, type UploadTarget, uploadTargetOf } from "./parse.ts";
import type { UploadFile } from "./port.ts";
import { putFile, type SentFile, sizeOf } from "./put-file.ts";
import { type Reader, read } from "./read.ts";

/** Uploads are made this often as a whole: an identity that was never used costs nothing. */
const TRIES = 3;

export interface UploadOptions {
	readonly signal: AbortSignal;
	/** The service takes a sidecar transcript (extension). */
	readonly transcripts: boolean;
	/** Whether the service keeps what arrived of an upload that was cut off (extension), when its URL came. */
	readonly resumes: () => boolean;
	/** Endings of names that are taken. Absent: those of videos. */
	readonly kinds?: readonly string[];
}

/** What a brand is made of (extension). */
export const BRAND_FILES = ["png", "ttf", "otf"];

/**
 * Uploads a file (service-facts, "Upload"): asks for a URL, puts the bytes there without the API key, gives
 * back the identity, which is usable once.
 * Throws `StopFault` for the file, `ReadFault` or `UnreachableFault` for the service, or the signal's reason.
 */
export async function upload(
	reader: Reader,
	file: UploadFile,
	{ signal, transcripts, resumes, kinds = WIRE_LIMITS.uploadExtensions }: UploadOptions,
): Promise<string> {
	checkKind(file.path, kinds);
	const transcript = transcripts ? file.transcript : undefined;
	const asked: WireUpload = {
		name: basename(file.path),
		...(transcript !== undefined && { transcript_name: basename(transcript) }),
	};
	for (let tries = 1; ; tries++) {
		await sizeOf(file.path);
		const target = uploadTargetOf(
			dataOf(await read(reader, { method: "POST", path: PATHS.upload, body: JSON.stringify(asked), signal })),
		);
		try {
			await putBoth(reader, target, { ...file, transcript, signal, resumes: resumes() });
			return target.identity;
		} catch (error) {
			signal.throwIfAborted();
			if (tries >= TRIES || !(error instanceof Fault) || error.next !== "retry") throw error;
		}
		await reader.clock.sleep(backoff(tries, Math.random()), signal);
	}
}

type Both = Omit<SentFile, "url"> & { readonly transcript: string | undefined };

async function putBoth(
	reader: Reader,
	{ url, transcriptUrl }: UploadTarget,
	{ transcript, ...file }: Both,
): Promise<void> {
	// The transcript first: some services take the arrival of the video as the end of the upload.
	if (transcript !== undefined && transcriptUrl !== undefined)
		await putFile(reader, { ...file, url: transcriptUrl, path: transcript, progress: () => {} });
	await putFile(reader, { ...file, url });
}

function checkKind(path: string, kinds: readonly string[]): void {
	const kind = extname(path).toLowerCase();
	if (kinds.some((each) => kind === `.${each}`)) return;
	throw new StopFault(
		`The service takes no ${kind === "" ? "files without an extension" : `${kind} files`}: ${path}.`,
		{
			remedy: `It takes ${kinds.join(", ")}.`,
		},
	);
}
