import { rename, rm } from "node:fs/promises";
import { findFfmpeg } from "../../../engine/io/find-ffmpeg.ts";
import { defined } from "../../../model/defined.ts";
import { StopFault } from "../../../model/fault.ts";
import type { Settings } from "../../../model/settings.ts";
import { temporaryBeside } from "../../../system/files.ts";
import { run } from "../../../system/run.ts";

interface Drawing {
	/** The clip, an MP4. */
	readonly file: string;
	/** Where its poster goes, a JPEG. */
	readonly poster: string;
	readonly settings: Pick<Settings, "root" | "embedded">;
	readonly signal: AbortSignal;
}

const LIMIT_MS = 60_000;
/** Of the first seconds the picture that is most like the others: neither a fade nor a blink. */
const FILTER = "fps=5,scale=min(480\\,iw):-2,thumbnail=20,format=yuvj420p";
const BEFORE = ["-v", "error", "-nostdin", "-y", "-threads", "1", "-t", "4"];
const PICTURE = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "5", "-map_metadata", "-1", "-f", "image2"];

/** Draws a poster with ffmpeg, which gives way to everything else. Throws `StopFault`, `EngineFault`. */
export async function drawPoster({ file, poster, settings, signal }: Drawing): Promise<void> {
	const { root, embedded } = settings;
	const ffmpeg = await findFfmpeg({
		...defined({ wanted: embedded.ffmpeg }),
		...{ searchPath: process.env.PATH ?? "", cache: `${root}/.showrun/cache`, signal },
	});
	const beside = temporaryBeside(poster);
	const args = [...BEFORE, "-i", `file:${file}`, "-vf", FILTER, ...PICTURE, "-update", "1", `file:${beside}`];
	try {
		const { code, lastLines } = await run({
			...{ path: ffmpeg.path, args, signal, limitMs: LIMIT_MS, givesWay: true },
		});
		if (code !== 0) throw new StopFault(`There is no picture in ${file}: ${lastLines.at(-1) ?? ""}`);
		await rename(beside, poster).catch((cause: unknown) => {
			throw new StopFault(`There is no picture in ${file}.`, { cause });
		});
	} finally {
		await rm(beside, { force: true });
	}
}
