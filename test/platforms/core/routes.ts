/** Finds the route of a request and refuses what no route takes. */
import { type Answer, must, Refused, Violation } from "./answer.ts";
import type { Arrived, BodyKind, Platform, Route } from "./platform.ts";

/** A request line. */
export interface RequestLine {
	readonly host: string;
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
}

export interface FoundRoute {
	readonly route: Route;
	readonly params: Readonly<Record<string, string>>;
}

/** Undefined: nothing has this path and method. */
export function findRoute(platforms: readonly Platform[], line: RequestLine): FoundRoute | undefined {
	for (const route of platforms.flatMap(({ routes }) => routes)) {
		if (route.host !== line.host || route.method !== line.method) continue;
		if (route.action !== undefined && route.action !== line.query.get("action")) continue;
		const match = new RegExp(`^(?:${route.path.source})$`).exec(line.path);
		if (match) return { route, params: { ...match.groups } };
	}
	return undefined;
}

/** The answer of a route, once everything every route demands was checked. */
export function run(route: Route, request: Arrived, platform: Platform): Verdict {
	const errorOf = ({ status, message }: Violation) =>
		platform.envelope({ status, message, route: route.name });
	try {
		checkHeaders(route, request);
		checkQuery(route, request.query);
		checkBody(route.body, request);
		return { answer: route.handle(request) };
	} catch (error) {
		if (error instanceof Refused) return { answer: error.answer };
		if (error instanceof Violation) return { answer: errorOf(error), violation: error.message };
		throw error;
	}
}

export interface Verdict {
	readonly answer: Answer;
	/** What the client did that no client may do. */
	readonly violation?: string;
}

/** Headers that say how to talk, not what. */
const EVERYWHERE: ReadonlySet<string> = new Set([
	"host",
	"connection",
	"keep-alive",
	"user-agent",
	"accept",
	"accept-encoding",
	"accept-language",
	"sec-fetch-mode",
	"content-length",
	"content-type",
]);

function checkHeaders(route: Route, { headers, origin }: Arrived): void {
	for (const name of Object.keys(headers))
		must(EVERYWHERE.has(name) || (route.headers ?? []).includes(name), `unexpected header ${name}`);
	must(headers.host === new URL(origin).host, `host ${headers.host}`);
}

function checkQuery({ query: allowed = [] }: Route, query: URLSearchParams): void {
	for (const name of query.keys()) {
		must(allowed.includes(name), `unexpected parameter ${name}`);
		must(query.getAll(name).length === 1, `parameter ${name} twice`);
	}
}

const TYPES: Readonly<Record<string, RegExp>> = {
	json: /^application\/json(; ?charset=utf-8)?$/i,
	form: /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i,
	multipart: /^multipart\/form-data; ?boundary=\S+$/i,
};

function checkBody(kind: BodyKind, { headers, body }: Arrived): void {
	const type = headers["content-type"];
	if (kind === "none") {
		must(body.length === 0, "a body where none belongs");
		must(type === undefined, `content type ${type} without a body`);
		return;
	}
	must(headers["content-length"] === String(body.length), "no Content-Length");
	const wanted = typeof kind === "string" ? TYPES[kind] : kind;
	if (type === undefined && typeof kind !== "string" && kind.test("")) return;
	must(wanted?.test(type ?? "") === true, `content type ${type}`);
}
