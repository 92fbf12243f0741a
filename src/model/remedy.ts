import type { Platform } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { Move } from "./campaign.ts";
import type { RuleId } from "./rules.ts";

/**
 * What a person can do about a change that needs attention: a code with the names and numbers it takes. Codes
 * are stable; `views/sentences` words them.
 */
export type Remedy =
	/** Fix what the task failed of, and ask for it again. */
	| { readonly code: "replace"; readonly address: AddressText }
	| { readonly code: "post-by-hand" }
	/** The service lists what it holds, and takes a person's word on it. */
	| { readonly code: "see-posts" }
	/** The service held it because it was late. */
	| { readonly code: "retry-held"; readonly taskId: string }
	| { readonly code: "edit-on-platform"; readonly address: AddressText }
	/** What is out otherwise cannot be changed. */
	| { readonly code: "restore-or-repeat"; readonly repeat: number }
	/**
	 * The service holds it still. `isAsked`: the campaign asks for it, in another form. `isCancellable`: the
	 * service said that it can cancel. Absent: its own calendar may. `canKeep`: with `keep: true` it stays;
	 * `canStay`: to leave it is no mistake. `pattern` names all posts of the entry to the account, all of which
	 * are to be cancelled. Absent: it would name others.
	 */
	| {
			readonly code: "cancel-in-calendar";
			readonly address: AddressText;
			readonly isAsked: boolean;
			readonly isCancellable?: true;
			readonly canKeep?: true;
			readonly canStay?: true;
			readonly pattern?: AddressText;
	  }
	/** It was cancelled at the service, and nobody said why. `pattern` as above. */
	| { readonly code: "cancelled-at-service"; readonly address: AddressText; readonly pattern?: AddressText }
	/** A person allows the cancels of a plan. `cancels`: how many it has; `limit`: how many it may have. */
	| { readonly code: "allow-cancels"; readonly cancels: number; readonly limit: number }
	/** It is public at another account, or is to stay there; `account`: platform and name of that. */
	| { readonly code: "name-other-account"; readonly account: string }
	/** It was cancelled by a person, and is never made again as it was. */
	| { readonly code: "change-or-remove" }
	| { readonly code: "fill-template" }
	| { readonly code: "later-time" }
	/** The posts of a video need a time that is not over. */
	| { readonly code: "time-ahead" }
	/** Take the next free slot, or leave the clip out. `schedule`: its name. */
	| { readonly code: "take-next-slot"; readonly schedule: string }
	| { readonly code: "extend-schedule"; readonly schedule: string }
	/** A further post of a moment takes a slot of a schedule, or is a post entry of its own. */
	| { readonly code: "time-occurrence"; readonly repeat: number }
	| { readonly code: "another-day" }
	| { readonly code: "another-time" }
	| { readonly code: "connect-account"; readonly platform: Platform }
	/** `connected`: names of the accounts of the platform that are connected, one of which it may be now. */
	/** `username` is as the campaign has it. */
	| {
			readonly code: "rename-account";
			readonly platform: Platform;
			readonly username: string;
			readonly connected: readonly string[];
	  }
	/** What the table of rules says. */
	| { readonly code: "follow-rule"; readonly rule: RuleId }
	/** Declare a renaming: the address of before is not declared any more. */
	| { readonly code: "declare-moved"; readonly moves: readonly Pick<Move, "from" | "to">[] }
	/** It is posted already under this address. `repeat` as below; absent in plans saved by 0.1.0. */
	| { readonly code: "already-posted"; readonly repeat?: number }
	/** `repeat`: the number that would allow one more post of the moment. */
	| { readonly code: "choose-other-clips"; readonly repeat: number }
	/** Another ratio, resolution, language or cut of a moment is the same moment. `repeat` as above. */
	| { readonly code: "one-moment"; readonly repeat: number }
	/** Say whether two ids of the service are one account: posts went to `before`, and `now` has its name. */
	| { readonly code: "name-sources"; readonly a: string; readonly b: string }
	| { readonly code: "name-accounts"; readonly before: string; readonly now: string }
	| { readonly code: "name-services"; readonly before: string; readonly now: string }
	/** Send what was refused once more. `advice`: what the refusal asks for. */
	| { readonly code: "retry"; readonly address: AddressText; readonly advice?: string }
	/** A sentence of a plan saved by 0.1.0. */
	| { readonly code: "text"; readonly text: string };
