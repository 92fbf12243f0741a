import type { MiddlewareHandler } from "hono";

/** How the page is reached. */
export interface Reached {
	/** Origins it answers under: scheme, host and port. */
	origins(): readonly string[];
}

/** Nothing but this page's own files, no code in the page, and no frame around it. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"media-src 'self'",
	"connect-src 'self'",
	"form-action 'self'",
	"base-uri 'self'",
	"frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
	"Content-Security-Policy": POLICY,
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
	"Referrer-Policy": "same-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};

/**
 * Answers 403 to whoever asks under a foreign name (DNS rebinding), writes from another origin, or embeds
 * this; a page on another port is another origin, although it gets the same cookies.
 */
export function guard(reached: Reached): MiddlewareHandler {
	return async (context, next) => {
		const { method } = context.req;
		const host = context.req.header("host") ?? "";
		const own = reached.origins().find((origin) => new URL(origin).host === host.toLowerCase());
		const refused =
			own === undefined
				? "This page answers under its own name and port only."
				: refusal({ method, own, header: (name) => context.req.header(name) });
		if (refused !== undefined) return context.text(`${refused}\n`, 403, HEADERS);
		await next();
		for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
		if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
		return;
	};
}

interface Asked {
	readonly method: string;
	readonly own: string;
	readonly header: (name: string) => string | undefined;
}

function refusal({ method, own, header }: Asked): string | undefined {
	const origin = header("origin");
	if (method !== "GET" && method !== "HEAD")
		return origin === own ? undefined : "Only this page itself may change something.";
	if (origin !== undefined && origin !== own) return "Only this page itself may read this.";
	const site = header("sec-fetch-site") ?? "none";
	const isVisit = header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
	return site === "none" || site === "same-origin" || isVisit
		? undefined
		: "Another page may lead here, but not embed this.";
}
