import type { ServiceSettings } from "../model/settings.ts";
import { connector } from "../system/connect.ts";
import { decoded } from "../system/decoded.ts";
import { httpClient } from "../system/http-client.ts";
import { PATHS } from "../wire/names.ts";
import { type Connection, headersOf, receive } from "./connection.ts";
import { unreachableFault } from "./read-fault.ts";

/** What one request tells about the service. */
export interface Probe {
	readonly status: number;
	/**
	 * How far the service's clock is ahead of ours, in milliseconds; within a second. Absent: it does not tell
	 * the time.
	 */
	readonly aheadMs?: number;
	/** Until the answer began, in milliseconds. */
	readonly tookMs: number;
}

/** Longest wait, in milliseconds. */
const LIMIT_MS = 10_000;
const KEPT = { keep: 0, most: 1 << 23 };

/**
 * Makes one request that changes nothing and reads the clock of the answer. Throws `UnreachableFault`, or the
 * signal's reason.
 */
export async function probe(
	connection: Connection,
	settings: Pick<ServiceSettings, "versionHeader">,
	signal: AbortSignal,
): Promise<Probe> {
	const { Agent, request } = httpClient();
	const dispatcher = new Agent({ connect: connector({ timeoutMs: LIMIT_MS }) });
	const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
	const before = Date.now();
	try {
		const response = await request(`${connection.url}${PATHS.accounts}`, {
			method: "GET",
			headers: { ...headersOf(connection, settings) },
			signal: limit,
			dispatcher,
		});
		const after = Date.now();
		await receive(decoded(response.body, response.headers), KEPT);
		return {
			status: response.statusCode,
			tookMs: after - before,
			...aheadOf(response.headers.date, { before, after }),
		};
	} catch (cause) {
		signal.throwIfAborted();
		throw unreachableFault(connection, cause);
	} finally {
		await dispatcher.destroy();
	}
}

/** The header counts whole seconds, and was written somewhere between our two looks at the clock. */
function aheadOf(
	date: string | readonly string[] | undefined,
	{ before, after }: { readonly before: number; readonly after: number },
): { readonly aheadMs?: number } {
	const there = Date.parse(String(date ?? ""));
	if (Number.isNaN(there)) return {};
	if (there + 1_000 < before) return { aheadMs: there + 1_000 - before };
	return { aheadMs: Math.max(0, there - after) };
}
