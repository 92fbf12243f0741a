import type { Socket } from "node:net";

/** Longest interim answer, in bytes; a longer one is left to who reads the connection. */
const MOST = 64 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Takes interim answers (1xx) out of what a connection brings, asked for or not (RFC 9110 15.2): undici ends
 * the connection at `100 Continue`. Only looked for at the beginning of an answer, after something was
 * written.
 */
export function withoutInterim<Kind extends Socket>(socket: Kind): Kind {
	const [push, write] = [socket.push.bind(socket), socket.write.bind(socket)];
	let isAwaited = false;
	let held = NOTHING;
	socket.write = (...args: readonly unknown[]) => {
		isAwaited = true;
		return Reflect.apply(write, socket, args);
	};
	socket.push = (chunk: Buffer | null, encoding) => {
		if (!isAwaited) return push(chunk, encoding);
		held = chunk === null ? held : Buffer.concat([held, chunk]);
		for (let length = interimIn(held); length !== 0; length = interimIn(held)) {
			if (length === undefined && chunk !== null && held.length <= MOST) return true;
			if (length === undefined) break;
			held = held.subarray(length);
		}
		const answer = held;
		held = NOTHING;
		if (answer.length > 0) isAwaited = false;
		const isWanted = answer.length === 0 || push(answer);
		return chunk === null ? push(null) : isWanted;
	};
	return socket;
}

/**
 * Length of the interim answer that bytes begin with, 0 where they begin with none; undefined: not known yet.
 */
function interimIn(bytes: Buffer): number | undefined {
	const line = bytes.toString("latin1", 0, LINE.length);
	const isBegun =
		line.length < LINE.length && LINE.slice(0, 10).startsWith(line.slice(0, 10).replace("1.0", "1.1"));
	if (bytes.length === 0 || !(isBegun || INTERIM.test(line))) return 0;
	const end = bytes.indexOf("\r\n\r\n");
	return end === -1 ? undefined : end + 4;
}

const LINE = "HTTP/1.1 100";
/** Any but 101, which changes what the connection speaks. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
