import type { Account, Platform } from "./account.ts";

/** What happens while an account is being connected, for terminals and `--json`. Names are stable. */
export type ConnectEvent =
	/** Before anything is asked for: what a successful connection costs. */
	| { readonly type: "connecting"; readonly platform: Platform; readonly units: number }
	/**
	 * A page to open, usable once. `why`: the first one, one a person asked for, or one in place of an expired
	 * one.
	 */
	| {
			readonly type: "connect-url";
			readonly platform: Platform;
			readonly url: string;
			readonly why: "first" | "asked" | "expired";
	  }
	/** The accounts could not be read this time; they are read again. */
	| { readonly type: "unanswered"; readonly message: string }
	| { readonly type: "connected"; readonly account: Account };
