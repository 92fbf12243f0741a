import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder, temporaryBeside } from "../../system/files.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { extensionOf } from "../check/upload.ts";
import { type Core, workersOf } from "../core.ts";
import type { Exchange } from "../http/context.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import type { StoredFile } from "../store/shapes.ts";

const TRANSCRIPT_BYTES = 16 * 1024 ** 2;

/**
 * Upload, step 2: the raw bytes of the video, or of its transcript. May be repeated until a task has used the
 * identity.
 */
export const receiveUpload: Handler = async (core, exchange) => {
	workersOf(core);
	const { id = "", part = "" } = exchange.req.param();
	core.signer.check(exchange.req.path, exchange.req.query());
	const upload = await core.uploads.get(id);
	const name = part === "video" ? upload?.name : part === "transcript" ? upload?.transcriptName : undefined;
	if (!upload || name === undefined) throw new Refusal(404, "No such upload was announced.");
	if (upload.usedBy !== undefined)
		throw new Refusal(410, "A task has used this upload already: announce a new one.");
	const length = lengthOf(exchange, part === "video" ? WIRE_LIMITS.uploadBytes : TRANSCRIPT_BYTES);
	const stored = await storeBody(core, exchange, { length, extension: extensionOf(name) });
	await core.uploads.change(id, (before) => ({ ...before, [part]: stored }));
	return answer(exchange, { identity: id });
};

function lengthOf(exchange: Exchange, limit: number): number {
	const header = exchange.req.header("content-length");
	if (header === undefined || !/^\d+$/.test(header))
		throw new Refusal(411, "The header Content-Length is required.");
	const length = Number(header);
	if (length === 0) throw new Refusal(422, "The file is empty.");
	if (length > limit) throw new Refusal(413, `The file is larger than ${Math.round(limit / 1024 ** 2)} MB.`);
	return length;
}

/** Streams the body to `sources/`, named by its content: the same file uploaded twice is kept once. */
async function storeBody(
	core: Core,
	exchange: Exchange,
	{ length, extension }: { length: number; extension: string },
): Promise<StoredFile> {
	const folder = join(core.options.data, "sources");
	await mkdir(folder, { recursive: true });
	const beside = temporaryBeside(join(folder, "upload"));
	try {
		const stored = { sha256: await receive(exchange, beside, length), extension };
		const path = core.renders.sourcePath(stored);
		await rename(beside, path);
		await syncFolder(dirname(path));
		return stored;
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
}

async function receive(exchange: Exchange, path: string, length: number): Promise<string> {
	const hash = createHash("sha256");
	let received = 0;
	const counting = new Transform({
		transform: (piece: Buffer, _encoding, next) => {
			hash.update(piece);
			received += piece.length;
			next(undefined, piece);
		},
	});
	const { incoming } = exchange.env;
	await pipeline(incoming, counting, createWriteStream(path, { flags: "wx" })).catch((error: unknown) => {
		throw incoming.complete ? error : new Refusal(400, "The upload was cut off: put the whole file again.");
	});
	if (received !== length) throw new Refusal(400, "The upload was cut off: put the whole file again.");
	const handle = await open(path, "r");
	await handle.sync().finally(() => handle.close());
	return hash.digest("hex");
}
