import type { Magnified } from "../compose/magnified.ts";
import { FRAME_RATE, type Size } from "../compose/output-size.ts";
import { inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import type { Source } from "../probe/source.ts";
import type { Span } from "../spans.ts";

/** One render, ready to be run. */
export interface Encoding {
	readonly source: Source;
	readonly span: Span;
	readonly output: Size;
	readonly picture: string;
	readonly sound: string;
	/** A .flac of the span's sound, to be taken instead of the source's. */
	readonly levelled?: string;
	readonly file: string;
	/**
	 * Whether no two seconds may take more than `rateLimitOf`. That is counted by one thread alone: beside each
	 * other, what is left of the limit depends on how far the others have come, and the file differs each time.
	 */
	readonly limited?: boolean;
	/** By how much most of it is shown larger than it was filmed. */
	readonly magnified?: Magnified;
}

/** As many on every machine: their number changes the file. */
const THREADS = 4;
/** Two seconds: players can seek, and platforms cut there. */
const GROUP = 2 * FRAME_RATE;
/**
 * Where much is magnified, nothing as small as eight pixels moves on its own, no move needs the finest
 * search, every second frame may well be a B-frame, and few frames ahead tell enough: the rest takes most of
 * the time. Smooth parts of what is large need no more bits than others.
 */
const FEW_CHOICES: Readonly<Record<Magnified, string>> = {
	some: "-partitions i8x8 -subq 1 -bf 1 -b_strategy 0 -rc-lookahead 7",
	much: "-partitions i8x8 -subq 1 -aq-mode 0 -bf 1 -b_strategy 0 -rc-lookahead 5",
};
const QUIET = options("-hide_banner -nostdin -nostats -loglevel warning -y -progress pipe:1");

/**
 * ffmpeg arguments for one file that every platform takes: H.264 High, constant rate, closed groups, AAC
 * stereo, index first, no edit list.
 */
export function encodeArguments(given: Encoding): readonly string[] {
	const { source, span } = given;
	const seconds = secondsOf(span.end - span.begin);
	const cut = ["-ss", secondsOf(span.begin), "-t", seconds, ...inputOf(source.file)];
	const sound = soundOf(given, seconds);
	const maps = ["-map", `0:${source.video}`, "-map", sound.length > 0 ? "1:0" : `0:${source.audio}`];
	const filters = ["-vf", given.picture, "-af", given.sound];
	return [
		...QUIET,
		...cut,
		...sound,
		...maps,
		...filters,
		...video(given),
		...audio(),
		...container(),
		"-t",
		seconds,
		`file:${given.file}`,
	];
}

/** The input that brings the sound, where it is not that of the picture. */
function soundOf({ source, levelled }: Encoding, seconds: string): readonly string[] {
	if (levelled !== undefined) return inputOf(levelled, "flac");
	// A track of silence: some platforms refuse a file without sound.
	return source.audio === undefined ? ["-f", "lavfi", "-t", seconds, "-i", "anullsrc=r=48000:cl=stereo"] : [];
}

/** What a picture may take, in bits a second: most take a fraction of it. */
export function rateLimitOf(output: Size): number {
	return limitsOf(output).rate * 1_000_000;
}

function video({ output, limited = false, magnified }: Encoding): readonly string[] {
	const { level, rate } = limitsOf(output);
	const limit = limited ? options(`-maxrate ${rate}M -bufsize ${2 * rate}M`) : [];
	const search = magnified ? options(FEW_CHOICES[magnified]) : [];
	return [
		...options(`-c:v libx264 -preset veryfast -crf 21 -profile:v high -level ${level} -pix_fmt yuv420p`),
		...options(`-g ${GROUP} -keyint_min ${GROUP} -sc_threshold 0 -flags +cgop`),
		...search,
		...limit,
		...options("-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv"),
		...options(`-threads ${limited ? 1 : THREADS}`),
	];
}

/** Level 4.1 ends at 8,192 blocks of 16x16; larger pictures need a higher one, and more bits. */
function limitsOf({ width, height }: Size): { readonly level: string; readonly rate: number } {
	const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
	if (blocks <= 8_192) return { level: "4.1", rate: 12 };
	if (blocks <= 22_080) return { level: "5.0", rate: 20 };
	return { level: blocks <= 36_864 ? "5.1" : "6.0", rate: 40 };
}

function audio(): readonly string[] {
	return options("-c:a aac -b:a 160k -ar 48000 -ac 2");
}

/** Nothing of the source's own metadata goes along: it may name places and people. */
function container(): readonly string[] {
	const nothingElse = "-map_metadata -1 -map_chapters -1 -sn -dn";
	return options(`${nothingElse} -max_muxing_queue_size 4096 -movflags +faststart -use_editlist 0 -f mp4`);
}
