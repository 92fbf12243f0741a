import type { AccountRef } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { Change } from "./plan.ts";
import type { Operation, ResourceState } from "./snapshot.ts";

/** How things stand with one address, by what people must see first. The words are those of `--json`. */
export const AGENDA_STATUSES = {
	unknown: "outcome unknown",
	failed: "failed",
	attention: "needs attention",
	waiting: "waiting",
	todo: "to do",
	cancelled: "cancelled",
	done: "done",
} as const;
export type AgendaStatus = keyof typeof AGENDA_STATUSES;

/** One address that state knows or the campaigns ask for, and how things stand with it. */
export interface AgendaItem {
	readonly address: AddressText;
	readonly standing: AgendaStatus;
	/** When it goes out, went out or was taken. Absent: as soon as possible, or not known. */
	readonly at?: EpochMs;
	/** What it is called: the post's title, or its clip's. Absent: nobody knows yet. */
	readonly title?: string;
	/** Where it goes, or went. */
	readonly account?: AccountRef;
	/** What state knows of it. Absent: nothing yet. */
	readonly state?: ResourceState;
	/** What apply would do about it. Absent: nothing. */
	readonly change?: Change;
	/** The attempt without a proven outcome. */
	readonly operation?: Operation;
}
