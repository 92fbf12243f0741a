import { resolve } from "node:path";

/**
 * Containers that hold their own media. Playlists and lists of other files are not among them: they would
 * read files they name.
 */
const CONTAINERS = "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf";
/** 8K in either direction, and square pictures of as many pixels. */
const MOST_PIXELS = 8_192 * 4_608;
/** Sound and subtitles in dozens of languages take fewer; each one costs memory. */
const MOST_STREAMS = 200;

/** Starts ffmpeg without a banner, a terminal or statistics; it prints errors only. */
export const ERRORS_ONLY = options("-hide_banner -nostdin -nostats -loglevel error");

/** ffmpeg options as on a command line, split at spaces: no value in it may hold one. */
export function options(line: string): readonly string[] {
	return line.split(" ");
}

/** Milliseconds as ffmpeg takes a time: seconds with three decimals. */
export function secondsOf(ms: number): string {
	return (ms / 1000).toFixed(3);
}

/** Opens a file nobody has vouched for: local, whole in itself, never another protocol or a file it names. */
export function inputOf(file: string, containers = CONTAINERS): readonly string[] {
	// The header may name a small picture and the stream hold a large one.
	const limits = `-max_pixels ${MOST_PIXELS} -max_streams ${MOST_STREAMS}`;
	return [
		...options(`-protocol_whitelist file,pipe -format_whitelist ${containers} ${limits}`),
		"-i",
		`file:${resolve(file)}`,
	];
}
