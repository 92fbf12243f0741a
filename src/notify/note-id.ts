import { ulid } from "ulid";

/** A new id of a message. */
export function newNoteId(): string {
	return `ntf_${ulid()}`;
}
