import { type FileHandle, open, stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Readable } from "node:stream";
import { Fault, StopFault } from "../model/fault.ts";
import type { WireUpload } from "../wire/messages.gen.ts";
import { PATHS, WIRE_LIMITS } from "../wire/names.ts";
import { backoff } from "./backoff.ts";
import { causeText } from "./error-text.ts";
import { dataOf, type UploadTarget, uploadTargetOf } from "./parse.ts";
import type { UploadFile } from "./port.ts";
import { type Reader, read } from "./read.ts";
import { ReadFault } from "./read-fault.ts";

/** Uploads are made this often as a whole: an identity that was never used costs nothing. */
const TRIES = 3;
/** The answer to a whole file may take so many times the longest silence of a read. */
const ANSWER = 10;
/** Size of the pieces a file is read in, in bytes. */
const PIECE = 1 << 18;

export interface UploadOptions {
	readonly signal: AbortSignal;
	/** The service takes a sidecar transcript (extension). */
	readonly transcripts: boolean;
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
	{ signal, transcripts, kinds = WIRE_LIMITS.uploadExtensions }: UploadOptions,
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
			await putBoth(reader, target, {
				file: { path: file.path, progress: file.progress },
				transcript,
				signal,
			});
			return target.identity;
		} catch (error) {
			signal.throwIfAborted();
			if (tries >= TRIES || !(error instanceof Fault) || error.next !== "retry") throw error;
		}
		await reader.clock.sleep(backoff(tries, Math.random()), signal);
	}
}

interface Bytes {
	readonly path: string;
	readonly progress: (share: number) => void;
}

async function putBoth(
	reader: Reader,
	{ url, transcriptUrl }: UploadTarget,
	{
		file,
		transcript,
		signal,
	}: { readonly file: Bytes; readonly transcript: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
	// The transcript first: some services take the arrival of the video as the end of the upload.
	if (transcript !== undefined && transcriptUrl !== undefined)
		await put(reader, { url: transcriptUrl, path: transcript, progress: () => {}, signal });
	await put(reader, { url, ...file, signal });
}

async function put(
	{ dispatcher, connection, timeoutMs }: Reader,
	{ url, path, progress, signal }: Bytes & { readonly url: string; readonly signal: AbortSignal },
): Promise<void> {
	const size = await sizeOf(path);
	const handle = await open(path).catch((cause: unknown) => Promise.reject(unreadable(path, cause)));
	const { request } = await import("undici");
	const answerMs = timeoutMs * ANSWER;
	const limit = answerLimit(answerMs);
	// undici takes any async iterable; its types name streams only.
	const body = pieces(handle, { path, size, progress, end: limit.start }) as unknown as Readable;
	try {
		const ended = AbortSignal.any([signal, limit.signal]);
		const limits = { headersTimeout: answerMs, bodyTimeout: answerMs, signal: ended, dispatcher };
		const response = await request(url, {
			method: "PUT",
			body,
			headers: { "content-length": String(size) },
			...limits,
		});
		limit.start();
		await response.body.dump();
		if (![200, 201, 204].includes(response.statusCode))
			throw failed(path, `it was answered with status ${response.statusCode}`);
	} catch (cause) {
		signal.throwIfAborted();
		throw cause instanceof Fault ? cause : failed(path, causeText(cause, connection.apiKey.reveal()));
	} finally {
		limit.end();
		await handle.close();
	}
}

/**
 * Exactly as many bytes as were announced; a file that shrinks meanwhile is not the file that was asked for.
 */
async function* pieces(
	handle: FileHandle,
	{ path, size, progress, end }: Bytes & { readonly size: number; readonly end: () => void },
): AsyncGenerator<Buffer> {
	for (let sent = 0; sent < size; ) {
		const { buffer, bytesRead } = await handle.read(
			Buffer.allocUnsafe(Math.min(PIECE, size - sent)),
			0,
			Math.min(PIECE, size - sent),
			sent,
		);
		if (bytesRead === 0)
			throw new StopFault(`${path} changed while it was uploaded.`, {
				remedy: "Run the command again once nothing writes to it.",
			});
		yield buffer.subarray(0, bytesRead);
		sent += bytesRead;
		progress(sent / size);
	}
	end();
}

/** Limits a whole answer, from the last byte sent or its own beginning on: it may drip. */
function answerLimit(ms: number) {
	const over = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const giveUp = () => over.abort(new Error("the response took too long"));
	return {
		signal: over.signal,
		start: () => {
			timer ??= setTimeout(giveUp, ms);
		},
		end: () => clearTimeout(timer),
	};
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

async function sizeOf(path: string): Promise<number> {
	const stats = await stat(path).catch((cause: unknown) => Promise.reject(unreadable(path, cause)));
	if (!stats.isFile()) throw new StopFault(`${path} is not a file.`);
	if (stats.size === 0) throw new StopFault(`${path} is empty.`);
	if (stats.size <= WIRE_LIMITS.uploadBytes) return stats.size;
	throw new StopFault(`${path} is larger than 5 GB, the most the service takes.`, {
		remedy: "Give the service a URL instead, or a smaller file.",
	});
}

function unreadable(path: string, cause: unknown): StopFault {
	return new StopFault(`${path} cannot be read.`, {
		remedy: "Check that it exists and that you may read it.",
		cause,
	});
}

function failed(path: string, why: string): ReadFault {
	return new ReadFault(`The upload of ${basename(path)} failed: ${why}.`, {
		next: "retry",
		fatal: false,
		remedy: "Run the command again.",
	});
}
