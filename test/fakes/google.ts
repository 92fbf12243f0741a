import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Marks every secret that this server gives away. */
export const CANARY = "CANARY";
export const SCOPE = "https://www.googleapis.com/auth/youtube";
export const CLIENT = { id: "123.apps.example", secret: `${CANARY}-client-secret` };

export interface Channel {
	readonly id: string;
	readonly title: string;
	readonly handle?: string;
}

export const ACME: Channel = { id: "UCacme0123456789abcdefgh", title: "Acme", handle: "acmetv" };

/** What the server does; a test changes it while it runs. */
export interface GoogleState {
	channels: readonly Channel[];
	scope: string;
	expiresIn: number;
	/** Answers of the device flow before the grant. */
	pending: string[];
	/** The refresh token was revoked. */
	revoked: boolean;
	/** A refresh gives another refresh token, and the former one ends. */
	rotates: boolean;
	/** The answer of the next refresh is lost after it was executed. */
	losesRefresh: boolean;
	/** Milliseconds that a refresh takes. */
	refreshMs: number;
	/** Seconds that a refresh token lives, as it is for access that is limited in time. */
	refreshExpiresIn?: number;
}

export interface Google {
	readonly url: string;
	readonly state: GoogleState;
	/** Form of each request to the token endpoint. */
	readonly asked: Readonly<Record<string, string>>[];
	readonly revocations: string[];
	/** A refresh token that is good. */
	grant(): string;
	/** Follows an authorization page as a browser of somebody who allows it. Gives where it leads. */
	allow(page: string): URL;
	close(): Promise<void>;
}

type Form = Readonly<Record<string, string>>;

const made = (kind: string) => `${CANARY}-${kind}-${randomBytes(6).toString("hex")}`;

/** What it gave away: codes with the page they were asked for on, and the tokens that are good. */
class Grants {
	readonly codes = new Map<string, URLSearchParams>();
	readonly access = new Set<string>();
	readonly refresh = new Set<string>();

	private readonly state: GoogleState;

	constructor(state: GoogleState) {
		this.state = state;
	}

	answer(form: Form): object {
		if (form.client_id !== CLIENT.id || form.client_secret !== CLIENT.secret)
			return { error: "invalid_client", error_description: "The OAuth client was not found." };
		if (form.grant_type === "authorization_code") return this.byCode(form);
		return form.grant_type === "refresh_token" ? this.byRefresh(form) : this.byDevice();
	}

	private granted(withRefresh: boolean): object {
		const token = made("access");
		this.access.add(token);
		const next = withRefresh ? made("refresh") : undefined;
		if (next) this.refresh.add(next);
		return {
			...{ access_token: token, expires_in: this.state.expiresIn, scope: this.state.scope },
			...{ token_type: "Bearer", ...(next && { refresh_token: next }) },
			...(this.state.refreshExpiresIn && { refresh_token_expires_in: this.state.refreshExpiresIn }),
		};
	}

	private byCode(form: Form): object {
		const page = this.codes.get(form.code ?? "");
		this.codes.delete(form.code ?? "");
		const challenge = createHash("sha256")
			.update(form.code_verifier ?? "")
			.digest("base64url");
		const isRight =
			page?.get("code_challenge") === challenge && page.get("redirect_uri") === form.redirect_uri;
		return isRight ? this.granted(true) : { error: "invalid_grant", error_description: "Bad Request" };
	}

	private byRefresh(form: Form): object {
		const given = form.refresh_token ?? "";
		if (this.state.revoked || !this.refresh.has(given))
			return { error: "invalid_grant", error_description: "Token has been expired or revoked." };
		if (this.state.rotates) this.refresh.delete(given);
		return this.granted(this.state.rotates);
	}

	private byDevice(): object {
		const error = this.state.pending.shift();
		return error ? { error } : this.granted(true);
	}
}

function channelsFor({ headers }: IncomingMessage, state: GoogleState, access: ReadonlySet<string>): object {
	if (!access.has(String(headers.authorization).replace("Bearer ", "")))
		return { error: { code: 401, message: "Invalid Credentials", errors: [{ reason: "authError" }] } };
	const items = state.channels.map(({ id, title, handle }) => ({
		id,
		snippet: { title, ...(handle && { customUrl: `@${handle}` }) },
	}));
	return items.length === 0 ? { kind: "youtube#channelListResponse" } : { items };
}

function deviceCode(form: Form): object {
	return {
		device_code: made("device"),
		...{ user_code: "ABCD-EFGH", verification_url: "https://www.google.com/device", interval: 0.05 },
		...(form.scope === SCOPE ? {} : { error: "invalid_scope" }),
	};
}

/** Google's OAuth and `channels.list`, as far as connecting needs them; it refuses what Google would. */
export async function startGoogle(): Promise<Google> {
	const state: GoogleState = {
		...{ channels: [ACME], scope: SCOPE, expiresIn: 3600, pending: [], revoked: false },
		...{ rotates: false, losesRefresh: false, refreshMs: 0 },
	};
	const grants = new Grants(state);
	const asked: Form[] = [];
	const revocations: string[] = [];
	const server = createServer(
		(request, response) => void answerTo({ request, response }, { state, grants, asked, revocations }),
	);
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	return {
		...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, asked, revocations },
		grant: () => {
			const given = made("refresh");
			grants.refresh.add(given);
			return given;
		},
		allow: (page) => allowed(new URL(page), grants.codes),
		close: () =>
			new Promise((settle) => {
				server.closeAllConnections();
				server.close(() => settle());
			}),
	};
}

function allowed({ searchParams }: URL, codes: Map<string, URLSearchParams>): URL {
	const code = made("code");
	codes.set(code, searchParams);
	const back = new URL(searchParams.get("redirect_uri") ?? "");
	back.searchParams.set("state", searchParams.get("state") ?? "");
	back.searchParams.set("code", code);
	return back;
}

interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

interface Kept {
	readonly state: GoogleState;
	readonly grants: Grants;
	readonly asked: Form[];
	readonly revocations: string[];
}

async function answerTo(
	{ request, response }: Exchange,
	{ state, grants, asked, revocations }: Kept,
): Promise<void> {
	const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
	const { pathname } = new URL(request.url ?? "", "http://x");
	if (pathname === "/v3/channels") return send(response, channelsFor(request, state, grants.access));
	if (pathname === "/device") return send(response, deviceCode(form));
	if (pathname === "/revoke") {
		revocations.push(form.token ?? "");
		return send(response, {});
	}
	if (pathname !== "/token" || request.method !== "POST") return send(response, { error: "not_found" }, 404);
	asked.push(form);
	const answer = grants.answer(form);
	if (form.grant_type !== "refresh_token") return send(response, answer);
	await new Promise((settle) => setTimeout(settle, state.refreshMs));
	if (!state.losesRefresh) return send(response, answer);
	state.losesRefresh = false;
	request.socket.destroy();
}

/** The addresses of the server, as the settings name them. */
export function urlsOf({ url }: Pick<Google, "url">) {
	return {
		authorize: `${url}/authorize`,
		token: `${url}/token`,
		device: `${url}/device`,
		revoke: `${url}/revoke`,
		redirect: "http://127.0.0.1/callback",
		api: `${url}/v3`,
	};
}

function send(response: ServerResponse, body: object, status = "error" in body ? 400 : 200): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
	let text = "";
	for await (const piece of request.setEncoding("utf8")) text += piece;
	return text;
}
