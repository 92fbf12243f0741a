import type { ServiceSettings } from "../model/settings.ts";
import type { Clock } from "../system/clock.ts";
import { sha256 } from "../system/files.ts";
import { PATHS } from "../wire/names.ts";
import { type Connection, headersOf } from "./connection.ts";
import { exportExistingBody, publishBody, submitBody } from "./convert.ts";
import { silentOutcome } from "./outcome.ts";
import { ANSWERS, accountsOf, connectUrlOf, dataOf, linksOf, publishReading, taskReading } from "./parse.ts";
import type { Call, CallKind, Service } from "./port.ts";
import type { Spent } from "./rate-ledger.ts";
import { createLimiter, type Pause } from "./rate-limit.ts";
import { type Reader, type ReadRequest, read } from "./read.ts";
import { SEND_LIMITS, send } from "./send.ts";
import { createSkewMeter } from "./skew-meter.ts";
import { upload } from "./upload.ts";

/** Longest silence of the service while it is read from, in milliseconds. */
const READ_TIMEOUT_MS = 30_000;

/** What a client is made of. `connect` is called at the first request; when it fails, at the next one again. */
export interface ClientOptions {
	readonly settings: ServiceSettings;
	readonly connect: () => Promise<Connection>;
	readonly clock: Clock;
	/** Notes what was asked of this service lately; closed with the client. Absent: every client counts by itself. */
	readonly spent?: Spent;
	/** Hears when requests have to wait. */
	readonly tell?: (pause: Pause) => void;
}

/** A client of the service. Nothing is loaded or connected before the first request. */
export function createClient(options: ClientOptions): Service & { close(): Promise<void> } {
	const { settings } = options;
	const { open, close, skew } = opener(options);
	const ask = async (request: ReadRequest) => dataOf(await read(await open(), request));
	const get = (path: string, signal: AbortSignal) => ask({ method: "GET", path, signal });
	return {
		accounts: async (signal) => accountsOf(await get(PATHS.accounts, signal), settings.platforms),
		results: async (id, signal) => taskReading(await get(PATHS.results(id), signal), id),
		links: async (id, signal) => linksOf(await get(PATHS.results(id), signal)),
		exportResults: async (id, signal) => taskReading(await get(PATHS.exportResults(id), signal), id),
		exportLinks: async (id, signal) => linksOf(await get(PATHS.exportResults(id), signal)),
		publishTask: async (id, signal) => publishReading(await get(PATHS.publishTask(id), signal)),
		connectUrl: async (platform, signal) =>
			connectUrlOf(await ask({ method: "POST", path: PATHS.oauth(settings.platforms[platform]), signal })),
		upload: async (file, signal) => upload(await open(), file, { signal, transcripts: settings.transcripts }),
		submitCall: (request, videoUrl) => call("submit", PATHS.submit, submitBody(request, videoUrl)),
		publishCall: (request, accountId) => call("publish", PATHS.publish, publishBody(request, accountId)),
		exportCall: (request) => call("export", PATHS.export, exportExistingBody(request)),
		async send(made, sending) {
			const { connection, headers, limiter, clock } = await open();
			try {
				await limiter.turn("write", sending.signal);
			} catch (reason) {
				return silentOutcome(reason, { sent: false, secret: connection.apiKey.reveal() });
			}
			const outcome = await send(made, sending, {
				connection,
				headers,
				clock,
				limits: SEND_LIMITS,
				answer: ANSWERS[made.kind],
			});
			// With a task it may be the running ones that are too many; other requests need not wait for that.
			if (made.kind === "publish" && outcome.evidence.httpStatus === 429)
				limiter.hold(outcome.retryAfterMs ?? 0);
			return outcome;
		},
		// Without a URL the service is this machine.
		skew: () => (settings.url === undefined ? undefined : skew.read()),
		close,
	};
}

/** Connects once, at the first request. */
function opener({ settings, connect, clock, spent, tell }: ClientOptions) {
	const limiter = createLimiter(settings.limits.requestsPerMinute, clock, {
		...(spent && { spent }),
		...(tell && { tell }),
	});
	const skew = createSkewMeter(clock);
	let opening: Promise<Reader> | undefined;
	const make = async (): Promise<Reader> => {
		const [connection, { Agent }] = await Promise.all([connect(), import("undici")]);
		const dispatcher = new Agent({ connections: 8 });
		return {
			connection,
			headers: headersOf(connection, settings),
			limiter,
			clock,
			skew,
			dispatcher,
			timeoutMs: READ_TIMEOUT_MS,
			contact: { made: false },
		};
	};
	const open = () => {
		opening ??= make().catch((error: unknown) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	const close = async () => {
		const reader = await opening?.catch(() => undefined);
		await reader?.dispatcher.destroy();
		spent?.close();
	};
	return { open, close, skew };
}

/** Fixes the bytes of a write: equal requests are equal bytes, and the last one is the closing brace. */
function call<Kind extends CallKind>(kind: Kind, endpoint: string, body: object): Call<Kind> {
	const payload = JSON.stringify(body);
	return { kind, endpoint, payload, payloadSha256: sha256(payload) };
}
