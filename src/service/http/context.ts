import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { KeptKey } from "../tenants/keys-file.ts";

/** What the HTTP framework hands to a handler besides the request: Node's own request and response. */
export interface Env {
	Bindings: HttpBindings;
	/** `key`: what was shown, where it is one that was made for a tenant. */
	Variables: { requestId?: string; key?: KeptKey };
}

/** One request and what is known about it. */
export type Exchange = Context<Env>;
