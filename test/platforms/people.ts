/** The ways through OAuth that tests of several platforms take. */
import { type Call, formBody, type Reply, send } from "./call.ts";
import type { PlatformName } from "./core/platform.ts";
import type { Handle } from "./start.ts";

/** The verifier of RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const STATE = "0123456789abcdef";

export interface RegisteredApp {
	readonly id: string;
	readonly secret: string;
	readonly kind: string;
}

export async function appOf(platforms: Handle, platform: PlatformName, kind: string): Promise<RegisteredApp> {
	const { apps } = await platforms.operate<{ apps: readonly RegisteredApp[] }>(platform, "apps");
	const app = apps.find((each) => each.kind === kind);
	if (app === undefined) throw new Error(`${platform} has no app ${kind}`);
	return app;
}

export type Changes = Readonly<Record<string, string | undefined>>;

/** Without what is undefined. */
export function given(fields: Changes): Record<string, string> {
	const pairs = Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value]],
	);
	return Object.fromEntries(pairs);
}

export function withQuery(url: string, fields: Changes): Call {
	return { method: "GET", url: `${url}?${new URLSearchParams(given(fields))}` };
}

export function postForm(url: string, fields: Changes): Promise<Reply> {
	return send({ method: "POST", url, ...formBody(given(fields)) });
}

/** Where a browser is sent back to by a page that was consented on. */
export async function sentBack(call: Call): Promise<URL> {
	const { status, headers, text } = await send(call);
	if (status !== 302) throw new Error(`${status} ${text}`);
	return new URL(headers.location ?? "");
}

/** A token without the way through a browser. */
export async function tokenOf(
	platforms: Handle,
	platform: PlatformName,
	input: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly access: string; readonly refresh: string }> {
	const made = await platforms.operate<Record<string, string>>(platform, "token", input);
	return { access: made.access_token ?? "", refresh: made.refresh_token ?? "" };
}
