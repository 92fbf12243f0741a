import type { Health } from "../../daemon/health.ts";
import type { Sample } from "../../metrics/exposition.ts";
import type { WatchCounters } from "../../metrics/watch-counters.ts";
import { defined } from "../../model/defined.ts";
import type { ListenAddress } from "../../model/listen-address.ts";
import type { Settings } from "../../model/settings.ts";
import type { Clock } from "../../system/clock.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { type Log, logService } from "../terminal/log.ts";
import type { WorkspacePaths } from "./campaign-options.ts";
import type { PageMemory } from "./page/page-messages.ts";
import type { Reloads } from "./reloads.ts";
import { type Connected, connectService } from "./service.ts";
import { type WatchedFeeds, watchedFeeds } from "./watch-feeds.ts";
import type { Lead } from "./watch-lead.ts";

export interface WatchFlags extends InputFlags {
	readonly once?: true;
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	readonly lockTimeout: number;
	/** Seconds that requests under way may take to end. Absent: as long as they take. */
	readonly drain?: number;
	/** How many posts one pass may cancel. Absent: as the settings say. */
	readonly maxCancels?: number;
	/** Commit of the state on a remote that has to be there, or to be contained in what is there. */
	readonly expectState?: string;
	/** Where metrics are served. Absent: as the settings say. */
	readonly metrics?: ListenAddress;
	/** Port of the page on 127.0.0.1. Absent: as the settings say. */
	readonly ui?: number;
}

/** One workspace of a `showrun watch`: everything its passes work with. */
export interface WatchSession extends WorkspacePaths {
	/** What was typed, for locks and logs. */
	readonly command: string;
	readonly flags: WatchFlags;
	readonly settings: Settings;
	readonly connected: Connected;
	readonly feeds: WatchedFeeds;
	readonly log: Log;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** What passes did since the process began. */
	readonly counters: WatchCounters;
	/** Says that the settings are to be read again. */
	readonly reloads: Reloads;
	/** Ends this version of the settings after the pass under way. */
	readonly replaced: AbortController;
	/** Settings that take the place of these. */
	next?: Settings;
	/** What its page goes on with when the settings have changed. */
	readonly pageMemory: PageMemory;
	/** Folders of workspaces that came lately, of which was told. */
	readonly told: Set<string>;
	/** Whether this process makes the passes. */
	readonly lead: Lead;
	/** Where it can be asked how it is. */
	readonly endpoints: WatchEndpoints;
	/** Work that takes the processor waits here for its turn. */
	readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Where people and programs ask how a watch is. */
export interface WatchEndpoints {
	/** Opens them for one version of the settings. */
	open(session: WatchSession, facts: WatchFacts): Promise<{ stop(): Promise<void> }>;
	/** The settings are another version from here on, which is opened next. */
	reloading(): Promise<void>;
}

/** What a watch tells of itself. */
export interface WatchFacts {
	readonly health: () => Health;
	/** Samples of metrics by their names. */
	readonly samples: () => Promise<Readonly<Record<string, readonly Sample[]>>>;
}

/** Prepares log and connection; campaigns and state are read by every pass. */
export async function prepareWatch(
	given: Omit<WatchSession, "connected" | "feeds" | "replaced">,
): Promise<WatchSession> {
	const { settings, flags, clock, log } = given;
	const connected = await connectService(settings, "write", {
		clock,
		log: logService(log),
		tell: ({ until, why }) =>
			log({ level: "info", message: "requests wait", until: new Date(until).toISOString(), why }),
		...defined({ cache: flags.cache }),
	});
	return { ...given, connected, feeds: watchedFeeds(settings, clock), replaced: new AbortController() };
}
