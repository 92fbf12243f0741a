import { Fault } from "../../model/fault.ts";
import { sha256 } from "../../system/files.ts";
import { openClient } from "../../system/guarded/client.ts";
import { type GuardedResponse, guardedRequest } from "../../system/guarded/request.ts";
import type { Media } from "../media/media.ts";
import { imageName } from "../media/names.ts";
import type { StoredFile } from "../store/shapes.ts";
import { FetchFault } from "./fetch-fault.ts";
import type { FetchLimits } from "./limits.ts";
import { guardOf, parseVideoAddress } from "./video-address.ts";

const LIMITS = { bytes: 8 * 1024 ** 2, ms: 15_000 } as const;
const STARTS = { jpg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] } as const;

/** Where images are fetched to, and which addresses are reached. */
export interface ImageFetching {
	readonly media: Media;
	readonly limits: Pick<FetchLimits, "privateAddresses" | "resolve">;
}

/**
 * Fetches a JPEG or PNG image, as guarded as videos are, named by the hash of its content. Throws
 * `FetchFault`.
 */
export async function fetchImage(address: string, { media, limits }: ImageFetching): Promise<StoredFile> {
	const url = parseVideoAddress(address, limits);
	const guard = guardOf(limits);
	const client = await openClient(guard);
	const signal = AbortSignal.timeout(LIMITS.ms);
	try {
		const headers = {
			accept: "image/jpeg, image/png",
			"accept-encoding": "identity",
			"user-agent": "showrun",
		};
		const bytes = await bytesOf(await guardedRequest(url, { client, headers, guard, signal }));
		const file = { sha256: sha256(bytes), extension: extensionOf(bytes, url) };
		await media.write(imageName(file), bytes);
		return file;
	} catch (error) {
		if (signal.aborted) throw new FetchFault(`${url.host} took longer than ${LIMITS.ms / 1000} s.`);
		if (error instanceof Fault) throw error;
		const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
		if (syscall !== undefined && !/^(connect|getaddrinfo|read|write)$/.test(syscall)) throw error;
		throw new FetchFault(`${url.host} cannot be reached (${code ?? "the connection broke"}).`);
	} finally {
		await client.destroy();
	}
}

async function bytesOf({ url, status, body }: GuardedResponse): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	try {
		if (status !== 200)
			throw new FetchFault(`${url.host} answered with status ${status} instead of an image.`);
		for await (const piece of body) {
			size += piece.length;
			pieces.push(piece);
			if (size > LIMITS.bytes)
				throw new FetchFault(`The image at ${url.host} is larger than ${LIMITS.bytes / 1024 ** 2} MB.`);
		}
		return Buffer.concat(pieces);
	} finally {
		body.destroy();
	}
}

function extensionOf(bytes: Buffer, url: URL): keyof typeof STARTS {
	if (STARTS.jpg.every((byte, at) => bytes[at] === byte)) return "jpg";
	if (STARTS.png.every((byte, at) => bytes[at] === byte)) return "png";
	throw new FetchFault(`${url.host} did not send a JPEG or PNG image.`);
}
