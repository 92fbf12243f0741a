import type { AddressText } from "../model/address.ts";
import { isDraft, isForOutbox, type Outbox } from "../model/outbox.ts";
import type { PostState } from "../model/snapshot.ts";
import { plain } from "./ink.ts";

/** Where posts go that no platform gets. */
export interface OutboxInk {
	/** Absent: a service elsewhere posts them. */
	readonly outbox?: Outbox;
}

/** Of a post that its creator publishes on the platform. */
export const AS_DRAFT = " as a draft, which its creator publishes in the app";

/** `delivered ADDRESS to the local outbox: outbox/youtube/Acme/01…`, or where it is public. */
export function deliveredTo(
	address: AddressText,
	location: string | undefined,
	{ outbox }: OutboxInk,
): string {
	if (location === undefined) return isDraft(address, outbox) ? AS_DRAFT : "";
	if (isUrl(location)) return ` → ${plain(location)}`;
	if (outbox === undefined) return ` to the service's outbox: ${plain(location)}`;
	return isForOutbox(address, outbox)
		? ` to the local outbox: ${plain(`${outbox.folder}/${location}`)}`
		: ` as ${plain(location)}`;
}

/** ` (private)`: who sees a post, where that is not everybody. */
export function seenBy({ request }: Pick<PostState, "request">): string {
	const { visibility = "public" } = request.body;
	return visibility === "public" ? "" : ` (${visibility})`;
}

/** Whether a post is only in a folder, and public nowhere. */
export function isInOutbox(
	address: AddressText,
	location: string | undefined,
	{ outbox }: OutboxInk,
): boolean {
	if (location !== undefined && isUrl(location)) return false;
	return outbox === undefined ? location !== undefined : isForOutbox(address, outbox);
}

/** What follows a time: on a platform nothing can be taken back from then on. */
export function fromThenOn(address: AddressText, { outbox }: OutboxInk): string {
	if (isDraft(address, outbox)) return AS_DRAFT;
	return isForOutbox(address, outbox) ? " to the local outbox" : " and is irrevocable then";
}

function isUrl(location: string): boolean {
	return /^https?:/i.test(location);
}
