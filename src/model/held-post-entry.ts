import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { PostRequest } from "./post.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** What the journal says of a post that the service holds. `operation`: the attempt that handed it over. */
export type HeldPostEntry = HeldPost &
	/** The service holds it as it is asked for now. */
	(
		| { readonly type: "updated"; readonly at: EpochMs; readonly request: PostRequest }
		/** The service is about to be told to change it; what became of that is read. */
		| ({ readonly type: "updating" } & PostUpdate)
		/** The service is about to be told to cancel it; what became of that is read. */
		| ({ readonly type: "cancelling" } & Withdrawal)
		/** It was cancelled before it went out: its moment is free again. */
		| ({ readonly type: "withdrawn" } & Withdrawal)
	);

/** A change of a post that waits, of which no answer was recorded. */
export interface PostUpdate {
	readonly at: EpochMs;
	/** The version that it was to change: as long as the service holds it, nothing was changed. */
	readonly version: number;
	/** What was asked for. */
	readonly request: PostRequest;
}

interface HeldPost {
	readonly address: AddressText;
	readonly operation: string;
}
