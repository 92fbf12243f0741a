import { WIRE_LIMITS } from "../../wire/names.ts";
import { BRAND_BYTES } from "../check/brand.ts";
import { extensionOf, kindOf } from "../check/upload.ts";
import { type Core, workersOf } from "../core.ts";
import { checkFreeSpace } from "../free-space.ts";
import type { Exchange } from "../http/context.ts";
import { answer, BODY_MS, type Handler, stillIncomplete } from "../http/exchange.ts";
import { sourceName } from "../media/names.ts";
import { Refusal } from "../refusal.ts";
import type { StoredFile, UploadRecord } from "../store/shapes.ts";
import { type BroughtBytes, readContentRange } from "../uploads/content-range.ts";
import type { UploadPart } from "../uploads/partials.ts";

/** How often the key of an upload under way is looked at. Milliseconds. */
const KEY_MS = 1_000;
const TRANSCRIPT_BYTES = 16 * 1024 ** 2;

/**
 * Upload, step 2: the raw bytes of the video, of its transcript, or of a part of a brand; all at once or, by
 * the declared extension, in parts. May be repeated until a task has used the identity.
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
	await checkKey(core, upload);
	const bytes = { video: WIRE_LIMITS.uploadBytes, ...BRAND_BYTES }[kindOf(name)];
	const limit = part === "video" ? bytes : TRANSCRIPT_BYTES;
	const brought = broughtBy(exchange, limit);
	const whole = { core, exchange, brought, limit, part: { id, part }, extension: extensionOf(name) };
	const stored =
		brought.kind === "question" && (part === "video" ? upload.video : upload.transcript) !== undefined
			? "before"
			: await whileKeyIsGood({ core, exchange, upload }, () => storeBody(whole));
	if (typeof stored === "number") return incomplete(exchange, id, stored);
	if (stored !== "before") await core.uploads.change(id, (before) => ({ ...before, [part]: stored }));
	return answer(exchange, { identity: id });
};

/** Throws `Refusal` 403 once the key that announced the upload was revoked. */
async function checkKey(core: Core, { key }: UploadRecord): Promise<void> {
	if (key !== undefined && !(await core.isKeyGood(key)))
		throw new Refusal(403, "The API key that this upload was announced with was revoked.");
}

/** Ends what arrives as soon as the key is revoked. */
async function whileKeyIsGood<Result>(
	{ core, exchange, upload }: Pick<Receiving, "core" | "exchange"> & { readonly upload: UploadRecord },
	work: () => Promise<Result>,
): Promise<Result> {
	const look = () =>
		void checkKey(core, upload).catch(() => {
			exchange.env.incoming.destroy();
		});
	const looking = setInterval(look, KEY_MS);
	return work().finally(() => clearInterval(looking));
}

/** What the request brings. Throws `Refusal` 400, 413 and 422. */
function broughtBy({ req }: Exchange, limit: number): BroughtBytes {
	const brought = readContentRange(req.header("content-range"));
	if (brought === undefined)
		throw new Refusal(
			400,
			"Content-Range must be bytes FROM-TO/SIZE, or bytes */SIZE to ask how many are here.",
		);
	if (brought.kind === "whole") {
		const length = req.header("content-length");
		const isChunked = length === undefined && req.header("transfer-encoding") !== undefined;
		if (!isChunked) checkLength(Number(length ?? 0), limit);
		return brought;
	}
	checkLength(brought.total, limit);
	if (brought.kind === "part" && (req.header("content-length") ?? lengthOf(brought)) !== lengthOf(brought))
		throw new Refusal(
			400,
			`Content-Range names ${lengthOf(brought)} bytes, and Content-Length another number.`,
		);
	return brought;
}

function lengthOf({ from, to }: { readonly from: number; readonly to: number }): string {
	return `${to - from + 1}`;
}

function checkLength(length: number, limit: number): void {
	if (length === 0) throw new Refusal(422, "The file is empty.");
	if (length > limit) throw tooLong(limit);
}

function tooLong(limit: number): Refusal {
	return new Refusal(413, `The file is larger than ${Math.round(limit / 1024 ** 2)} MB.`);
}

interface Receiving {
	readonly core: Core;
	readonly exchange: Exchange;
	readonly brought: BroughtBytes;
	readonly limit: number;
	readonly part: UploadPart;
	readonly extension: string;
}

/**
 * Streams the body to the disk. A whole file moves to `sources/`, named by its content: the same file
 * uploaded twice is kept once. Gives how many bytes are here as long as it is not whole.
 */
async function storeBody(receiving: Receiving): Promise<StoredFile | number> {
	const { core, exchange, brought, limit, part, extension } = receiving;
	const here = await core.partials.size(part);
	const keep = (sha256: string, path: string) => core.media.put(sourceName({ sha256, extension }), path);
	// What arrived as a whole could not be kept, or its process ended before: nothing has to come again.
	if (brought.kind === "question" && here === brought.total)
		return { sha256: await core.partials.finish(part, {}, keep), extension };
	if (brought.kind === "question") return here;
	const from = brought.kind === "part" ? brought.from : 0;
	const announced = Number(exchange.req.header("content-length") ?? 0);
	if (from > here) throw gap(exchange, here);
	await checkFreeSpace(core, exchange, brought.kind === "part" ? brought.total - here : announced);
	const most = brought.kind === "part" ? Number(lengthOf(brought)) : limit;
	const { incoming } = exchange.env;
	const { bodyMs: graceMs = BODY_MS } = core.options;
	const arrived = await core.partials.receive(part, { incoming, from, most, graceMs });
	if (arrived.isTooSlow) throw tooSlow(exchange);
	if (arrived.isTooMuch && brought.kind === "whole") throw tooLong(limit);
	if (arrived.isTooMuch) throw new Refusal(400, `More bytes arrived than Content-Range names: ${most}.`);
	if (!arrived.isComplete || arrived.size < from + (brought.kind === "part" ? most : announced))
		throw new Refusal(
			400,
			"The upload was cut off: put the whole file again, or ask what is here with Content-Range: bytes */SIZE.",
		);
	if (brought.kind === "part" && arrived.size < brought.total) return arrived.size;
	checkLength(arrived.size, limit);
	return { sha256: await core.partials.finish(part, arrived, keep), extension };
}

/** What arrived is kept: on a line that stood still, the client goes on with it. */
function tooSlow(exchange: Exchange): Refusal {
	exchange.header("Connection", "close");
	return new Refusal(
		408,
		"The file came too slowly, less than a kilobyte a second: " +
			"go on where it stopped (Content-Range: bytes */SIZE asks what is here).",
	);
}

function gap(exchange: Exchange, here: number): Refusal {
	if (here > 0) exchange.header("Range", `bytes=0-${here - 1}`);
	return new Refusal(409, `${here} bytes of the file are here: go on with byte ${here}.`);
}

/** As resumable uploads say it elsewhere: 308, and in `Range` what is here. */
function incomplete(exchange: Exchange, identity: string, received: number): Response {
	if (received > 0) exchange.header("Range", `bytes=0-${received - 1}`);
	return stillIncomplete(exchange, { identity, received });
}
