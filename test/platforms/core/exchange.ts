/** One request from its first byte to the last of its answer, with the fault that was planned for it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, empty, html } from "./answer.ts";
import type { Faults, PlannedFault } from "./faults.ts";
import type { Arrived, Platform, World } from "./platform.ts";
import { type FoundRoute, findRoute, run } from "./routes.ts";
import { gone, readBody, reset, send } from "./wire.ts";

/** A request, for tests that count them. Without its query and headers: they hold secrets. */
export interface RequestNote {
	readonly at: string;
	readonly route: string;
	readonly method: string;
	readonly path: string;
	/** Of the answer that was made, also where it was not sent whole; 0 for none. */
	readonly status: number;
	readonly fault?: string;
}

export interface Serving {
	readonly world: World;
	readonly platforms: readonly Platform[];
	readonly faults: Faults;
	/** Where redirects lead: nothing a client does there is right. */
	readonly trap: () => string;
	readonly note: (note: RequestNote) => void;
}

interface Open {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly platform: Platform;
	readonly found: FoundRoute;
	readonly fault: PlannedFault | undefined;
	readonly origin: string;
}

/** Serves one request to a real host's stand-in. */
export async function serve(
	serving: Serving,
	host: string,
	{ request, response }: Pick<Open, "request" | "response">,
): Promise<void> {
	const origin = serving.world.origin(host);
	const { method = "", url = "" } = request;
	const path = url.split("?")[0] ?? "";
	const { searchParams: query } = new URL(url, origin);
	const found = findRoute(serving.platforms, { host, method, path, query });
	const owner = found?.route.name.split(".")[0] ?? "";
	const platform = serving.platforms.find(({ name }) => name === owner);
	if (found === undefined || platform === undefined)
		return refuseUnknown(serving, host, { request, response });
	const early = serving.faults.take(found.route.name, true);
	const begun = { request, response, platform, origin };
	if (early) return respond(serving, { ...begun, found, fault: early }, undefined);
	const { body, whole } = await readBody(request);
	const route = { ...found.route, name: found.route.rename?.(body) ?? found.route.name };
	const fault = whole ? serving.faults.take(route.name, false) : undefined;
	const open: Open = { ...begun, fault, found: { ...found, route } };
	for (const each of serving.platforms) each.settle();
	const arrived = arrivedOf(open, body);
	if (!whole) return found.route.partial?.(arrived);
	if (fault?.kind === "delay" && fault.when !== "after") await sleep(fault.ms);
	const answer = isExecuted(fault) ? execute(serving, open, arrived) : undefined;
	await respond(serving, open, answer);
}

async function refuseUnknown(
	{ world, platforms, note }: Serving,
	host: string,
	{ request, response }: Pick<Open, "request" | "response">,
): Promise<void> {
	const { method = "", url = "" } = request;
	const path = url.split("?")[0] ?? "";
	await readBody(request);
	const platform = platforms.find(({ hosts }) => hosts.includes(host));
	world.log.append(platform?.name ?? host, {
		kind: "violation",
		route: "none",
		what: `${method} ${host}${path}: no such route`,
	});
	note({ at: new Date(world.clock.now()).toISOString(), route: "none", method, path, status: 404 });
	const answer = platform?.envelope({ status: 404, message: "Not Found" }) ?? empty(404);
	await send(response, { answer, now: world.clock.now() });
}

function arrivedOf({ request, found, fault, origin }: Open, body: Buffer): Arrived {
	const target = request.url ?? "";
	return {
		...{ route: found.route.name, method: found.route.method, origin, target, params: found.params },
		...{ headers: request.headers, body },
		query: new URL(target, origin).searchParams,
		quirk: (name) => (fault?.quirk === name ? (fault.value ?? 0) : undefined),
	};
}

function isExecuted(fault: PlannedFault | undefined): boolean {
	return (
		fault === undefined || ["delay", "cut", "drip", "quirk"].includes(fault.kind) || fault.when === "after"
	);
}

/** Nothing is awaited in here: what one request does is not mixed with what another does. */
function execute({ world }: Serving, { platform, found }: Open, arrived: Arrived): Answer {
	const { answer, violation } = run(found.route, arrived, platform);
	if (violation !== undefined)
		world.log.append(platform.name, { kind: "violation", route: found.route.name, what: violation });
	return answer;
}

async function respond(serving: Serving, open: Open, own: Answer | undefined): Promise<void> {
	const { response, request, found, fault } = open;
	const now = serving.world.clock.now();
	const answer = fault === undefined ? own : (answerOf(serving, open, fault) ?? own);
	serving.note({
		...{ at: new Date(now).toISOString(), route: found.route.name, method: request.method ?? "" },
		...{ path: request.url?.split("?")[0] ?? "", status: answer?.status ?? 0 },
		...(fault && { fault: fault.quirk ?? fault.kind }),
	});
	if (fault?.kind === "delay" && fault.when === "after") await sleep(fault.ms);
	if (fault?.kind === "reset") return reset(response);
	if (fault?.kind === "silence") return gone(response);
	if (fault?.kind === "cut") return send(response, { answer: answer ?? empty(500), now, how: "cut" });
	const slow = fault?.kind === "drip" && fault.ms !== undefined ? { how: fault.ms } : {};
	await send(response, { answer: answer ?? empty(500), now, ...slow });
}

/** What a fault answers instead of the route. Undefined: the route's own answer. */
function answerOf(
	{ trap }: Serving,
	{ platform, request, found }: Open,
	fault: PlannedFault,
): Answer | undefined {
	const status = fault.status ?? { error: 200, html: 502, redirect: 307 }[fault.kind as string] ?? 500;
	const headers = { ...fault.headers };
	const given = fault.body === undefined ? undefined : Buffer.from(fault.body);
	switch (fault.kind) {
		case "status":
		case "error": {
			const error = { status: fault.kind === "error" ? 500 : status, message: "Injected fault" };
			const { body, ...own } = platform.envelope({ ...error, route: found.route.name });
			return { status, headers: { ...own.headers, ...headers }, body: given ?? body };
		}
		case "html": {
			const page = html(status, "Bad Gateway");
			return { ...page, headers: { ...page.headers, ...headers }, body: given ?? page.body };
		}
		case "redirect":
			return empty(status, { location: `${trap()}${request.url}`, ...headers });
		default:
			return undefined;
	}
}
