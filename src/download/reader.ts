import { connector } from "../system/connect.ts";
import { httpClient } from "../system/http-client.ts";
import type { LinkReader } from "./request.ts";

/**
 * Reads links over connections that are closed when it is done. `idleMs`: longest silence of the other end,
 * in milliseconds.
 */
export async function withReader<Result>(
	signal: AbortSignal,
	idleMs: number,
	use: (reader: LinkReader) => Promise<Result>,
): Promise<Result> {
	const { Agent } = httpClient();
	const dispatcher = new Agent({ connect: connector({ timeoutMs: Math.min(10_000, idleMs) }) });
	try {
		return await use({ dispatcher, idleMs, signal });
	} finally {
		await dispatcher.destroy();
	}
}
