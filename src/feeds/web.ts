import { setTimeout as sleep } from "node:timers/promises";
import { defined } from "../model/defined.ts";
import { Fault, StopFault } from "../model/fault.ts";
import type { FeedReading } from "../model/feed.ts";
import { decoded } from "../system/decoded.ts";
import { type GuardedAnswer, guardedGet } from "../system/guarded/get.ts";
import { type Guard, guardedAddress } from "../system/guarded/guard.ts";
import { textOf } from "./charset.ts";
import { type KeptFeed, keepFeed, keptFeed } from "./kept.ts";

/** How feeds are fetched. */
export interface Fetching {
	readonly privateAddresses: boolean;
	readonly signal: AbortSignal;
	/** Absent: nothing is kept. */
	readonly cacheFolder?: string;
}

const MOST_BYTES = 32 * 1024 ** 2;
const MOST_MS = 60_000;

/**
 * Fetches and parses a feed; one that has not changed since is not sent again. Throws `StopFault` with words
 * for people; addresses are told without their query.
 */
export async function readWeb(
	address: string,
	{ privateAddresses, signal, cacheFolder }: Fetching,
): Promise<FeedReading> {
	const guard: Guard = { privateAddresses, words: WORDS };
	const url = guardedAddress(address, guard);
	const kept = cacheFolder === undefined ? undefined : await keptFeed(cacheFolder, url.href);
	const late = new AbortController();
	const timer = sleep(MOST_MS, undefined, { signal: late.signal }).then(
		() => late.abort(),
		() => {},
	);
	try {
		const until = AbortSignal.any([signal, late.signal]);
		const answer = await guardedGet(url, { headers: headersFor(kept), guard, signal: until });
		const read = await readingIn(answer, kept);
		if (read.fresh && cacheFolder !== undefined) await keepFeed(cacheFolder, url.href, read.fresh);
		return read.reading;
	} catch (error) {
		signal.throwIfAborted();
		if (late.signal.aborted) throw failure(url, `took longer than ${MOST_MS / 1000} s`);
		throw error instanceof Fault ? error : failure(url, reasonOf(error));
	} finally {
		late.abort();
		await timer;
	}
}

const WORDS: Guard["words"] = {
	ofBad: (message) => new StopFault(message, { remedy: "Correct the address of the feed." }),
	ofPrivate: (host) =>
		new StopFault(`${host} is on this machine or in a private network: no feed is read from there.`, {
			remedy: "To allow it, set feeds.private_addresses: true in the settings.",
		}),
};

function headersFor(kept: KeptFeed | undefined): Readonly<Record<string, string>> {
	return {
		accept:
			"application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5",
		"accept-encoding": "gzip, br",
		"user-agent": "showrun",
		...(kept?.etag !== undefined && { "if-none-match": kept.etag }),
		...(kept?.modified !== undefined && { "if-modified-since": kept.modified }),
	};
}

async function readingIn(
	answer: GuardedAnswer,
	kept: KeptFeed | undefined,
): Promise<{ readonly reading: FeedReading; readonly fresh?: KeptFeed }> {
	const { url, status, header, body } = answer;
	if (status === 304 && kept !== undefined) {
		body.destroy();
		return { reading: kept.reading };
	}
	if (status !== 200) {
		body.destroy();
		throw refused(url, status);
	}
	const encoding = header("content-encoding");
	const bytes = await bytesOf(
		decoded(body, encoding === undefined ? {} : { "content-encoding": encoding }),
		url,
	);
	const { parseFeedText } = await import("./parse.ts");
	const reading = await parseFeedText(textOf(bytes, header("content-type")), url.href);
	const [etag, modified] = [header("etag"), header("last-modified")];
	const fresh = { reading, ...defined({ etag, modified }) };
	return { reading, ...((etag ?? modified) !== undefined && { fresh }) };
}

async function bytesOf(body: AsyncIterable<Buffer>, url: URL): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of body) {
		size += piece.length;
		if (size > MOST_BYTES)
			throw new StopFault(`The feed at ${plainAddress(url)} is larger than ${MOST_BYTES / 1024 ** 2} MB.`, {
				remedy: "Ask its maker for one with the newest items only.",
			});
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

function refused(url: URL, status: number): StopFault {
	const remedy =
		status === 404 || status === 410
			? "Correct the address of the feed: there is none any more."
			: status === 401 || status === 403
				? "The feed is not public: ask for an address that needs no login."
				: status === 429 || status >= 500
					? "That may pass: the next reading tries it again."
					: "Look at the address in a browser.";
	return new StopFault(`The server of ${plainAddress(url)} answered with status ${status}.`, { remedy });
}

function failure(url: URL, why: string): StopFault {
	return new StopFault(`The feed at ${plainAddress(url)} ${why}.`, {
		remedy: "That may pass: the next reading tries it again.",
	});
}

function reasonOf(error: unknown): string {
	const { code, message } =
		error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: "" };
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "cannot be reached: its host is not known";
	return `cannot be read (${code ?? (message.split("\n")[0] || "the connection broke")})`;
}

/** Without query, which may hold a secret. */
function plainAddress({ host, pathname }: URL): string {
	return `${host}${pathname}`;
}
