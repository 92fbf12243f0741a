import { timingSafeEqual } from "node:crypto";
import type { Secret } from "../../model/secret.ts";
import { sha256 } from "../../system/files.ts";
import { API_VERSION } from "../../wire/names.ts";
import type { Core } from "../core.ts";
import { Refusal } from "../refusal.ts";
import type { Exchange } from "./context.ts";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;
const MINUTE_MS = 60_000;

/** Whether a host name means this machine only. */
export function isLoopback(host: string): boolean {
	return LOOPBACK.test(host);
}

/**
 * Throws `Refusal` 403 when a server for this machine is asked under a foreign name: a web page doing DNS
 * rebinding.
 */
export function checkHost(core: Core, exchange: Exchange): void {
	if (!isLoopback(core.options.listen.host)) return;
	const { hostname } = new URL(exchange.req.url);
	const { feedUrl, publicUrl } = core.options;
	const isNamed = (url: string | undefined) => url !== undefined && new URL(url).hostname === hostname;
	// A web server in front may pass its own name on; under that of feeds there is nothing but them.
	const isFeed = exchange.req.path.startsWith("/outbox/") && isNamed(feedUrl);
	if (!isLoopback(hostname) && !isFeed && !isNamed(publicUrl))
		throw new Refusal(
			403,
			"This service answers on this machine only: use 127.0.0.1 or localhost, " +
				"or set embedded.public_url to the address it has elsewhere.",
		);
}

/** Whether a key is shown that the service was started with (interface 5), the local one among them. */
export function isFirstKey(core: Core, exchange: Exchange): boolean {
	// Every key is compared, so that time tells nothing about any of them.
	return core.keys.filter((key) => shows(exchange, key)).length > 0;
}

/** Whether showrun itself asks: it holds the local key, and no limit counts for it. */
export function isOwnClient(core: Core, exchange: Exchange): boolean {
	return shows(exchange, core.localKey);
}

/** Throws `Refusal` 400 unless the other two headers of interface 5 are right. */
export function checkHeaders({ options }: Core, { req }: Exchange): void {
	const type = (req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
	// Public clients send no type with a GET, and it would say nothing there.
	if (hasBody(req) && type !== "application/json")
		throw new Refusal(400, "The header Content-Type must be application/json.");
	const versions = options.versionHeaders.flatMap((name) => req.header(name) ?? []);
	if (versions.length === 0 || versions.some((version) => version !== API_VERSION))
		throw new Refusal(400, `The header ${options.versionHeaders[0]} must be ${API_VERSION}.`);
}

function hasBody(req: Exchange["req"]): boolean {
	return req.header("transfer-encoding") !== undefined || Number(req.header("content-length") ?? 0) > 0;
}

/** Compares as hashes, so that time tells nothing about the key. */
function shows(exchange: Exchange, key: Secret): boolean {
	return timingSafeEqual(Buffer.from(sha256(key.reveal())), Buffer.from(sha256(bearerOf(exchange))));
}

/** The key that a request shows; empty when it shows none. */
export function bearerOf({ req }: Exchange): string {
	return /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1] ?? "";
}

/**
 * Counts requests over any rolling minute; throws `Refusal` 429 past the limit, where there is one
 * (service-facts).
 */
export function openRateLimit(core: Core): (exchange: Exchange) => void {
	const limit = core.options.limits?.requestsPerMinute;
	let recent: readonly number[] = [];
	return (exchange) => {
		if (limit === undefined || isOwnClient(core, exchange)) return;
		const now = core.options.clock.now();
		recent = recent.filter((time) => now - time < MINUTE_MS);
		if (recent.length >= limit) throw new Refusal(429, `Too many requests: at most ${limit} a minute.`);
		recent = [...recent, now];
	};
}
