import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Transform } from "node:stream";
import type { WireUpload } from "../wire/messages.ts";
import { PATHS, WIRE_LIMITS } from "../wire/names.ts";
import { ReadFault } from "./faults.ts";
import { asObject, dataOf, text } from "./parse.ts";
import type { UploadFile } from "./port.ts";
import { type Reader, read } from "./read.ts";

/** Uploads are tried this often as a whole: an identity that was never used costs nothing. */
const TRIES = 3;

/** Uploads a file (service-facts, "Upload"): asks for a URL, puts the bytes there without the API key, gives back the identity, which is usable once. */
export async function upload(reader: Reader, file: UploadFile, options: { readonly signal: AbortSignal; readonly transcripts: boolean }): Promise<string> {
	await checkFile(file.path);
	for (let tries = 1; ; tries++) {
		try {
			return await once(reader, file, options);
		} catch (error) {
			options.signal.throwIfAborted();
			if (tries >= TRIES || (error instanceof ReadFault && error.next === "stop")) throw error;
		}
	}
}

async function once(
	reader: Reader,
	{ path, transcript, progress }: UploadFile,
	{ signal, transcripts }: { readonly signal: AbortSignal; readonly transcripts: boolean },
): Promise<string> {
	const wanted = transcripts ? transcript : undefined;
	const asked: WireUpload = { name: basename(path), ...(wanted !== undefined && { transcript_name: basename(wanted) }) };
	const target = asObject(dataOf(await read(reader, { method: "POST", path: PATHS.upload, body: JSON.stringify(asked), signal })));
	const [url, identity, second] = [text(target?.upload_url), text(target?.identity), text(target?.transcript_upload_url)];
	if (url === undefined || identity === undefined) throw new ReadFault("The service gave no place to upload to.", { next: "stop", fatal: false });
	await put(reader, { url, path, progress, signal });
	if (wanted !== undefined && second !== undefined) await put(reader, { url: second, path: wanted, progress: () => {}, signal });
	return identity;
}

async function put(
	{ dispatcher }: Reader,
	{ url, path, progress, signal }: { readonly url: string; readonly path: string; readonly progress: (share: number) => void; readonly signal: AbortSignal },
): Promise<void> {
	const { size } = await stat(path);
	let sent = 0;
	const counting = new Transform({
		transform(piece: Buffer, _, done) {
			sent += piece.length;
			progress(sent / size);
			done(null, piece);
		},
	});
	const { request } = await import("undici");
	const body = createReadStream(path, { highWaterMark: 1 << 18 })
		.on("error", (error) => counting.destroy(error))
		.pipe(counting);
	const response = await request(url, { method: "PUT", body, headers: { "content-length": String(size) }, signal, dispatcher, headersTimeout: 300_000 });
	await response.body.dump();
	if (![200, 201, 204].includes(response.statusCode))
		throw new ReadFault(`The upload of ${basename(path)} was answered with status ${response.statusCode}.`, {
			next: "retry",
			fatal: false,
			remedy: "Run the command again.",
		});
}

async function checkFile(path: string): Promise<void> {
	const { size } = await stat(path);
	const stop = { next: "stop", fatal: false } as const;
	if (size === 0) throw new ReadFault(`${path} is empty.`, stop);
	if (size > WIRE_LIMITS.uploadBytes)
		throw new ReadFault(`${path} is larger than 5 GB, the most the service takes.`, { ...stop, remedy: "Give the service a URL instead, or a smaller file." });
	if (!WIRE_LIMITS.uploadExtensions.some((extension) => extname(path).toLowerCase() === `.${extension}`)) {
		throw new ReadFault(`The service takes no ${extname(path) || "such"} files.`, { ...stop, remedy: `It takes ${WIRE_LIMITS.uploadExtensions.join(", ")}.` });
	}
}
