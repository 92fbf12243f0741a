import type { Account } from "./account.ts";
import type { AddressText } from "./address.ts";
import type { EpochMs } from "./brand.ts";
import type { PostedElsewhere } from "./elsewhere.ts";
import type { ModelName } from "./models.ts";
import type { SharedMoment } from "./shared-content.ts";
import type { SourceIdentity } from "./task.ts";

/** What is known of the world outside the campaign and the state when a plan is made. */
export interface Observed {
	readonly now: EpochMs;
	/** What each video's source is, by the video's address. */
	readonly sources: Readonly<Record<AddressText, SourceIdentity>>;
	/** Length of each source in milliseconds, where it could be read from the file. */
	readonly durations: Readonly<Record<AddressText, number>>;
	/** What the files of brands hold (sha256), by path. Absent: there are none. */
	readonly brandFiles?: Readonly<Record<string, string>>;
	/** The connected accounts. Absent: not read, because nothing needed them. */
	readonly accounts?: readonly Account[];
	/** The connected accounts as far as they matter to what may follow. Absent: they were not read. */
	readonly connected?: readonly Account[];
	/** What the embedded engine has to work with. Absent: the clips are made elsewhere. */
	readonly engine?: EngineFacts;
	/** Models that the embedded engine has, and since when. Absent: none, or the clips are made elsewhere. */
	readonly pulled?: readonly PulledModel[];
	/** Why the service could not be asked. Absent: it was, or nothing needed it. */
	readonly unasked?: string;
	/** Tells the service and its key from others, as `RefusalNote` has it. Absent: there is none to compare. */
	readonly credentials?: string;
	/** What other workspaces of this user posted. Absent: not read, because nothing needed it. */
	readonly elsewhere?: readonly PostedElsewhere[];
	/** When other workspaces post to the accounts. Absent: not read, or nobody else does. */
	readonly booked?: readonly Booking[];
	/** Posts of this plan in other sources of the same content. Absent: they were not read. */
	readonly shared?: readonly SharedMoment[];
	/** Why files were compared with what was posted by their bytes alone. Absent: they were compared whole. */
	readonly uncompared?: string;
}

/** A time at an account. */
export interface Booking {
	/** `accountKey`. */
	readonly account: string;
	readonly at: EpochMs;
}

/** A model of the embedded engine. */
export interface PulledModel {
	readonly name: ModelName;
	readonly at: EpochMs;
}

/** What the embedded engine has to work with. */
export interface EngineFacts {
	/** Why no ffmpeg can be used. Absent: one can. */
	readonly noFfmpeg?: string;
	/** Something can write down what is said: a pulled recogniser, or an endpoint. */
	readonly transcribes: boolean;
	/** Families of fonts that brands ask for and that are not there, with a sentence each. Absent: none. */
	readonly lacksFonts?: Readonly<Record<string, string>>;
}

/** What the plan may rely on beyond what was observed. */
export interface PlanOptions {
	/** The service takes a repeated write with the same key as the same write. */
	readonly idempotency: boolean;
	/** How long it does so after the first attempt, in milliseconds. Absent: for good. */
	readonly keyLifetimeMs?: number;
	/** The service tells how a publishing task ended. */
	readonly publishStatus: boolean;
	/** The service gives a post that waits another time or other texts. Absent: it did not say. */
	readonly publishUpdate?: boolean;
	/** The service cancels a post that waits. Absent: it did not say. */
	readonly publishCancel?: boolean;
	/** The service holds back or skips posts that are later than a limit. Absent: it did not say. */
	readonly publishLateRule?: boolean;
	/** How many posts a plan may cancel, all or none. Absent: any number. */
	readonly maxCancels?: number;
	/** The service renders only as many clips as a submission asks for. Absent: it did not say. */
	readonly exportLimit?: boolean;
	/** The service makes clips at given times. Absent: it did not say. */
	readonly addedClips?: boolean;
	/** The service draws logos, and texts in fonts and colours of one's own. Absent: it did not say. */
	readonly brand?: boolean;
	/** What the settings leave to the service: its declaration decides where it was heard. Absent: nothing. */
	readonly asDeclared?: readonly ("idempotency" | "keyLifetimeMs" | "publishStatus")[];
	/** Videos to submit again whatever their state. */
	readonly replace: readonly AddressText[];
	/** What was refused and is to be sent again as it is, by a person's word. Absent: nothing. */
	readonly retry?: (address: AddressText) => boolean;
	/** What the command is about. Absent: everything. */
	readonly selected?: (address: AddressText) => boolean;
}
