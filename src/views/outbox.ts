import { plain } from "./ink.ts";

/** Where posts go that no platform gets. */
export interface OutboxInk {
	/** Folder that posts are delivered to, as it opens from here. Absent: the service posts them elsewhere. */
	readonly outbox?: string;
}

/** `delivered ADDRESS to the local outbox: outbox/youtube/Acme/01…`, or where it is public. */
export function deliveredTo(location: string | undefined, { outbox }: OutboxInk): string {
	if (location === undefined) return "";
	if (/^https?:/i.test(location)) return ` → ${plain(location)}`;
	return outbox === undefined
		? ` to the service's outbox: ${plain(location)}`
		: ` to the local outbox: ${plain(`${outbox}/${location}`)}`;
}

/** Whether something is only in a folder, and public nowhere. */
export function isInOutbox(location: string | undefined, { outbox }: OutboxInk): boolean {
	return location === undefined ? outbox !== undefined : !/^https?:/i.test(location);
}

/** What follows a time: on a platform nothing can be taken back from then on. */
export function fromThenOn({ outbox }: OutboxInk): string {
	return outbox === undefined ? " and is irrevocable then" : " to the local outbox";
}
