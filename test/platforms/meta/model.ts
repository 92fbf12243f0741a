/** What Meta knows: people, Pages with Instagram accounts, containers, reels, and what a test may change. */
import { createHmac } from "node:crypto";
import { type Answer, json, must, Refused } from "../core/answer.ts";
import { type App, accessToken, type Consent } from "../core/oauth.ts";
import type { Arrived, PlainError, PlatformName, World } from "../core/platform.ts";
import type { Token } from "../core/tokens.ts";

export const HOSTS = {
	dialog: "www.facebook.com",
	graph: "graph.facebook.com",
	upload: "rupload.facebook.com",
	igDialog: "www.instagram.com",
	igToken: "api.instagram.com",
	igGraph: "graph.instagram.com",
} as const;
export const REDIRECTS = [
	"https://showrun.example/connect/facebook/callback",
	"http://localhost:8767/callback",
];

export interface Page {
	readonly id: string;
	readonly name: string;
	readonly owner: string;
	/** The professional Instagram account that is linked to it. */
	readonly instagram?: string;
	readonly username: string;
	readonly tasks: readonly string[];
}

const CREATE = ["CREATE_CONTENT", "MANAGE", "MODERATE"];
/** Ann has three Pages: one with Instagram, one without, and one that she may not post to. */
export const PAGES: readonly Page[] = [
	{
		id: "1001",
		name: "Ann",
		owner: "ann",
		instagram: "17841400000000001",
		username: "ann.clips",
		tasks: CREATE,
	},
	{ id: "1002", name: "Ann's Shop", owner: "ann", username: "anns.shop", tasks: CREATE },
	{ id: "1003", name: "Ann's Club", owner: "ann", username: "anns.club", tasks: ["ANALYZE"] },
	{
		id: "1004",
		name: "Ben",
		owner: "ben",
		instagram: "17841400000000004",
		username: "ben.clips",
		tasks: CREATE,
	},
];
export const PEOPLE = ["ann", "ben"];

export const SCOPES: readonly string[] = [
	...["instagram_basic", "instagram_content_publish", "instagram_manage_comments"],
	...["pages_show_list", "pages_read_engagement", "pages_manage_posts", "business_management"],
];
export const IG_SCOPES: readonly string[] = [
	...["instagram_business_basic", "instagram_business_content_publish", "instagram_business_manage_comments"],
];

/** A file that arrives by bytes with offsets. */
export interface Receiving {
	readonly id: string;
	/** Page or Instagram account. */
	readonly account: string;
	readonly chunks: Buffer[];
	received: number;
	/** Known since the first request for it. */
	size?: number;
	sha256?: string;
	readyAt: number;
}

export interface Container extends Receiving {
	readonly caption: string;
	readonly resumable: boolean;
	expiresAt: number;
	error?: string;
	media?: Media;
}

export interface Media {
	readonly id: string;
	readonly account: string;
	readonly caption: string;
	readonly at: number;
	comments: boolean;
}

export interface Reel extends Receiving {
	expired: boolean;
	failed: boolean;
	/** Since the finish call. */
	finished?: { readonly state: string; readonly at: number; readonly due: number; readonly post: string };
	isPublic: boolean;
	isRemoved?: boolean;
	thumbnails: number;
}

export interface Meta {
	readonly world: World;
	readonly apps: readonly App[];
	readonly consent: Consent;
	readonly containers: Container[];
	readonly reels: Reel[];
	readonly instagram: InstagramSettings;
	readonly facebook: FacebookSettings;
}

export type InstagramSettings = {
	processingMs: number;
	/** The status of containers that are processed from now on, as `2207026`; null: they are FINISHED. */
	processingError: string | null;
	containerMs: number;
	containersPerDay: number;
	postsPerDay: number;
	/** How long new media is missing in the list. */
	listLagMs: number;
};

export type FacebookSettings = {
	processingMs: number;
	/** How long a finished reel is `ready` and not published. */
	publishingMs: number;
	processingFails: boolean;
	reelsPerDay: number;
	/** Calls must carry appsecret_proof. */
	requireProof: boolean;
	userTokenMs: number;
};

const DAY = 24 * 3600_000;
export const DAY_MS = DAY;

export function instagramSettings(): InstagramSettings {
	return {
		...{ processingMs: 20_000, processingError: null, containerMs: DAY },
		...{ containersPerDay: 400, postsPerDay: 50, listLagMs: 30_000 },
	};
}

export function facebookSettings(): FacebookSettings {
	return {
		...{ processingMs: 20_000, publishingMs: 10_000, processingFails: false },
		...{ reelsPerDay: 30, requireProof: false, userTokenMs: 60 * DAY },
	};
}

export interface GraphError {
	readonly status?: number;
	readonly code: number;
	readonly subcode?: number;
	readonly message: string;
}

function graphError({ status = 400, code, subcode, message }: GraphError): Answer {
	const type = code === 190 || code === 10 ? "OAuthException" : "GraphMethodException";
	const more = {
		...(subcode !== undefined && { error_subcode: subcode }),
		...(status >= 500 && { is_transient: true }),
	};
	return json(status, { error: { message, type, code, ...more, fbtrace_id: "AFbTraceOfAFake" } }, USAGE);
}

export const USAGE = { "x-app-usage": JSON.stringify({ call_count: 3, total_time: 2, total_cputime: 1 }) };

export function refuse(error: GraphError): never {
	throw new Refused(graphError(error));
}

const CODES: Readonly<Record<number, number>> = { 400: 100, 401: 190, 403: 200, 404: 803, 429: 4 };

export function envelope({ status, message, route = "" }: PlainError): Answer {
	if (route.endsWith(".upload"))
		return json(status, { debug_info: { retriable: status >= 500, type: "ProcessingFailedError", message } });
	return graphError({ status, code: CODES[status] ?? 2, message });
}

/** Of requests to the graph: `/v25.0/REST`. */
export function versioned(rest: string): RegExp {
	return new RegExp(`/(?<version>v\\d+\\.\\d+)/${rest}`);
}

const VERSIONS = ["v25.0", "v26.0"];

export function checkVersion({ params }: Arrived): void {
	if (!VERSIONS.includes(params.version ?? ""))
		refuse({ code: 2635, message: "You are calling a deprecated version" });
}

export interface Needs {
	readonly scopes: readonly string[];
	/** Absent: `Bearer`. */
	readonly scheme?: string;
}

/** The token of a call: live, of this host's login, with its proof. */
export function authorized(meta: Meta, request: Arrived, { scopes, scheme = "Bearer" }: Needs): Token {
	const { world, apps, facebook } = meta;
	const isInstagrams = request.origin === world.origin(HOSTS.igGraph);
	const own = apps.filter(({ kind }) => (kind === "instagram") === isInstagrams);
	const token = accessToken(world, request, { apps: scheme === "OAuth" ? apps : own, scheme });
	if (token === undefined) return refuseToken(meta, request);
	const app = apps.find(({ id }) => id === token.grant.app);
	const proof = request.query.get("appsecret_proof") ?? fieldsOf(request).get("appsecret_proof");
	if (proof !== null) must(proof === proofOf(app?.secret ?? "", token.value), "appsecret_proof does not fit");
	else if (facebook.requireProof && scheme === "Bearer")
		refuse({ code: 100, message: "API calls from the server require an appsecret_proof argument" });
	if (!scopes.some((scope) => token.grant.scopes.includes(scope)))
		refuse({ code: 10, message: "Application does not have permission for this action" });
	return token;
}

function refuseToken({ world }: Meta, { headers }: Arrived): never {
	const shown = world.tokens.find("access", headers.authorization?.split(" ")[1]);
	if (shown?.grant.revoked)
		refuse({ code: 190, subcode: 458, message: "The user has not authorized application" });
	return refuse({ code: 190, subcode: 463, message: "Error validating access token: Session has expired" });
}

function fieldsOf({ headers, body }: Arrived): URLSearchParams {
	const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
	return new URLSearchParams(isForm ? body.toString("utf8") : "");
}

export function proofOf(secret: string, token: string): string {
	return createHmac("sha256", secret).update(token).digest("hex");
}

/** A refusal that only a client's mistake leads to. */
export function wrong(
	{ world }: Meta,
	{ route }: Arrived,
	{
		platform,
		what,
		error,
	}: { readonly platform: PlatformName; readonly what: string; readonly error: GraphError },
): never {
	world.log.append(platform, { kind: "violation", route, what });
	return refuse(error);
}
