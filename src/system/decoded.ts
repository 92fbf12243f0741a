import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** Most layers of compression that are undone. */
const LAYERS = 3;

/** The one header that matters here. */
interface EncodedHeaders {
	readonly "content-encoding"?: string | string[] | undefined;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
	gzip: createGunzip,
	"x-gzip": createGunzip,
	br: createBrotliDecompress,
};

/**
 * A body without the compression that its `content-encoding` names, which some servers and proxies apply
 * unasked. Decodes no more than is read, so whoever reads sets the limit. A body that breaks off, or is not
 * what it says, ends with an error; an unknown encoding is left as it is.
 */
export function decoded(body: Readable, headers: EncodedHeaders): Readable {
	const names = encodings(headers);
	if (names.length > LAYERS || !names.every(isKnown)) return body;
	return names
		.reverse()
		.reduce(
			(inner: Readable, name) =>
				name === "deflate" ? Readable.from(inflated(inner)) : piped(inner, DECODERS[name]?.()),
			body,
		);
}

/** The compressions that headers name, the first applied first. */
function encodings({ "content-encoding": named = "" }: EncodedHeaders): string[] {
	const names = [named].flat().join(",").toLowerCase().split(",");
	return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
}

function isKnown(name: string): boolean {
	return name === "deflate" || Object.hasOwn(DECODERS, name);
}

function piped(from: Readable, decoder: Transform | undefined): Readable {
	return decoder === undefined ? from : pipeline(from, decoder, () => {});
}

/** Some servers send `deflate` without the wrapping that the standard asks for: the first byte tells. */
async function* inflated(body: Readable): AsyncGenerator<Buffer> {
	const pieces: AsyncIterator<Buffer, undefined> = body[Symbol.asyncIterator]();
	const first = await pieces.next();
	if (first.done) return;
	const decoder = ((first.value[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
	const all = async function* () {
		yield first.value;
		yield* { [Symbol.asyncIterator]: () => pieces };
	};
	yield* pipeline(all, decoder, () => {}) as AsyncIterable<Buffer>;
}
