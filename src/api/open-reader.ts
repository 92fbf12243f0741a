import { defined } from "../model/defined.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { Clock } from "../system/clock.ts";
import { connector } from "../system/connect.ts";
import { httpClient } from "../system/http-client.ts";
import { type Connection, headersOf } from "./connection.ts";
import { createDeclaration, type Declaration } from "./declaration.ts";
import type { RateLedger } from "./rate-ledger.ts";
import { createLimiter, type Pause } from "./rate-limit.ts";
import type { Reader } from "./read.ts";
import { createSkewMeter, type SkewMeter } from "./skew-meter.ts";

/** Longest silence of the service while it is read from, in milliseconds. */
const READ_TIMEOUT_MS = 30_000;
/** Longest time to connect, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * What a client is made of. `connect` is called at the first request; when it fails, at the next one again.
 */
export interface ClientOptions {
	readonly settings: ServiceSettings;
	readonly connect: () => Promise<Connection>;
	readonly clock: Clock;
	/**
	 * Requests that other processes made lately; closed with the client. Absent: every client counts by itself.
	 */
	readonly rateLedger?: RateLedger;
	/** Hears when requests have to wait. */
	readonly onPause?: (pause: Pause) => void;
}

/** What every request goes through, once it is connected. */
export interface ReaderOpener {
	readonly open: () => Promise<Reader>;
	readonly close: () => Promise<void>;
	readonly skew: SkewMeter;
	readonly declaration: Declaration;
	/** Requests that the limit leaves now. `Infinity`: there is none. */
	readonly requestsLeft: () => number;
	/** Resolves when the limit lets through a read that somebody else makes, which counts as made then. */
	readonly countRead: (signal: AbortSignal) => Promise<void>;
}

/** Connects once, at the first request. */
export function readerOpener(options: ClientOptions): ReaderOpener {
	const { settings, clock, rateLedger, onPause } = options;
	const peers = defined({ ledger: rateLedger, onPause });
	const limiter = createLimiter(settings.limits.requestsPerMinute, clock, peers);
	const skew = createSkewMeter(clock);
	const declaration = createDeclaration();
	let opening: Promise<Reader> | undefined;
	const open = () => {
		opening ??= newReader(options, { limiter, skew, declaration }).catch((error: unknown) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	const close = async () => {
		const reader = await opening?.catch(() => undefined);
		await reader?.dispatcher.destroy();
		rateLedger?.close();
	};
	const countRead = (signal: AbortSignal) => limiter.turn("read", signal);
	return { open, close, skew, declaration, requestsLeft: limiter.left, countRead };
}

async function newReader(
	{ settings, connect, clock }: ClientOptions,
	shared: Pick<Reader, "limiter" | "skew" | "declaration">,
): Promise<Reader> {
	const connection = await connect();
	const { Agent } = httpClient();
	return {
		...shared,
		connection,
		headers: headersOf(connection, settings),
		clock,
		dispatcher: new Agent({ connections: 8, connect: connector({ timeoutMs: CONNECT_MS }) }),
		timeoutMs: READ_TIMEOUT_MS,
		contact: { made: false },
	};
}
