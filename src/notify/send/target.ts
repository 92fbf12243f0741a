import type { NotifyTarget } from "../../model/notify.ts";
import type { Clock } from "../../system/clock.ts";
import type { SendResult } from "../../webhooks/verdict.ts";
import type { Note } from "../note.ts";
import type { Environment } from "../secrets.ts";

/** What sending needs of the world. */
export interface SendParts {
	readonly clock: Clock;
	readonly env: Environment;
	/** Name of this machine. */
	readonly host: string;
	readonly signal: AbortSignal;
}

/** Sends a message once to one kind of target. Throws only faults. */
export type SendTo<Kind extends NotifyTarget["kind"]> = (
	note: Note,
	target: Extract<NotifyTarget, { readonly kind: Kind }>,
	parts: SendParts,
) => Promise<SendResult>;
