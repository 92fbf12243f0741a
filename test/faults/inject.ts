/**
 * Makes a service fail at planned requests. Passed to it as its middleware, by tests and by `serve.ts` beside
 * this file.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Exchange } from "../../src/service/http/context.ts";
import type { Middleware } from "../../src/service/options.ts";
import { Refusal } from "../../src/service/refusal.ts";
import { IDEMPOTENCY_HEADER } from "../../src/wire/names.ts";
import type { CommitLog } from "./commits.ts";
import type { Endpoint, PlannedFault } from "./planned.ts";

/** What a service is started with besides its options. */
export interface Injection {
	readonly faults: readonly PlannedFault[];
	/** Gets every executed write before its client is answered. */
	readonly commits?: CommitLog;
	/** False: idempotency keys are ignored, and a repeated request is executed again. */
	readonly idempotency?: boolean;
	/** Waits between the pieces of a slow answer; absent: as long as it is asked to. */
	readonly pause?: (ms: number) => Promise<unknown>;
}

const SLOW_S = 5;
const PIECES = 50;
const GARBAGE = Buffer.from('{"data": <\u0000 this is no JSON \u001b[31m', "latin1");
const EXECUTES_NOTHING = ["reset-early", "reset-before", "refuse", "rate-limited", "expired-token"];

/** Counts the requests to each endpoint and injects what is planned for them. */
export function injectFaults({ faults, commits, idempotency = true, pause = sleep }: Injection): Middleware {
	const counts = new Map<Endpoint, number>();
	return async (exchange, handle) => {
		const endpoint = endpointOf(exchange);
		if (endpoint === undefined) return handle();
		const key = exchange.req.header(IDEMPOTENCY_HEADER) ?? null;
		if (!idempotency) exchange.req.raw.headers.delete(IDEMPOTENCY_HEADER);
		const execute = async () => {
			const response = await handle();
			await commits?.note({ endpoint, path: exchange.req.path, key, response });
			return response;
		};
		const nth = (counts.get(endpoint) ?? 0) + 1;
		counts.set(endpoint, nth);
		const planned = faults.find(
			(each) => each.endpoint === endpoint && (each.nth === "every" || each.nth === nth),
		);
		if (planned === undefined) return execute();
		if (EXECUTES_NOTHING.includes(planned.fault)) return failBefore(planned, exchange);
		return failAfter(planned, exchange, { response: await execute(), pause });
	};
}

const API = "/api/v2";
const ENDPOINT_PATHS: readonly (readonly [Endpoint, method: string, path: RegExp])[] = [
	["oauth", "POST", new RegExp(`^${API}/social-media/oauth/[^/]+$`)],
	["accounts", "GET", new RegExp(`^${API}/social-media/accounts$`)],
	["publish", "POST", new RegExp(`^${API}/social-media/publish$`)],
	["publish-status", "GET", new RegExp(`^${API}/social-media/publish/[^/]+$`)],
	["submit", "POST", new RegExp(`^${API}/clips$`)],
	["results", "GET", new RegExp(`^${API}/clips/results/[^/]+$`)],
	["export", "POST", new RegExp(`^${API}/clips/export$`)],
	["export-results", "GET", new RegExp(`^${API}/clips/export/[^/]+$`)],
	["upload", "POST", new RegExp(`^${API}/upload/single-file$`)],
	["put", "PUT", /^\/upload\//],
	["files", "GET", /^\/files\//],
];

function endpointOf({ req }: Exchange): Endpoint | undefined {
	return ENDPOINT_PATHS.find(([, method, path]) => req.method === method && path.test(req.path))?.[0];
}

/** The faults that execute nothing: throws `Refusal`, or resets the connection. */
async function failBefore({ fault, seconds = 1 }: PlannedFault, exchange: Exchange): Promise<Response> {
	if (fault !== "reset-early") await readToEnd(exchange);
	switch (fault) {
		case "refuse":
			throw new Refusal(422, "Refused by fault injection: nothing was executed.");
		case "expired-token":
			throw new Refusal(
				403,
				"The account token is invalid: reconnect the account, then publish again. (Fault injection.)",
			);
		case "rate-limited":
			exchange.header("Retry-After", `${seconds}`);
			throw new Refusal(429, "Too many requests. (Fault injection.)");
		default:
			return reset(exchange);
	}
}

interface Executed {
	readonly response: Response;
	readonly pause: NonNullable<Injection["pause"]>;
}

/** The faults that follow execution. A refused request was not executed and never gets here. */
async function failAfter(
	{ fault, seconds = SLOW_S }: PlannedFault,
	exchange: Exchange,
	{ response, pause }: Executed,
): Promise<Response> {
	const body = Buffer.from(await response.arrayBuffer());
	const whole = { response, length: body.length };
	switch (fault) {
		case "hang":
			await clientGone(exchange);
			return RESPONSE_ALREADY_SENT;
		case "reset-after":
			return reset(exchange);
		case "cut":
			return send(exchange, { ...whole, pieces: [body.subarray(0, Math.floor(body.length / 2))] });
		case "slow":
			return send(exchange, {
				...whole,
				pieces: piecesOf(body),
				afterEach: () => pause((seconds * 1_000) / PIECES),
			});
		case "garbage":
			return send(exchange, { response, pieces: [GARBAGE], length: GARBAGE.length });
		default:
			return exchange.json(
				{ status: 500, error: "Internal Server Error", message: "internal error", path: exchange.req.path },
				500,
			);
	}
}

interface Sending {
	readonly response: Response;
	readonly pieces: readonly Buffer[];
	/** What Content-Length promises. */
	readonly length: number;
	readonly afterEach?: () => Promise<unknown>;
}

/** Writes to Node's response: the framework would correct a length that is wrong on purpose. */
async function send(
	{ env: { outgoing } }: Exchange,
	{ response, pieces, length, afterEach }: Sending,
): Promise<Response> {
	const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "content-length"));
	outgoing.writeHead(response.status, { ...headers, "content-length": length, connection: "close" });
	for (const piece of pieces) {
		if (outgoing.destroyed) break;
		outgoing.write(piece);
		await afterEach?.();
	}
	const sent = pieces.reduce((sum, piece) => sum + piece.length, 0);
	if (sent === length) outgoing.end();
	else outgoing.socket?.end();
	return RESPONSE_ALREADY_SENT;
}

function piecesOf(body: Buffer): readonly Buffer[] {
	const size = Math.max(1, Math.ceil(body.length / PIECES));
	return Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
		body.subarray(at * size, (at + 1) * size),
	);
}

async function readToEnd({ env: { incoming } }: Exchange): Promise<void> {
	for await (const _ of incoming.iterator({ destroyOnReturn: false }));
}

async function reset(exchange: Exchange): Promise<Response> {
	exchange.env.outgoing.socket?.resetAndDestroy();
	await clientGone(exchange);
	return RESPONSE_ALREADY_SENT;
}

async function clientGone({ env: { outgoing } }: Exchange): Promise<void> {
	if (!outgoing.closed && !outgoing.destroyed) await once(outgoing, "close");
}
