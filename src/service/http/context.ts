import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** What the HTTP framework hands to a handler besides the request: Node's own request and response. */
export interface Env {
	Bindings: HttpBindings;
	Variables: { requestId?: string };
}

/** One request and what is known about it. */
export type Exchange = Context<Env>;
