import type { AccountRef } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Outlook } from "./outlook.ts";
import type { Plan } from "./plan.ts";

/**
 * A plan in a file: to be reviewed, and then applied exactly as it is, once. Holds no secret, no bytes of
 * requests and no query of a link.
 */
export interface SavedPlan {
	/** What the file is. */
	readonly showrun: "plan";
	/** 2 since changes hold codes with data; 1 had sentences. */
	readonly format: 2;
	/** ULID; the state remembers its use by it. */
	readonly id: string;
	/** Version of the program that made it. */
	readonly version: string;
	readonly createdAt: EpochMs;
	/** From then on it is refused. */
	readonly expiresAt: EpochMs;
	/** The campaigns' paths, as given. */
	readonly paths: readonly string[];
	readonly targets: readonly string[];
	readonly excludes: readonly string[];
	readonly replace: readonly AddressText[];
	readonly basis: PlanBasis;
	/** Accounts whose posts the outbox of the embedded service gets, see `Outbox`. Absent: all. */
	readonly outboxAccounts?: readonly string[];
	/** `CAMPAIGN.ACCOUNT` of each account whose posts become drafts. Absent: none. */
	readonly draftAccounts?: readonly string[];
	/** Zone of each campaign, by its name. */
	readonly zones: Readonly<Record<string, string>>;
	readonly plan: Plan;
	readonly outlook: Outlook;
	/** What each change that does something does exactly: sha256, by address. */
	readonly digests: Readonly<Record<AddressText, string>>;
	/** sha256 of everything else. */
	readonly digest: string;
}

/** What a saved plan was made from. Where any of it is another now, the plan is stale. */
export interface PlanBasis {
	/** Host of the service, or `embedded`. */
	readonly service: string;
	readonly campaigns: readonly { readonly name: string; readonly file: string; readonly digest: string }[];
	readonly lineage: string;
	readonly serial: number;
	/** How many moments had been posted, and sha256 of them. */
	readonly ledger: { readonly entries: number; readonly digest: string };
	/** The accounts that posts go to. */
	readonly accounts: readonly (AccountRef & { readonly id: string })[];
}
