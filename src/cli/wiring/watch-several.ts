import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { type Health, isStuck, serveHealth } from "../../daemon/health.ts";
import { summedHealth } from "../../daemon/summed-health.ts";
import type { Sample } from "../../metrics/exposition.ts";
import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { plain } from "../../views/ink.ts";
import { Exit } from "../exit.ts";
import type { OneWorkspace } from "./each-workspace.ts";
import { shortageOf } from "./free-space.ts";
import type { Reloads } from "./reloads.ts";
import { type SharedDaemon, sharedDaemon, tellUnused } from "./shared-daemon.ts";
import type { WatchLife } from "./watch-endpoints.ts";
import type { Leads } from "./watch-lead.ts";
import { becomeOnlyWatch } from "./watch-lock.ts";
import { serveWatchMetrics } from "./watch-metrics.ts";
import type { WatchFacts, WatchSession } from "./watch-session.ts";
import { watchableSettings, watchWorkspace } from "./watch-workspace.ts";
import { show } from "./workspace.ts";

/** Passes that are under way at once: they mostly wait for a service; each may be connected to a database. */
const PASSES_AT_ONCE = 8;
/** A workspace that cannot be watched is tried again after so long. Milliseconds. */
const AGAIN_MS = 30_000;

/** What one process watches its workspaces with. */
export interface Several extends Pick<WatchSession, "command" | "flags" | "clock" | "log" | "signal"> {
	readonly life: WatchLife;
	readonly leads: Leads;
	/** Requests to read the settings again, of one workspace. */
	readonly reloadsOf: () => Reloads;
}

/** One of the workspaces, while it is watched. */
interface Member extends OneWorkspace {
	readonly name: string;
	readonly reloads: Reloads;
	/** As they were read first. Undefined: they cannot be used. */
	settings: Settings | undefined;
	facts: WatchFacts | undefined;
	/** Why it is not watched now; empty where it is. */
	trouble: string;
	/** What was shown last of what is wrong with its settings. */
	shown: string;
}

/**
 * Watches several workspaces in one process, each with its own settings and state, until it is stopped. One
 * that cannot be watched does not hold up the others. Throws `StopFault` where they want to be told of at
 * different places.
 */
export async function watchSeveral(workspaces: readonly OneWorkspace[], given: Several): Promise<void> {
	const inTurn = pLimit(PASSES_AT_ONCE);
	const over = new AbortController();
	const signal = AbortSignal.any([given.signal, over.signal]);
	// Each workspace listens, and the warning of a leak comes from 11 on.
	setMaxListeners(0, signal);
	const members = await Promise.all(workspaces.map((one) => inTurn(() => memberOf(one, given))));
	const daemon = sharedDaemon(members);
	const endpoints = await openEndpoints(members, { ...given, daemon });
	const several = { ...given, signal, inTurn, daemon };
	try {
		// A bug in one ends them all, once what is under way is recorded.
		const ended = members.map((member) =>
			keepWatching(member, several).catch((error: unknown) => {
				over.abort();
				throw error;
			}),
		);
		for (const one of await Promise.allSettled(ended)) if (one.status === "rejected") throw one.reason;
	} finally {
		await endpoints.stop();
	}
}

interface Under extends Several {
	readonly inTurn: WatchSession["inTurn"];
	readonly daemon: SharedDaemon;
}

async function memberOf(one: OneWorkspace, several: Several): Promise<Member> {
	const member: Member = {
		...{ ...one, name: one.named?.name ?? ".", reloads: several.reloadsOf() },
		...{ settings: undefined, facts: undefined, trouble: "", shown: "" },
	};
	try {
		member.settings = await settingsOf(member, several);
	} catch (error) {
		tellTrouble(member, error, several);
	}
	return member;
}

/** Shows what is wrong with them once, however often they are tried, unless somebody asks for it. */
function settingsOf(member: Member, { flags }: Pick<Several, "flags">): Promise<Settings> {
	return watchableSettings(member, flags, (diagnostics) => {
		const found = JSON.stringify(diagnostics);
		if (found !== member.shown) show(diagnostics);
		member.shown = found;
	});
}

/** Notes why a workspace is not watched. Throws what is neither a fault nor wrong settings. */
function tellTrouble(member: Member, error: unknown, { log }: Several): void {
	if (!(error instanceof Exit || error instanceof Fault)) throw error;
	const why = error instanceof Exit ? "its settings are wrong" : error.message;
	const remedy = error instanceof Fault ? error.remedy : undefined;
	if (member.trouble === why) return;
	member.trouble = why;
	const message = `not watched, and tried again every ${AGAIN_MS / 1_000} s: ${why}`;
	log({ level: "error", message, workspace: member.name, ...defined({ remedy }) });
}

async function keepWatching(member: Member, several: Under): Promise<void> {
	const { signal, inTurn } = several;
	while (!signal.aborted) {
		try {
			member.settings ??= await inTurn(() => settingsOf(member, several));
			await watchMember(member, { ...several, settings: member.settings });
		} catch (error) {
			if (signal.aborted) return;
			tellTrouble(member, error, several);
		}
		member.settings = undefined;
		if (await untilAgain(member, signal)) member.shown = "";
	}
}

/** Waits a while, or until somebody asks for the settings to be read again. True: somebody did. */
async function untilAgain({ reloads }: Member, stopped: AbortSignal): Promise<boolean> {
	const asked = new AbortController();
	const ignore = reloads.listen(() => asked.abort());
	const signal = AbortSignal.any([stopped, asked.signal]);
	await pause(AGAIN_MS, undefined, { signal }).catch(() => {});
	ignore();
	return asked.signal.aborted;
}

/** What people read of one of several workspaces, with its name. */
function ofMember({ name }: Pick<Member, "name">, text: string): string {
	return text === "" ? "" : `${plain(name)}: ${text}`;
}

async function watchMember(
	member: Member,
	{ leads, log, daemon, ...several }: Under & { readonly settings: Settings },
): Promise<void> {
	const lock = await becomeOnlyWatch(several.settings, several);
	const named: WatchSession["log"] = (notice, event, text) =>
		log({ ...notice, workspace: member.name }, event, text && ((ink) => ofMember(member, text(ink))));
	try {
		await watchWorkspace({
			...{ ...several, ...pathsOf(member), log: named, leads: leads.keep(named) },
			reloads: member.reloads,
			endpoints: {
				async open({ settings }, facts) {
					tellUnused(settings.daemon, daemon, named);
					member.facts = facts;
					member.trouble = "";
					return {
						async stop() {
							member.facts = undefined;
						},
					};
				},
				reloading: async () => {},
			},
		});
	} finally {
		await lock.release();
	}
}

function pathsOf({ paths, root, without }: Member) {
	return { paths, ...defined({ root, without }) };
}

/** Health and metrics of all, at the place that all of them name. */
async function openEndpoints(members: readonly Member[], { log, life, daemon }: Omit<Under, "inTurn">) {
	const health = () => summedHealth(members.map((each) => ({ name: each.name, health: healthOf(each) })));
	const served = await serveHealth(daemon.port, { health, shortage: () => shortageIn(members) });
	life.isStuck = () => isStuck(health());
	const metrics = await serveWatchMetrics(daemon.metrics, { log, samples: () => samplesOf(members) });
	const url = `${served.url}/healthz`;
	log({ level: "info", message: "watching", health: url, workspaces: members.length });
	await life.supervisor.ready(`watching ${members.length} workspaces, health at ${url}`);
	return { stop: async () => void (await Promise.all([served.stop(), metrics?.stop()])) };
}

function healthOf({ facts, trouble }: Member): Health | undefined {
	if (trouble === "") return facts?.health();
	const nothing = { lastGoodPass: "", suspended: "", standby: "", nextPass: "" };
	return { ...nothing, trouble, failing: 0, blocked: 0, silentMs: 0 };
}

async function shortageIn(members: readonly Member[]): Promise<string | undefined> {
	for (const { settings, name } of members) {
		const shortage = settings && (await shortageOf(settings));
		if (shortage !== undefined) return `${name}: ${shortage}`;
	}
	return undefined;
}

/** The samples of all, each with its workspace. */
async function samplesOf(members: readonly Member[]): Promise<Readonly<Record<string, readonly Sample[]>>> {
	const all = new Map<string, Sample[]>();
	for (const { name: workspace, facts } of members) {
		for (const [metric, samples] of Object.entries((await facts?.samples()) ?? {})) {
			const named = samples.map((sample) => ({ ...sample, labels: { workspace, ...sample.labels } }));
			all.set(metric, [...(all.get(metric) ?? []), ...named]);
		}
	}
	return Object.fromEntries(all);
}
