import { extname } from "node:path";

/** Formats the service takes (interface 1). */
export const VIDEO_FILES = [".mp4", ".mov", ".webm", ".avi"];

/** Whether a file is named like the videos the service takes. */
export function isVideoName(path: string): boolean {
	return VIDEO_FILES.includes(extname(path).toLowerCase());
}
