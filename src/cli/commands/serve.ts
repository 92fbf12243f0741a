import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { startService } from "../../service/embedded.ts";
import { isLoopback } from "../../service/http/guard.ts";
import {
	type AnsweredRequest,
	QUEUES,
	type RunningService,
	type ServiceOptions,
} from "../../service/options.ts";
import { dataFault, ServedFault } from "../../service/store/fault.ts";
import { LockedFault } from "../../system/lock.ts";
import { printable } from "../../system/run.ts";
import { renderServiceFindings, renderServing } from "../../views/serving.ts";
import { serviceFindings } from "../doctor/serving.ts";
import type { WorkFlags } from "../flags/work.ts";
import { type Log, logService, openLog } from "../terminal/log.ts";
import { err, out, stopSignal } from "../terminal/terminal.ts";
import { tendOwnFolders } from "../wiring/own-folders.ts";
import { logKept, readAgain } from "../wiring/read-again.ts";
import { openReloads, type Reloads } from "../wiring/reloads.ts";
import { embeddedOptions } from "../wiring/service.ts";
import { checkKeyLength, serviceKey } from "../wiring/service-key.ts";
import { superviseBy } from "../wiring/supervisor.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface ServeFlags extends WorkFlags {
	readonly host: string;
	readonly port: number;
	readonly restored?: "deliver" | "skip";
	/** Seconds that requests and deliveries under way may take to end. Absent: as long as they take. */
	readonly drain?: number;
}

/** Stand-ins for the outside world. */
type Own = Partial<Pick<ServiceOptions, "clock" | "engine">>;

/** One `showrun serve`. */
interface ServeSession {
	readonly path: string;
	readonly flags: ServeFlags;
	readonly own: Own;
	readonly log: Log;
	readonly signal: AbortSignal;
}

/**
 * `showrun serve`: the embedded service as a server of its own, until Ctrl-C or SIGTERM. SIGHUP starts it
 * again with the settings as they are then.
 */
export async function serve(path: string, flags: ServeFlags, own: Own = {}): Promise<void> {
	const reloads = openReloads();
	const signal = stopSignal({
		reload: reloads.ask,
		...defined({ drainMs: flags.drain && flags.drain * 1_000 }),
	});
	const log = openLog();
	const session: ServeSession = { path, flags, own, log, signal };
	const supervisor = superviseBy({ log, signal, isAlive: () => true });
	let settings = await settingsIn(path);
	await tendOwnFolders(settings);
	let service = await begin(session, settings, flags.port);
	await announce(session, settings, service);
	await supervisor.ready(`serving on ${service.url}`);
	for (;;) {
		const asked = await stopOrReload(signal, reloads, service.lost);
		if (asked === "stop") break;
		await supervisor.reloading();
		const next = await readAgain(() => settingsIn(path), { settings, log });
		if (next !== undefined) ({ settings, service } = await replaced({ ...session, settings, service }, next));
		await supervisor.ready(`serving on ${service.url}`);
	}
	await service.close();
	await supervisor.close();
	if (!signal.aborted) service.lost?.throwIfAborted();
}

/** What is asked for after it resolved waits for the next call. */
async function stopOrReload(
	signal: AbortSignal,
	reloads: Reloads,
	lost: AbortSignal | undefined,
): Promise<"stop" | "reload"> {
	let ignoreReloads = () => {};
	const asked = await new Promise<"stop" | "reload">((settle) => {
		if (signal.aborted || lost?.aborted) settle("stop");
		lost?.addEventListener("abort", () => settle("stop"), { once: true });
		signal.addEventListener("abort", () => settle("stop"), { once: true });
		ignoreReloads = reloads.listen(() => settle("reload"));
	});
	ignoreReloads();
	return signal.aborted || lost?.aborted ? "stop" : asked;
}

interface Served {
	readonly settings: Settings;
	readonly service: RunningService;
}

/** Ends the service and starts it with other settings, or with those in use where it cannot start. */
async function replaced(session: ServeSession & Served, next: Settings): Promise<Served> {
	const port = Number(new URL(session.service.url).port);
	await session.service.close();
	try {
		const service = await begin(session, next, port);
		session.log({ level: "info", message: "settings are read again", url: service.url });
		return { settings: next, service };
	} catch (error) {
		logKept(error, session.log);
		return { settings: session.settings, service: await begin(session, session.settings, port) };
	}
}

async function begin(
	{ flags, own, log }: ServeSession,
	settings: Settings,
	port: number,
): Promise<RunningService> {
	const { data } = settings.embedded;
	mustBeShared(flags, settings);
	const { key } = await serviceKey(data).catch((error: unknown) => {
		throw dataFault(error, data);
	});
	if (isReachedFromElsewhere(flags, settings)) checkKeyLength(key);
	return startService({
		...(await embeddedOptions(settings, { host: flags.host, port })),
		...own,
		apiKeys: [key],
		log: logService(log),
		requests: (request) => log({ level: levelOf(request), message: "request", ...request }),
		deadLetters: (letter) => log({ level: "error", message: "webhook dead letter", ...letter }),
		...{ queues: flags.queues, ...defined({ restored: flags.restored, tasksAtOnce: flags.concurrency }) },
	}).catch((error: unknown) => {
		throw error instanceof LockedFault && !(error instanceof ServedFault) ? inUse(data, error) : error;
	});
}

/** A data folder is worked on by its one process. */
function mustBeShared({ queues, concurrency }: ServeFlags, { embedded }: Settings): void {
	if (embedded.database !== undefined || (concurrency === undefined && queues.length === QUEUES.length))
		return;
	throw new StopFault("--queues and --concurrency are for a service whose records are in PostgreSQL.", {
		remedy: "Leave them out, or set embedded.store: { postgres: … }.",
	});
}

function levelOf({ status }: AnsweredRequest): "info" | "warn" | "error" {
	if (status >= 500) return "error";
	return status >= 400 ? "warn" : "info";
}

async function announce(
	{ flags, signal }: ServeSession,
	settings: Settings,
	{ url }: RunningService,
): Promise<void> {
	const { data, outbox } = settings.embedded;
	const { keyHint } = await serviceKey(data);
	out(`Serving on ${url}\n`);
	err(`Data in ${data}, posts in ${outbox}.\n${keyHint}\n`);
	const options = await embeddedOptions(settings, { host: flags.host, port: flags.port });
	err(renderServing({ ...options, url, isUnencrypted: isUnencrypted(flags, settings) }));
	const findings = await serviceFindings(settings, signal);
	if (!signal.aborted) err(renderServiceFindings(findings));
}

/** Whether more than this machine can show a key. */
function isReachedFromElsewhere({ host }: ServeFlags, { embedded }: Settings): boolean {
	return !isLoopback(host) || embedded.publicUrl !== undefined;
}

/** Whether keys may be read on their way: nothing says that a proxy in front ends TLS. */
function isUnencrypted(flags: ServeFlags, settings: Settings): boolean {
	const { publicUrl } = settings.embedded;
	const isSafe = publicUrl !== undefined && (publicUrl.startsWith("https:") || isLocal(publicUrl));
	return isReachedFromElsewhere(flags, settings) && !isSafe;
}

function isLocal(url: string): boolean {
	return isLoopback(new URL(url).hostname);
}

/** Another process serves the folder, or works with it. */
function inUse(data: string, { holder, message, doubt }: LockedFault): StopFault {
	const by = holder ? `${holder.command} (PID ${holder.pid} on ${holder.host})` : message;
	return new StopFault(`The data folder ${printable(data)} is in use by ${by}.`, {
		remedy:
			doubt === undefined || holder === undefined
				? "Use that one, end it first, or name another folder for this one (embedded.data)."
				: `${doubt} Only if it is no longer alive: showrun unlock ${holder.lockId}`,
	});
}
