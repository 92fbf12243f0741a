import { readFile } from "node:fs/promises";
import { Fault } from "../../../model/fault.ts";
import type { Settings } from "../../../model/settings.ts";
import { systemClock } from "../../../system/clock.ts";
import type { Connected } from "../service.ts";
import { type ClipFiles, type FoundClip, isThere, once } from "./clip-files.ts";
import { drawPoster } from "./draw-poster.ts";

/**
 * The poster of a clip, a JPEG. `kept`: a service elsewhere is not asked for the file of the clip. Undefined:
 * there is none, or none yet.
 */
export type Posters = (clip: FoundClip, wish: "kept" | "made") => Promise<Uint8Array | undefined>;

/** A browser opens few connections to one server, and needs them for pages. Milliseconds. */
const PATIENCE_MS = 2_500;
/** What did not work is not tried again for so long, however often it is shown. Milliseconds. */
const AGAIN_MS = 3_600_000;

interface PosterParts {
	readonly settings: Settings;
	readonly connected: Pick<Connected, "requestsLeft">;
	readonly files: ClipFiles;
	readonly signal: AbortSignal;
	/** So long it is waited for, in milliseconds. */
	readonly patienceMs?: number;
}

/** Makes posters one after the other, each once, from the files of clips. */
export function openPosters({ patienceMs = PATIENCE_MS, ...parts }: PosterParts): Posters {
	const { settings, connected, files, signal } = parts;
	const { service } = settings;
	const isElsewhere = service.url !== undefined;
	// Most of what the limit leaves is for who submits and posts.
	const mayAsk = () => !isElsewhere || connected.requestsLeft() * 2 > service.limits.requestsPerMinute;
	const make = async (clip: FoundClip) => {
		if (!mayAsk() && !(await files.has(clip))) return;
		const digest = await files.fetched(clip);
		const [file, poster] = [files.path(digest, "mp4"), files.path(digest, "jpg")];
		if (!(await isThere(poster))) await drawPoster({ file, poster, settings, signal });
		if (!isElsewhere) await files.drop(digest);
	};
	const nameOf = ({ taskId, clip }: FoundClip) => `${taskId} ${clip.idx}`;
	const failedAt = new Map<string, number>();
	let before: Promise<unknown> = Promise.resolve();
	const inTurn = once(nameOf, (clip) => {
		const own = before
			.then(() => make(clip))
			.catch((error: unknown) => {
				if (!signal.aborted && !(error instanceof Fault)) throw error;
				failedAt.set(nameOf(clip), systemClock.monotonic());
			});
		before = own.catch(() => {});
		return own;
	});
	const kept = async (clip: FoundClip) => {
		const digest = await files.known(clip);
		return digest && (await readFile(files.path(digest, "jpg")).catch(() => undefined));
	};
	return async (clip, wish) => {
		const poster = await kept(clip);
		const failed = failedAt.get(nameOf(clip)) ?? Number.NEGATIVE_INFINITY;
		if (poster || (wish === "kept" && isElsewhere) || systemClock.monotonic() - failed < AGAIN_MS)
			return poster || undefined;
		await atMost(patienceMs, inTurn(clip));
		return (await kept(clip)) || undefined;
	};
}

/** Waits for it; what comes later is there for the next view. */
async function atMost(ms: number, coming: Promise<void>): Promise<void> {
	let late: NodeJS.Timeout | undefined;
	const over = new Promise<void>((settle) => {
		late = setTimeout(settle, ms);
	});
	await Promise.race([coming, over]).finally(() => clearTimeout(late));
}
