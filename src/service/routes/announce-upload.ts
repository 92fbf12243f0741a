import { defined } from "../../model/defined.ts";
import type { WireUploadTarget } from "../../wire/messages.gen.ts";
import { WIRE_LIMITS } from "../../wire/names.ts";
import { readUpload } from "../check/upload.ts";
import type { Core } from "../core.ts";
import { checkFreeSpace } from "../free-space.ts";
import { createOnce } from "../http/create-once.ts";
import { type Handler, parseJson } from "../http/exchange.ts";
import { originOf } from "../http/origin.ts";
import type { UploadRecord } from "../store/shapes.ts";

/** Upload, step 1 (service-facts): a signed URL to put the file to, and the identity to submit. */
export const announceUpload: Handler = (core, exchange) =>
	createOnce(core, exchange, {
		check: async (body) => {
			const input = readUpload(parseJson(body));
			await checkFreeSpace(core, exchange);
			return input;
		},
		create: async (id, input) => {
			const by = defined({ key: exchange.get("key")?.id });
			const upload: UploadRecord = { format: 1, id, createdAt: core.options.clock.now(), ...input, ...by };
			await core.uploads.put(upload);
			return targetOf(core, upload, originOf(core, exchange));
		},
		find: async (id) => {
			const upload = await core.uploads.get(id);
			return upload && targetOf(core, upload, originOf(core, exchange));
		},
	});

function targetOf(core: Core, upload: UploadRecord, origin: string): WireUploadTarget {
	const url = (part: string) =>
		`${origin}${core.signer.sign(`/upload/${upload.id}/${part}`, WIRE_LIMITS.uploadUrlMs)}`;
	return defined({
		upload_url: url("video"),
		identity: upload.id,
		transcript_upload_url: upload.transcriptName === undefined ? undefined : url("transcript"),
	});
}
