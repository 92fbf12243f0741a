import { retryAfter } from "../api/backoff.ts";
import { LinkFault } from "./download-fault.ts";
import type { Answer } from "./request.ts";
import { type FileVersion, strongTag } from "./version.ts";

/** What a good answer brings: bytes from `from` on, up to `total` where it is known. */
export interface Bringing {
	readonly from: number;
	/** Size of the whole file in bytes. Undefined: it comes in chunks, and their end is the end. */
	readonly total: number | undefined;
	/** Undefined: what comes cannot be gone on with another time. */
	readonly version: FileVersion | undefined;
}

/** What was asked for: everything, or the rest of a version. */
export interface Asked {
	readonly part: { readonly bytes: number; readonly version: FileVersion } | undefined;
	readonly mostBytes: number;
	/** Wall clock, in milliseconds since the epoch. */
	readonly now: number;
}

/** Longest Retry-After that is waited out, in milliseconds. */
const PATIENCE_MS = 120_000;
const ODD = "Run the same command again; if it stays so, tell whoever runs the service.";

/**
 * Headers that ask for the rest of a part, should the file still be the same. The last byte is always asked
 * for: an answer is the proof that it is.
 */
export function headersFor({ part }: Pick<Asked, "part">): Readonly<Record<string, string>> {
	return part === undefined ? {} : { range: `bytes=${startOf(part)}-`, "if-range": part.version.etag };
}

/**
 * Says what an answer brings; `start-again`: the part that is there is of no use. Throws `LinkFault` for one
 * that brings nothing.
 */
export function bringing(answer: Answer, asked: Asked): Bringing | "start-again" {
	const { status, host } = answer;
	const odd = (what: string) => new LinkFault(`${host} ${what}.`, { kind: "final", remedy: ODD });
	if (status === 416 && asked.part) return "start-again";
	if (status !== 200 && status !== 206) throw refusal(answer, asked.now);
	const encoding = answer.header("content-encoding") ?? "identity";
	if (encoding.toLowerCase() !== "identity" && !answer.packed)
		throw odd("sends the file packed in a way that is not known");
	const brings = status === 206 ? rest(answer, asked) : whole(answer);
	if (brings === undefined && asked.part) return "start-again";
	if (brings === undefined) throw odd("sends a part of the file, which was not asked for");
	if (brings === "endless") throw odd("does not say how long the file is");
	if ((brings.total ?? 0) > asked.mostBytes)
		throw odd(`announces ${brings.total} bytes, which is more than a clip has`);
	return brings;
}

function whole(answer: Answer): Bringing | "endless" {
	// Whether all of it came is checked where it is unpacked.
	if (answer.packed) return { from: 0, total: undefined, version: undefined };
	const length = answer.header("content-length");
	const total = length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
	if (total === undefined && !/\bchunked\b/i.test(answer.header("transfer-encoding") ?? "")) return "endless";
	const etag = answer.header("etag");
	return {
		from: 0,
		total,
		version: total !== undefined && strongTag(etag) ? { etag, size: total } : undefined,
	};
}

function rest(answer: Answer, { part }: Asked): Bringing | undefined {
	const [, first, last, total] =
		/^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.header("content-range") ?? "") ?? [];
	if (
		answer.packed ||
		part === undefined ||
		Number(first) !== startOf(part) ||
		Number(total) !== part.version.size ||
		Number(last) !== part.version.size - 1
	)
		return undefined;
	return answer.header("etag") === part.version.etag
		? { from: startOf(part), total: part.version.size, version: part.version }
		: undefined;
}

function startOf({ bytes, version }: NonNullable<Asked["part"]>): number {
	return Math.min(bytes, version.size - 1);
}

function refusal(answer: Answer, now: number): LinkFault {
	const { status, host } = answer;
	const said = `${host} answers with status ${status}`;
	if ([403, 404, 410].includes(status))
		return new LinkFault(`${said}, also for a fresh link.`, {
			kind: "stale",
			remedy: "Its rendering may be gone: see `showrun status`, or run `showrun apply --replace`.",
		});
	const retryAfterMs = retryAfter(answer.header("retry-after"), now);
	const passes = ([408, 425, 429].includes(status) || status >= 500) && (retryAfterMs ?? 0) <= PATIENCE_MS;
	const remedy = passes ? "Run the same command again later: it goes on where it stopped." : ODD;
	return new LinkFault(`${said}.`, { kind: passes ? "passes" : "final", remedy, retryAfterMs });
}
