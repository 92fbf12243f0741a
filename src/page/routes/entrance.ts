import { Hono, type MiddlewareHandler } from "hono";
import { pathOf } from "../session/cookie.ts";
import { openNotices } from "../session/notices.ts";
import type { Session } from "../session/sessions.ts";
import { html } from "../views/html.ts";
import type { FrontParts } from "./ask.ts";
import { answerPlain, changing, type Env, type Exchange } from "./context.ts";

/** How a visitor comes in: by a link from the terminal, which works once, or by a token. */
export function entranceRoutes(parts: FrontParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.get("/", (exchange) =>
		answerPlain(exchange, parts, { title: "Sign in", body: signIn(parts), status: 200 }),
	);
	routes.get("/enter/:code", (exchange) => {
		const session = parts.sessions.enter(exchange.req.param("code"));
		if (session !== undefined) return letIn(exchange, parts, session);
		const body = html`<p>This link was used already, is older than 15 minutes, or is not one of this run.</p>${signIn(parts)}`;
		return answerPlain(exchange, parts, { title: "Not a link that works", body, status: 403 });
	});
	routes.post("/sign-in", async (exchange) => {
		const { token = "" } = Object.fromEntries(
			new URLSearchParams((await exchange.req.text()).slice(0, 2_000)),
		);
		const session = parts.sessions.signIn(token);
		if (session !== undefined) return letIn(exchange, parts, session);
		const body = html`<p class="notice bad" role="alert">Nobody has this token.</p>${signIn(parts)}`;
		return answerPlain(exchange, parts, { title: "Sign in", body, status: 403 });
	});
	return routes;
}

function letIn(exchange: Exchange, { cookie }: FrontParts, session: Session): Response {
	cookie.write(exchange, session);
	return exchange.redirect(`${pathOf(session.key)}now`, 303);
}

function signIn({ front }: FrontParts) {
	return html`<p>Open the link that <code>showrun ${front.mode}</code> printed in your terminal; for another one, press Enter there. It works once.</p>
<form method="post" action="/sign-in"><p>Or sign in with the token that somebody made for you:</p>
<label>Token <input type="password" name="token" autocomplete="current-password" required></label>
<button class="strong">Sign in</button></form>`;
}

/** How they leave. */
export function signOutRoutes(parts: FrontParts): Hono<Env> {
	const routes = new Hono<Env>();
	routes.post(
		"/sign-out",
		changing({ ...parts, notices: openNotices() }, "look", async ({ exchange, session }) => {
			parts.sessions.end(session);
			parts.cookie.clear(exchange, session);
			return { said: { ok: true, text: "Signed out." }, next: "/" };
		}),
	);
	return routes;
}

/** Lets nobody in without a session that the path and the cookie agree about. */
export function whoIsIn(parts: FrontParts): MiddlewareHandler<Env> {
	return async (exchange, next) => {
		const session = parts.sessions.find(exchange.req.param("key") ?? "", parts.cookie.read(exchange));
		if (session === undefined)
			return answerPlain(exchange, parts, {
				title: "Signed out",
				body: html`<p>Your session is over, or this is not a browser that has one. Nothing was changed.</p>${signIn(parts)}`,
				status: 403,
			});
		exchange.set("session", session);
		await next();
		return;
	};
}
