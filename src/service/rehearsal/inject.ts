import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Exchange } from "../http/exchange.ts";
import { Refusal } from "../refusal.ts";
import type { Endpoint, PlannedFault, Rehearsal } from "./faults.ts";

/** Executes a request, or what was planned to go wrong with it. */
export type Injector = (
	endpoint: Endpoint,
	exchange: Exchange,
	execute: () => Promise<Response>,
) => Promise<Response>;

const SLOW_S = 5;
const PIECES = 50;
const GARBAGE = Buffer.from('{"data": <\u0000 this is no JSON \u001b[31m', "latin1");

/** Counts the requests to each endpoint and does wrong what is planned for them; without a plan it only executes. */
export function openInjector(rehearsal: Rehearsal | undefined): Injector {
	const seen = new Map<Endpoint, number>();
	return async (endpoint, exchange, execute) => {
		const count = (seen.get(endpoint) ?? 0) + 1;
		seen.set(endpoint, count);
		const planned = rehearsal?.faults.find(
			(each) => each.endpoint === endpoint && (each.nth === "every" || each.nth === count),
		);
		if (planned === undefined) return execute();
		await failBefore(planned, exchange);
		return answerAfter(planned, exchange, execute);
	};
}

/** The faults that execute nothing: throws `Refusal`, or resets the connection and never returns. */
async function failBefore({ fault, seconds = 1 }: PlannedFault, exchange: Exchange): Promise<void> {
	if (fault === "reset-early") return reset(exchange);
	if (!["reset-before", "refuse", "rate-limited", "expired-token"].includes(fault)) return;
	await drain(exchange);
	if (fault === "reset-before") return reset(exchange);
	if (fault === "refuse") throw new Refusal(422, "Refused for a rehearsal: nothing was executed.");
	if (fault === "expired-token")
		throw new Refusal(
			403,
			"The account token is invalid: reconnect the account, then publish again. (A rehearsal.)",
		);
	exchange.header("Retry-After", `${seconds}`);
	throw new Refusal(429, "Too many requests. (A rehearsal.)");
}

async function answerAfter(
	{ fault, seconds = SLOW_S }: PlannedFault,
	exchange: Exchange,
	execute: () => Promise<Response>,
): Promise<Response> {
	// What was refused was not executed, and is answered as it is: a fault that follows execution has nothing to follow.
	if (fault === "reset-early" || fault === "reset-before") return RESPONSE_ALREADY_SENT;
	const response = await execute();
	const body = Buffer.from(await response.arrayBuffer());
	switch (fault) {
		case "hang":
			await gone(exchange);
			return RESPONSE_ALREADY_SENT;
		case "reset-after":
			await reset(exchange);
			return RESPONSE_ALREADY_SENT;
		case "cut":
			return send(exchange, {
				response,
				pieces: [body.subarray(0, Math.floor(body.length / 2))],
				length: body.length,
			});
		case "slow":
			return send(exchange, {
				response,
				pieces: piecesOf(body),
				length: body.length,
				pauseMs: (seconds * 1_000) / PIECES,
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
	/** What the headers promise. */
	readonly length: number;
	readonly pauseMs?: number;
}

/** Past the framework, which would put right what is wrong on purpose. */
async function send(
	{ env: { outgoing } }: Exchange,
	{ response, pieces, length, pauseMs = 0 }: Sending,
): Promise<Response> {
	const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "content-length"));
	outgoing.writeHead(response.status, { ...headers, "content-length": length, connection: "close" });
	for (const piece of pieces) {
		if (outgoing.destroyed) break;
		outgoing.write(piece);
		if (pauseMs > 0) await sleep(pauseMs);
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

async function drain({ env: { incoming } }: Exchange): Promise<void> {
	for await (const _ of incoming.iterator({ destroyOnReturn: false }));
}

async function reset(exchange: Exchange): Promise<void> {
	exchange.env.outgoing.socket?.resetAndDestroy();
	await gone(exchange);
}

/** Until the client has left. */
async function gone({ env: { outgoing } }: Exchange): Promise<void> {
	if (!outgoing.closed && !outgoing.destroyed) await once(outgoing, "close");
}
