import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Asked, answerTo, type Reply, xmlOf } from "./answers.ts";
import { type FakeBucket, fakeBucket } from "./bucket.ts";
import { checkSignature, Refused } from "./signature.ts";

type Fate = "cut" | number | undefined;

/**
 * A strict stand-in for S3 with one bucket, on 127.0.0.1: it checks every signature and the content against
 * it, tags, conditions, and the rules of uploads in parts, and fails when it is told to. Of the servers of
 * the registry, s3rver lists neither uploads nor parts, and those that are maintained want Node 22 or 24;
 * `test/s3` runs the same media against a real one.
 */
export interface S3Server extends FakeBucket {
	readonly url: string;
	readonly bucket: string;
	/** Every request that was answered, as `METHOD key?query`. */
	readonly asked: string[];
	/** What happens before an answer: `cut` ends the connection, a number is a status. */
	before: ((asked: Asked) => Fate | Promise<Fate>) | undefined;
	/** An answer is cut after so many bytes of an object. */
	cutAfter: number | undefined;
	close(): Promise<void>;
}

const BUCKET = "media";

/** Starts one with an empty bucket. */
export async function s3Server(): Promise<S3Server> {
	const server = createServer((request, response) => {
		void serve(fake, request, response).catch(() => response.destroy());
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	const fake: S3Server = {
		...fakeBucket(),
		...{ url: `http://127.0.0.1:${port}`, bucket: BUCKET, asked: [] },
		before: undefined,
		cutAfter: undefined,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return fake;
}

async function serve(fake: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece as Buffer);
	const body = Buffer.concat(pieces);
	const { pathname, searchParams: query } = new URL(request.url ?? "/", fake.url);
	const [, bucket = "", ...rest] = pathname.split("/").map(decodeURIComponent);
	const { method = "", headers } = request;
	const asked: Asked = { method, key: rest.join("/"), query, body, headers };
	const fate = await fake.before?.(asked);
	if (fate === "cut") {
		response.destroy();
		return;
	}
	fake.asked.push(`${method} ${asked.key}${query.size > 0 ? `?${query}` : ""}`);
	try {
		if (fate !== undefined) throw new Refused(fate === 501 ? "NotImplemented" : "SlowDown", fate);
		checkSignature(request, body);
		if (bucket !== fake.bucket) throw new Refused("NoSuchBucket", 404);
		send(fake, asked, { reply: answerTo(fake, asked), response });
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		const { code, status } = error;
		send(fake, asked, { reply: { ...xmlOf(`<Error><Code>${code}</Code></Error>`), status }, response });
	}
}

function send(
	{ cutAfter }: S3Server,
	{ method, key }: Asked,
	{ reply, response }: { readonly reply: Reply; readonly response: ServerResponse },
): void {
	const { status, headers = {}, body = "" } = reply;
	response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers });
	const isCut = cutAfter !== undefined && method === "GET" && key !== "" && body.length > cutAfter;
	if (isCut) response.write(body.slice(0, cutAfter), () => response.destroy());
	else response.end(method === "HEAD" ? undefined : body);
}
