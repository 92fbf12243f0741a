import type { Service } from "../api/port.ts";
import type { Account } from "../model/account.ts";
import type { Campaign, Policy } from "../model/campaign.ts";
import type { RunEvent } from "../model/event.ts";
import type { FeedNews } from "../model/feed-state.ts";
import type { EngineFacts, Observed, PlanOptions, PulledModel } from "../model/observed.ts";
import type { PublishChange } from "../model/plan.ts";
import type { Suspension } from "../model/suspension.ts";
import type { ResolvedOutcome } from "../model/unknown.ts";
import type { Elsewhere, ElsewhereQuery } from "../state/ledger/elsewhere.ts";
import type { StateWriter } from "../state/store.ts";
import type { Clock } from "../system/clock.ts";
import type { Concurrency } from "./concurrency.ts";
import type { Sources } from "./sources.ts";

/** What a plan is made from besides the state: read once, not on every pass. */
export interface PlanInputs {
	readonly campaigns: readonly Campaign[];
	readonly sources: Sources;
	/** Read when the first post is due. */
	accounts?: readonly Account[];
	/** What the ledger knows, where it was read. */
	readonly elsewhere?: Elsewhere;
	/** Models that the embedded engine has. Absent: not looked at. */
	readonly pulled?: readonly PulledModel[];
	/** The service is not asked. */
	readonly offline?: true;
	/** What the ledger knew when it was asked last. */
	ledgerRead?: Elsewhere;
	/** What feeds list that is new; written down before anything else is done. Absent: nothing. */
	feeds?: readonly FeedNews[];
	/** What was looked at once, before the first units are spent. */
	foreseen?: Foreseen;
}

/** What is known before anything is paid. */
export type Foreseen = Pick<Observed, "connected" | "engine" | "unasked">;

/** What reading the service needs. */
export interface ReadContext {
	readonly service: Service;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly options: PlanOptions;
	readonly emit: (event: RunEvent) => void;
	/**
	 * What other workspaces of this user posted, and which sources are of one content, from the ledger. Absent:
	 * nothing outside of the state is asked.
	 */
	readonly elsewhere?: (query: ElsewhereQuery) => Promise<Elsewhere>;
	/**
	 * What the embedded engine has to work with, and which of some families of fonts it lacks. Absent: the
	 * clips are made elsewhere.
	 */
	readonly engine?: (families: readonly string[]) => Promise<EngineFacts>;
	/** The accounts are read before anything is paid, and not only before the first post. */
	readonly looksAhead?: true;
	/** Reads the accounts where nothing may be written yet. Absent: the service is asked. */
	readonly accountsAhead?: Service["accounts"];
	/** Tells the service and its key from others, in the state of a lineage. Absent: they are not compared. */
	readonly credentials?: (lineage: string) => string;
	/** What campaigns say about unknown outcomes. */
	readonly resolutions?: readonly ResolvedOutcome[];
}

/** What a whole run needs. */
export interface RunContext extends ReadContext {
	readonly campaigns: readonly Campaign[];
	/** Where calls that cannot be repeated are written down. */
	readonly writer: StateWriter;
	readonly limits: { readonly runningTasks: number };
	/** Posts are handed over even where the clocks are more than a minute apart. */
	readonly allowSkew?: true;
	/** How many changes are made at the same time. Absent: one after the other, because what is sent stays. */
	readonly parallelism?: number;
	/** Whose turn it is among them. Absent: nothing else is under way. */
	readonly concurrency?: Concurrency;
	/** Limits of one run over all campaigns. */
	readonly policy?: Policy;
	readonly poll: { readonly firstMs: number; readonly mostMs: number };
	/** Asked once the titles of posts that were only bounded are known; false: do not publish them. */
	readonly confirmPosts: (posts: readonly PublishChange[]) => Promise<boolean>;
	/** Why nothing may be sent now. Absent, or undefined: it may. */
	readonly suspension?: () => Suspension | undefined;
	readonly host: string;
	readonly pid: number;
}
