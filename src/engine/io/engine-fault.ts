import { basename } from "node:path";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { DiedFault, killed } from "../../system/ffmpeg.ts";
import { type Ended, printable } from "../../system/run.ts";

/** The file is not a video the engine can use. */
export class MediaFault extends StopFault {}

/** No usable ffmpeg, or no usable font, was found. */
export class EngineFault extends StopFault {}

/** There is no room left for the file being written. */
export class DiskFullFault extends StopFault {}

/** A render that did not give the clip it should. */
export class RenderFault extends StopFault {}

/** What a failed ffmpeg run means: a full disk, or a failure named by ffmpeg's last words. */
export function faultOfRun(end: Ended, doing: string): StopFault {
	const last = end.lastLines.join(" | ");
	if (/no space left on device|disk quota exceeded|not enough space/i.test(last)) return diskFull(doing);
	if (end.signal === "SIGXFSZ" || /file too large/i.test(last)) return fileLimit(doing);
	if (end.signal !== undefined) return killed(end, doing);
	return new DiedFault(
		`ffmpeg failed while ${doing} (exit code ${end.code}): ${last || "it gave no reason"}`,
	);
}

/** The same for an error of the file system; anything else is thrown on as it is. */
export function faultOfError(error: unknown, doing: string): unknown {
	return isDiskFull(error) ? diskFull(doing, error) : error;
}

/** File name as shown in messages. */
export function displayName(file: string): string {
	return printable(basename(file), 120);
}

function diskFull(doing: string, cause?: unknown): DiskFullFault {
	return new DiskFullFault(`The disk is full: there was no room left while ${doing}.`, {
		remedy: "Free some space (old renders, downloads), or point the data folder to a larger disk.",
		...defined({ cause }),
	});
}

function fileLimit(doing: string): DiskFullFault {
	return new DiskFullFault(`The largest size of a file is reached: ffmpeg was stopped while ${doing}.`, {
		remedy: "Raise the limit (`ulimit -f`).",
	});
}

function isDiskFull(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
