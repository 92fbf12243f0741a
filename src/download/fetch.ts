import { backoff } from "../api/backoff.ts";
import { Fault } from "../model/fault.ts";
import type { Clock } from "../system/clock.ts";
import { sha256OfFile } from "../system/files.ts";
import { type Bringing, bringing, headersFor } from "./answer.ts";
import { LinkFault } from "./download-fault.ts";
import { openPart, type PartialFile } from "./partial-file.ts";
import { type Answer, get, hostOf, type LinkReader, networkFault } from "./request.ts";

/** How patient and how careful fetching is. */
export interface DownloadLimits {
	/** How often one file is tried. */
	readonly tries: number;
	/** Largest file, in bytes. */
	readonly mostBytes: number;
}

/** Ample for the longest clip in the largest size. */
export const FETCH_LIMITS: DownloadLimits & Pick<LinkReader, "idleMs"> = {
	idleMs: 30_000,
	tries: 6,
	mostBytes: 8 * 2 ** 30,
};

/** What fetching a file needs. */
export interface FetchContext extends LinkReader {
	readonly clock: Clock;
	readonly limits: DownloadLimits;
	/** Gives the link; a fresh one in place of a `stale` one. */
	readonly link: (stale?: string) => Promise<string>;
	/** Share there, 0 to 1. */
	readonly progress: (share: number) => void;
}

/** A file in its place. */
export interface Fetched {
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** Size and type of the first box, in bytes. */
const HEAD = 8;
/** What has to come at least within the longest silence, in bytes. */
const LEAST = 4_096;
const REMEDY = "Run the same command again; if it stays so, tell whoever runs the service.";

/**
 * Fetches an MP4 file, going on with what an earlier try left. Throws `LinkFault`, `FolderFault`, what `link`
 * throws, or the signal's reason; what came so far is kept.
 */
export async function fetchFile(path: string, fetching: FetchContext): Promise<Fetched> {
	const { signal, clock, limits } = fetching;
	let link = await fetching.link();
	let fresh = false;
	for (let tries = 1; ; ) {
		try {
			return await attempt(path, link, fetching);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof LinkFault)) throw error;
			if (error.stale && !fresh) {
				fresh = true;
				link = await fetching.link(link);
				continue;
			}
			if (error.next !== "retry" || ++tries > limits.tries) throw error;
			await clock.sleep(error.retryAfterMs ?? backoff(tries, Math.random()), signal);
		}
	}
}

async function attempt(path: string, link: string, fetching: FetchContext): Promise<Fetched> {
	const part = await openPart(path);
	try {
		const known = await part.known();
		const answer = await get(link, headersFor({ part: known }), fetching);
		await receive(part, { answer, known }, fetching).finally(() =>
			answer.body.on("error", () => {}).destroy(),
		);
		await verifyBeginning(part, hostOf(link));
		const [bytes, sha256] = [await part.size(), await sha256OfFile(`${path}.part`, fetching.signal)];
		await part.finish();
		return { bytes, sha256 };
	} finally {
		await part.close();
	}
}

interface Receiving {
	readonly answer: Answer;
	readonly known: Awaited<ReturnType<PartialFile["known"]>>;
}

async function receive(
	part: PartialFile,
	{ answer, known }: Receiving,
	fetching: FetchContext,
): Promise<void> {
	const brings = bringing(answer, {
		part: known,
		mostBytes: fetching.limits.mostBytes,
		now: fetching.clock.now(),
	});
	if (brings === "start-again") {
		await part.restart(undefined);
		throw new LinkFault(`${answer.host} does not resume the earlier download.`, {
			kind: "passes",
			remedy: REMEDY,
			retryAfterMs: 0,
		});
	}
	if (brings.from === 0) await part.restart(brings.version);
	const at = await writeDown(part, { answer, brings }, fetching);
	if (brings.total !== undefined && at < brings.total)
		throw networkFault(new Error(`it stopped after ${at} of ${brings.total} bytes`), answer.host);
}

/** Gives back where it ended. */
async function writeDown(
	part: PartialFile,
	{ answer, brings }: { readonly answer: Answer; readonly brings: Bringing },
	fetching: FetchContext,
): Promise<number> {
	const { limits, progress, signal } = fetching;
	const most = brings.total ?? limits.mostBytes;
	let at = brings.from;
	const pace = paceOf(fetching.idleMs);
	try {
		for await (const piece of answer.body) {
			if (at + piece.length > most)
				throw new LinkFault(`${answer.host} sends more than ${most} bytes.`, {
					kind: "final",
					remedy: REMEDY,
				});
			await part.write(piece, at);
			if (at < HEAD && at + piece.length >= HEAD) await verifyBeginning(part, answer.host);
			at += piece.length;
			pace(piece.length);
			progress(brings.total ? at / brings.total : 0);
		}
	} catch (error) {
		signal.throwIfAborted();
		throw error instanceof Fault ? error : networkFault(error, answer.host);
	}
	return at;
}

/** Throws where hardly anything came in a time: a body that drips would hold the folder for days. */
function paceOf(idleMs: number): (bytes: number) => void {
	let [since, came] = [performance.now(), 0];
	return (bytes) => {
		came += bytes;
		if (performance.now() - since < idleMs) return;
		if (came < LEAST) throw new Error(`only ${came} bytes came in ${Math.ceil(idleMs / 1_000)} s`);
		[since, came] = [performance.now(), 0];
	};
}

/** An MP4 file begins with an `ftyp` box; an error page in its place does not, and none of it is kept. */
async function verifyBeginning(part: PartialFile, host: string): Promise<void> {
	if ((await part.beginning(HEAD)).toString("latin1", 4) === "ftyp") return;
	await part.remove();
	throw new LinkFault(`What ${host} sends is not an MP4 file.`, { kind: "final", remedy: REMEDY });
}
