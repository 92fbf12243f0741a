import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../api/client.ts";
import type { Service } from "../../api/port.ts";
import type { RateLedger } from "../../api/rate-ledger.ts";
import type { Pause } from "../../api/rate-limit.ts";
import type { ServicePosts } from "../../api/service-posts.ts";
import type { TranscriptReader } from "../../api/transcript-reading.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { RunningService, ServiceOptions } from "../../service/options.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { sha256 } from "../../system/files.ts";
import { mustNotBeSuspended } from "../../system/suspension.ts";
import { pauseWords } from "../../views/report.ts";
import { err } from "../terminal/terminal.ts";
import { BUILD, VERSION } from "../version.ts";
import { aliasNoter } from "./account-alias.ts";
import { keySource } from "./destinations.ts";
import type { Listed } from "./ledger.ts";
import { memoryFolder } from "./machine-record.ts";
import { modelsAt } from "./models.ts";
import { serviceMedia } from "./service-media.ts";
import { serviceStore } from "./service-store.ts";
import { LISTENER } from "./speech-program.ts";
import { userCache } from "./user-cache.ts";

/** A client, and what has to be let go of with it. */
export interface Connected {
	readonly service: Service;
	/** The publishing tasks that the service holds. */
	readonly posts: ServicePosts;
	readonly transcript: TranscriptReader;
	/**
	 * Starts the embedded service, where there is one, before the first request: what it owes is delivered from
	 * then on.
	 */
	start(): Promise<void>;
	/**
	 * Resolves once platforms have what they publish by themselves, where the embedded service of this process
	 * gives it to them. `waiting` is called where that takes a while.
	 */
	given(signal: AbortSignal, waiting: () => void): Promise<void>;
	/** Ids of the accounts as they were last read. Undefined: not read. */
	readonly listed: Listed;
	/** Requests that the limit leaves now; asks nobody. `Infinity`: there is none. */
	requestsLeft(): number;
	/** Resolves when the limit lets through a read that somebody else makes, which counts as made then. */
	countRead(signal: AbortSignal): Promise<void>;
	close(): Promise<void>;
}

/** What a connection may do besides. */
export interface Connecting {
	readonly clock?: Clock;
	/** Hears when requests have to wait. Absent: it is said on standard error. */
	readonly tell?: (pause: Pause) => void;
	/** Hears of bugs and faults of the embedded service. Absent: standard error. */
	readonly log?: (text: string) => void;
	/** False: nothing is noted of what was asked. */
	readonly cache?: boolean;
}

/**
 * Connects to the service of the settings at the first request: `read` never writes to the embedded service's
 * folder.
 */
export async function connectService(
	settings: Settings,
	mode: "read" | "write",
	more: Connecting = {},
): Promise<Connected> {
	const { clock = systemClock, tell = sayOnTheSide, cache, log } = more;
	const { url, apiKey, keyMissing } = settings.service;
	let embedded: Promise<RunningService> | undefined;
	const start = () => {
		embedded ??= startEmbedded(settings, mode, { clock, ...defined({ log }) });
		return embedded;
	};
	const connect = async () => {
		if (keyMissing !== undefined) throw new StopFault(keyMissing.message, keyMissing);
		return url !== undefined && apiKey !== undefined ? { url, apiKey } : start();
	};
	const client = createClient({
		settings: settings.service,
		connect,
		clock,
		...(cache !== false && (await rateLedgerOf(settings))),
		onPause: tell,
	});
	const { posts, transcript, requestsLeft, countRead } = client;
	const { accounts, listed } = notingIds(client.accounts);
	return {
		service: { ...client, accounts },
		...{ posts, transcript, listed, requestsLeft, countRead },
		start: async () => void (url === undefined && (await start())),
		async given(signal, waiting) {
			const { youtube, facebook } = settings.embedded.platforms;
			const isNative = url === undefined && (youtube.nativeSchedule || facebook.nativeSchedule);
			if (isNative) await (await start()).given?.(signal, waiting);
		},
		async close() {
			await client.close().finally(async () => (await embedded)?.close());
		},
	};
}

function notingIds(read: Service["accounts"]): Pick<Service, "accounts"> & Pick<Connected, "listed"> {
	let ids: ReadonlySet<string> | undefined;
	const accounts: Service["accounts"] = async (...args) => {
		const found = await read(...args);
		ids = new Set(found.map(({ id }) => id));
		return found;
	};
	return { accounts, listed: () => ids };
}

function sayOnTheSide(pause: Pause): void {
	err(`${pauseWords(pause)}\n`);
}

/** What was asked lately of a service elsewhere, by anybody on this machine: its limit counts all of it. */
async function rateLedgerOf(settings: Settings): Promise<{ readonly rateLedger: RateLedger } | undefined> {
	const { url, limits } = settings.service;
	if (url === undefined || !Number.isFinite(limits.requestsPerMinute)) return undefined;
	const folder = join(userCache(), "showrun", "requests");
	const [{ openRateLedger }] = await Promise.all([
		import("../../api/rate-ledger.ts"),
		mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {}),
	]);
	const ledger = openRateLedger(join(folder, sha256(url).slice(0, 32)));
	const isShared = settings.statePostgres !== undefined && limits.requestsPerMinute <= MOST_SHARED;
	return { rateLedger: isShared ? await sharing(ledger, settings) : ledger };
}

/** Limits that are no concern are not counted together: each request would wait for the database. */
const MOST_SHARED = 1_000;

/** The same for all machines whose states are in one database. */
async function sharing(ledger: RateLedger, settings: Settings): Promise<RateLedger> {
	const [{ postgresPlaceOf, serviceName }, { openRequests }] = await Promise.all([
		import("./postgres-state.ts"),
		import("../../state/postgres/requests.ts"),
	]);
	const place = postgresPlaceOf(settings);
	const name = serviceName(settings);
	if (place === undefined || name === undefined) return ledger;
	const requests = openRequests(place.url, name);
	return {
		...ledger,
		share: requests.take,
		close() {
			requests.close();
			ledger.close();
		},
	};
}

async function startEmbedded(
	settings: Settings,
	mode: "read" | "write",
	own: Pick<ServiceOptions, "clock" | "log">,
): Promise<RunningService> {
	const [{ connectEmbedded, readEmbedded }, options] = await Promise.all([
		import("../../service/embedded.ts"),
		embeddedOptions(settings, { host: "127.0.0.1", port: 0 }),
	]);
	return mode === "read" ? readEmbedded({ ...options, ...own }) : connectEmbedded({ ...options, ...own });
}

/** What the embedded service is started with. */
export async function embeddedOptions(
	settings: Settings,
	listen: { readonly host: string; readonly port: number },
) {
	const { root, service, embedded } = settings;
	const { createEngine } = await import("../../engine/engine.ts");
	const ffmpeg = { searchPath: process.env.PATH ?? "", ...defined({ wanted: embedded.ffmpeg }) };
	const { openLanguage } = await import("../../language/open.ts");
	const { chat, transcription } = embedded;
	const language = openLanguage({
		...defined({ chat, transcription }),
		cache: `${root}/.showrun/cache/answers`,
	});
	const { ytDlp, ...urls } = embedded.urls;
	return {
		...embedded,
		...(embedded.database && { store: await serviceStore(settings, { keep: true }) }),
		...(embedded.bucket && { media: await serviceMedia(settings) }),
		memory: join(memoryFolder(process.env, process.platform), "services"),
		env: process.env,
		credentials: keySource(),
		noteAlias: aliasNoter(settings),
		fetching: { ...urls, ...(ytDlp && { ytDlp: { env: process.env } }) },
		engine: createEngine({
			language,
			build: `${VERSION} ${BUILD ?? ""}`,
			ffmpeg,
			cache: `${root}/.showrun/cache`,
			...defined({ models: modelsAt(embedded.models), recogniser: embedded.recogniser }),
			listener: LISTENER,
		}),
		...{ clock: systemClock, version: VERSION },
		mustNotBeSuspended: () => mustNotBeSuspended(root, systemClock.now()),
		listen,
		apiKeys: service.apiKey ? [service.apiKey] : [],
		versionHeaders: [...new Set([service.versionHeader, ...embedded.versionHeaders])],
		log: (text: string) => err(`${text}\n`),
	};
}
