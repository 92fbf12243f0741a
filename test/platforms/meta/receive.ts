/** Bytes that arrive at rupload, from an offset on. */
import { createHash } from "node:crypto";
import { type Answer, json, must, Refused } from "../core/answer.ts";
import type { Arrived } from "../core/platform.ts";
import { authorized, type Meta, type Receiving, SCOPES } from "./model.ts";

/** Headers of an upload. */
export const UPLOAD_HEADERS = ["authorization", "offset", "file_size"];

/** Takes what came; `done` when that is the whole file. */
export function receive(
	meta: Meta,
	request: Arrived,
	{ file, done }: { readonly file: Receiving; readonly done: (sha256: string) => void },
): Answer {
	const { headers, body } = request;
	authorized(meta, request, { scopes: SCOPES, scheme: "OAuth" });
	const [offset, size] = [Number(headers.offset), Number(headers.file_size)];
	must(Number.isInteger(size) && size > 0, `file_size ${headers.file_size}`);
	must(file.size === undefined || file.size === size, `file_size ${size}, ${file.size} before`);
	must(offset === file.received, `offset ${headers.offset}, where ${file.received} are kept`);
	must(offset + body.length <= size, `${offset + body.length} bytes of ${size}`);
	file.size = size;
	const broken = request.quirk("processing-failed");
	if (broken !== undefined) {
		const debug_info = {
			retriable: false,
			type: "ProcessingFailedError",
			message: "Request processing failed",
		};
		throw new Refused(json(400, { debug_info }));
	}
	take(file, body);
	if (file.received < size) return json(200, { success: true });
	file.sha256 = createHash("sha256").update(Buffer.concat(file.chunks)).digest("hex");
	file.chunks.length = 0;
	done(file.sha256);
	return json(200, { success: true });
}

/** What came before the connection broke is kept. */
export function keepPartial(file: Receiving | undefined, { headers, body }: Arrived): void {
	if (file === undefined || file.sha256 !== undefined || Number(headers.offset) !== file.received) return;
	file.size = Number(headers.file_size);
	take(file, body);
}

function take(file: Receiving, body: Buffer): void {
	file.chunks.push(Buffer.from(body));
	file.received += body.length;
}
