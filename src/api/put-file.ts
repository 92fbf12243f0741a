import { type FileHandle, open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { Fault, StopFault } from "../model/fault.ts";
import { httpClient } from "../system/http-client.ts";
import { WIRE_LIMITS } from "../wire/names.ts";
import { backoff } from "./backoff.ts";
import { causeText } from "./error-text.ts";
import type { Reader } from "./read.ts";
import { ReadFault } from "./read-fault.ts";

/** The answer to a whole file may take so many times the longest silence of a read. */
const ANSWER = 10;
/** Size of the pieces a file is read in, in bytes. */
const PIECE = 1 << 18;
/** So often in a row an upload is gone on with although nothing more arrived. */
const IN_VAIN = 3;
const DONE = [200, 201, 204];
/** As resumable uploads say that bytes are missing. */
const INCOMPLETE = 308;

export interface SentFile {
	readonly path: string;
	/** Where it goes, signed. */
	readonly url: string;
	/** Gets the share that was sent, 0 to 1. */
	readonly progress: (share: number) => void;
	readonly signal: AbortSignal;
	/** Whether what arrived is kept: then a put that is cut off goes on from there. */
	readonly resumes: boolean;
}

/**
 * Puts the bytes of a file where the service said, without the API key. Throws `StopFault` for the file,
 * `ReadFault` for the service, or the signal's reason.
 */
export async function putFile(reader: Reader, file: SentFile): Promise<void> {
	const size = await sizeOf(file.path);
	const { mtimeMs } = await stat(file.path);
	let [from, vain] = [0, 0];
	for (;;)
		try {
			return await put(reader, file, { from, size });
		} catch (error) {
			file.signal.throwIfAborted();
			if (!file.resumes || !(error instanceof Fault) || error.next !== "retry") throw error;
			await reader.clock.sleep(backoff(vain + 1, Math.random()), file.signal);
			const here = (await arrived(reader, file, size)) ?? from;
			vain = here > from ? 0 : vain + 1;
			if (here < 0 || vain >= IN_VAIN) throw error;
			if (here === size) return;
			await mustBeSame(file.path, { size, mtimeMs });
			from = here;
		}
}

/** The rest of another file does not fit to what arrived of this one. Throws `StopFault`. */
async function mustBeSame(
	path: string,
	before: { readonly size: number; readonly mtimeMs: number },
): Promise<void> {
	const size = await sizeOf(path);
	const { mtimeMs } = await stat(path);
	if (size !== before.size || mtimeMs !== before.mtimeMs) throw changed(path);
}

/** How much of it is there, in bytes. Undefined: nobody answers. -1: the URL is of no use any more. */
async function arrived(
	{ dispatcher, timeoutMs }: Reader,
	{ url, signal }: SentFile,
	size: number,
): Promise<number | undefined> {
	const { request } = httpClient();
	const headers = { "content-range": `bytes */${size}`, "content-length": "0" };
	const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal, dispatcher };
	try {
		const answer = await request(url, { method: "PUT", headers, ...limits });
		await answer.body.dump();
		if (DONE.includes(answer.statusCode)) return size;
		if (answer.statusCode !== INCOMPLETE) return -1;
		const { range } = answer.headers;
		if (range === undefined) return 0;
		const [, last] = /^bytes=0-(\d{1,15})$/.exec(String(range)) ?? [];
		return last === undefined || Number(last) >= size - 1 ? -1 : Number(last) + 1;
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

interface Part {
	readonly from: number;
	readonly size: number;
}

async function put(
	{ dispatcher, connection, timeoutMs }: Reader,
	{ url, path, progress, signal }: SentFile,
	{ from, size }: Part,
): Promise<void> {
	const handle = await open(path).catch((cause: unknown) => Promise.reject(unreadable(path, cause)));
	const { request } = httpClient();
	const answerMs = timeoutMs * ANSWER;
	const limit = answerLimit(answerMs);
	// undici takes any async iterable; its types name streams only.
	const body = pieces(handle, { path, from, size, progress, end: limit.start }) as unknown as Readable;
	try {
		const ended = AbortSignal.any([signal, limit.signal]);
		const limits = { headersTimeout: answerMs, bodyTimeout: answerMs, signal: ended, dispatcher };
		const response = await request(url, {
			method: "PUT",
			body,
			headers: {
				"content-length": String(size - from),
				...(from > 0 && { "content-range": `bytes ${from}-${size - 1}/${size}` }),
			},
			...limits,
		});
		limit.start();
		await response.body.dump();
		if (!DONE.includes(response.statusCode))
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
	{
		path,
		from,
		size,
		progress,
		end,
	}: Pick<SentFile, "path" | "progress"> & Part & { readonly end: () => void },
): AsyncGenerator<Buffer> {
	for (let sent = from; sent < size; ) {
		const { buffer, bytesRead } = await handle.read(
			Buffer.allocUnsafe(Math.min(PIECE, size - sent)),
			0,
			Math.min(PIECE, size - sent),
			sent,
		);
		if (bytesRead === 0) throw changed(path);
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

/** Bytes of a file that can be uploaded. Throws `StopFault` for any other. */
export async function sizeOf(path: string): Promise<number> {
	const stats = await stat(path).catch((cause: unknown) => Promise.reject(unreadable(path, cause)));
	if (!stats.isFile()) throw new StopFault(`${path} is not a file.`);
	if (stats.size === 0) throw new StopFault(`${path} is empty.`);
	if (stats.size <= WIRE_LIMITS.uploadBytes) return stats.size;
	throw new StopFault(`${path} is larger than 5 GB, the most the service takes.`, {
		remedy: "Give the service a URL instead, or a smaller file.",
	});
}

function changed(path: string): StopFault {
	return new StopFault(`${path} changed while it was uploaded.`, {
		remedy: "Run the command again once nothing writes to it.",
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
