import type { AddressText } from "./address.ts";
import type { Moment } from "./clip.ts";

/** A post that the plan would make. */
export interface PlannedPost {
	readonly address: AddressText;
	/** Key of its source, see `sourceKey`. */
	readonly content: string;
	readonly moment: Moment;
	/** As `accountKey` has it. */
	readonly account: string;
}

/** A post of the plan, as its moment lies in another source that holds the same content. */
export interface SharedMoment extends Pick<PlannedPost, "address" | "account" | "moment"> {
	/** Key of the other source. */
	readonly source: string;
	/** Absent: the content is the same. Else only a person knows: short names of the two sources. */
	readonly unclear?: { readonly a: string; readonly b: string };
}
