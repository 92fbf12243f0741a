/** What people are told of, and its heading in messages. */
export const NOTIFY_EVENTS = {
	unknown: "Outcome unknown",
	failed: "Failed",
	attention: "Needs attention",
	review: "Waits for approval",
	token: "Authorization of an account",
	late: "Late",
	disk: "Disk space",
	trouble: "showrun watch is failing",
} as const;
export type NotifyEvent = keyof typeof NOTIFY_EVENTS;

/** Where a secret is; it is read when something is sent. */
export type SecretSource =
	| { readonly env: string }
	/** Absolute. */
	| { readonly file: string };

/** How messages leave. */
export type NotifyTarget =
	| {
			readonly kind: "webhook";
			readonly url: SecretSource;
			/** Signs: `whsec_…`. */
			readonly secret: SecretSource;
			readonly privateHost: boolean;
	  }
	| {
			readonly kind: "slack" | "discord";
			readonly url: SecretSource;
			readonly privateHost: boolean;
	  }
	| {
			readonly kind: "mail";
			readonly server: SecretSource;
			readonly from: string;
			readonly to: readonly string[];
	  }
	| {
			readonly kind: "command";
			/** Variable with the program and its arguments, as a JSON list. */
			readonly argvEnv: string;
			/** Names of the variables it gets besides those that every program needs. */
			readonly pass: readonly string[];
			/** Milliseconds. */
			readonly limitMs: number;
	  };

/** When something is sent. Times of day are `HH:MM`. */
export interface NotifyRules {
	readonly events: readonly NotifyEvent[];
	/** Absent: no daily summary. */
	readonly digest?: string;
	readonly quiet?: { readonly from: string; readonly to: string };
	/** Messages in an hour. */
	readonly atMost: number;
	readonly timezone: string;
}

/** Where messages go, and when. */
export interface NotifyChannel extends NotifyRules {
	readonly name: string;
	readonly target: NotifyTarget;
}

export interface NotifySettings {
	/** `showrun apply` sends too. */
	readonly apply: boolean;
	readonly channels: readonly NotifyChannel[];
}
