import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncFolder, temporaryBeside } from "../../system/files.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { BRAND_BYTES } from "../check/brand.ts";
import { extensionOf, kindOf } from "../check/upload.ts";
import { type Core, workersOf } from "../core.ts";
import { checkFreeSpace } from "../free-space.ts";
import type { Exchange } from "../http/context.ts";
import { answer, type Handler } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import type { StoredFile } from "../store/shapes.ts";

const TRANSCRIPT_BYTES = 16 * 1024 ** 2;

/**
 * Upload, step 2: the raw bytes of the video, of its transcript, or of a part of a brand. May be repeated
 * until a task has used the identity.
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
	const bytes = { video: WIRE_LIMITS.uploadBytes, ...BRAND_BYTES }[kindOf(name)];
	const limit = part === "video" ? bytes : TRANSCRIPT_BYTES;
	const stored = await storeBody(core, exchange, { limit, extension: extensionOf(name) });
	await core.uploads.change(id, (before) => ({ ...before, [part]: stored }));
	return answer(exchange, { identity: id });
};

/** The announced length, checked. Undefined: the body comes in chunks, as long as it is. */
function lengthOf({ req }: Exchange, limit: number): number | undefined {
	const header = req.header("content-length");
	if (header === undefined && req.header("transfer-encoding") !== undefined) return undefined;
	const length = Number(header ?? 0);
	checkLength(length, limit);
	return length;
}

function checkLength(length: number, limit: number): void {
	if (length === 0) throw new Refusal(422, "The file is empty.");
	if (length > limit) throw tooLong(limit);
}

function tooLong(limit: number): Refusal {
	return new Refusal(413, `The file is larger than ${Math.round(limit / 1024 ** 2)} MB.`);
}

/** Streams the body to `sources/`, named by its content: the same file uploaded twice is kept once. */
async function storeBody(
	core: Core,
	exchange: Exchange,
	{ limit, extension }: { limit: number; extension: string },
): Promise<StoredFile> {
	const length = lengthOf(exchange, limit);
	await checkFreeSpace(core, exchange, length);
	const folder = join(core.options.data, "sources");
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const beside = temporaryBeside(join(folder, "upload"));
	try {
		const stored = { sha256: await receive(exchange, beside, { length, limit }), extension };
		const path = core.renders.sourcePath(stored);
		await rename(beside, path);
		await syncFolder(dirname(path));
		return stored;
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
}

async function receive(
	exchange: Exchange,
	path: string,
	{ length, limit }: { readonly length: number | undefined; readonly limit: number },
): Promise<string> {
	const hash = createHash("sha256");
	let received = 0;
	const counting = new Transform({
		transform: (piece: Buffer, _encoding, next) => {
			hash.update(piece);
			received += piece.length;
			next(received > limit ? tooLong(limit) : undefined, piece);
		},
	});
	const { incoming } = exchange.env;
	const body = incoming.iterator({ destroyOnReturn: false });
	await pipeline(body, counting, createWriteStream(path, { flags: "wx", mode: 0o600 })).catch(
		(error: unknown) => {
			if (error instanceof Refusal) throw error;
			throw incoming.complete ? error : new Refusal(400, "The upload was cut off: put the whole file again.");
		},
	);
	if (!incoming.complete || received !== (length ?? received))
		throw new Refusal(400, "The upload was cut off: put the whole file again.");
	checkLength(received, limit);
	const handle = await open(path, "r");
	await handle.sync().finally(() => handle.close());
	return hash.digest("hex");
}
