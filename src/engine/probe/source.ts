import { defined } from "../../model/defined.ts";
import { displayName, MediaFault } from "../io/engine-fault.ts";
import type { Media } from "../port.ts";
import type { Curve } from "./hdr.ts";
import { languageOf, type SubtitleTrack, subtitleTracks } from "./subtitle-tracks.ts";

/** What the engine itself needs to know about a file, beside what it tells others. */
export interface Source extends Media {
	readonly file: string;
	/** Number of the stream in the file. */
	readonly video: number;
	readonly audio?: number;
	/** Its sound has one channel. */
	readonly isMono?: true;
	/** Language of the sound as the file names it. */
	readonly audioLanguage?: string;
	/** Subtitles inside the file that are text. */
	readonly subtitles?: readonly SubtitleTrack[];
	/** The stored picture is not square-pixelled: it must be scaled to the displayed size first. */
	readonly stretched: boolean;
	/** Colour matrix as named by the file; absent: not named. */
	readonly matrix?: string;
	readonly hdr: boolean;
	/**
	 * It may have been filmed in half pictures, line by line: its frames tell. Absent: the file says it was
	 * not.
	 */
	readonly interlaced?: true;
	/** How it stores light, where it is HDR. */
	readonly curve?: Curve;
}

/** What a source tells everyone. */
export function mediaOf({ durationMs, width, height, framesPerSecond, hasAudio }: Source): Media {
	return { durationMs, width, height, framesPerSecond, hasAudio };
}

/**
 * What ffmpeg prints about an input, as a source. The length is absent where the file does not say it. Throws
 * `MediaFault`.
 */
export function sourceFrom(
	lines: readonly string[],
	file: string,
): Omit<Source, "durationMs"> & { readonly durationMs?: number } {
	if (!lines.some((line) => line.startsWith("Input #0"))) throw notMedia(lines, file);
	const large = lines
		.map((line) => /Picture size (\d+x\d+) exceeds/.exec(line)?.[1])
		.find((size) => size !== undefined);
	if (large !== undefined)
		throw new MediaFault(
			`The picture of ${displayName(file)} is ${large} pixels: ` +
				"more than 8K, which is the most that is taken.",
		);
	const streams = streamsOf(lines);
	const video = streams.find((stream) => stream.kind === "Video" && !stream.text.includes("(attached pic)"));
	if (!video)
		throw new MediaFault(
			`${displayName(file)} holds no video, ` +
				`${streams.some((each) => each.kind === "Audio") ? "only sound" : "nothing that can be played"}.`,
		);
	if (/: Video: none\b/.test(video.text))
		throw new MediaFault(`The picture of ${displayName(file)} is in a format this ffmpeg cannot read.`);
	const audio = streams.find((stream) => stream.kind === "Audio" && !/: Audio: none/.test(stream.text));
	const audioLanguage = audio && languageOf(audio.text);
	const subtitles = subtitleTracks(streams);
	const durationMs = durationOf(lines);
	return {
		file,
		video: video.index,
		...defined({ audio: audio?.index, audioLanguage }),
		...(audio && / Hz, mono\b/.test(audio.text) && { isMono: true as const }),
		...(subtitles.length > 0 && { subtitles }),
		...pictureOf(video, file),
		framesPerSecond: rateOf(video.text),
		hasAudio: audio !== undefined,
		...defined({ durationMs }),
	};
}

interface Stream {
	readonly index: number;
	readonly kind: string;
	readonly text: string;
	/** The lines below the stream's own, up to the next stream. */
	readonly below: readonly string[];
}

function streamsOf(lines: readonly string[]): readonly Stream[] {
	const streams: { index: number; kind: string; text: string; below: string[] }[] = [];
	for (const line of lines) {
		const match = /^\s{2,4}Stream #0:(\d+)\S*: (\w+): /.exec(line);
		if (match) streams.push({ index: Number(match[1]), kind: match[2] ?? "", text: line, below: [] });
		else streams.at(-1)?.below.push(line);
	}
	return streams;
}

function durationOf(lines: readonly string[]): number | undefined {
	const match = /^ {2}Duration: (\d+):(\d\d):(\d\d)\.(\d\d)/.exec(
		lines.find((line) => line.startsWith("  Duration:")) ?? "",
	);
	if (!match) return undefined;
	const [hours, minutes, seconds, hundredths] = match.slice(1).map(Number);
	return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (hundredths ?? 0) * 10;
}

/** Displayed size: sample aspect ratio first, then rotation, as ffmpeg turns pictures upright. */
function pictureOf(
	stream: Stream,
	file: string,
): Pick<Source, "width" | "height" | "stretched" | "matrix" | "hdr" | "curve" | "interlaced"> {
	const size = /, (\d+)x(\d+)[ ,[]/.exec(`${stream.text},`);
	if (!size)
		throw new MediaFault(`The video stream of ${displayName(file)} is damaged: its picture size is unknown.`);
	const [across, down] = (/.*SAR (\d+):(\d+)/.exec(stream.text) ?? []).slice(1).map(Number);
	const sample = across && down ? across / down : 1;
	const width = Math.round(Number(size[1]) * sample);
	const height = Number(size[2]);
	const upright = isOnItsSide(stream) ? { width: height, height: width } : { width, height };
	const matrix = matrixOf(stream.text);
	const curve = curveOf(stream.text);
	const halves = /\byuv/.test(stream.text) && !/\bprogressive\b/.test(stream.text);
	return {
		...upright,
		stretched: sample !== 1,
		...defined({ matrix, hdr: curve !== undefined, curve }),
		...(halves && { interlaced: true as const }),
	};
}

function isOnItsSide(stream: Stream): boolean {
	const angle = stream.below
		.map((line) => /rotation of (-?[\d.]+) degrees/.exec(line)?.[1])
		.find((each) => each !== undefined);
	return angle !== undefined && Math.abs(Math.round(Number(angle))) % 180 === 90;
}

/** As in `yuv420p(tv, smpte170m/smpte170m/bt709)`: the first of the three is the matrix. */
function matrixOf(text: string): string | undefined {
	return /\((?:tv|pc)?(?:, )?(bt709|smpte170m|bt470bg|bt2020nc|smpte240m|fcc)\b/.exec(text)?.[1];
}

function curveOf(text: string): Curve | undefined {
	if (text.includes("smpte2084")) return "pq";
	return text.includes("arib-std-b67") ? "hlg" : undefined;
}

function rateOf(text: string): number {
	const named = /, ([\d.]+)(k?) fps/.exec(text) ?? /, ([\d.]+)(k?) tbr/.exec(text);
	const rate = Number(named?.[1] ?? 30) * (named?.[2] === "k" ? 1000 : 1);
	return rate > 0 && rate <= 1000 ? rate : 30;
}

function notMedia(lines: readonly string[], file: string): MediaFault {
	const all = lines.join("\n");
	const remedy = "Give an mp4, mov, webm, mkv or avi file that plays on this machine.";
	if (/not on whitelist/i.test(all))
		return new MediaFault(
			`${displayName(file)} is not a video file: playlists and still pictures are not accepted.`,
			{
				remedy,
			},
		);
	if (/exceeds max_streams/i.test(all))
		return new MediaFault(`${displayName(file)} holds hundreds of streams, which no video needs.`, {
			remedy,
		});
	if (/moov atom not found/i.test(all))
		return new MediaFault(
			`${displayName(file)} is not a complete video: it was cut off while it was recorded or copied, ` +
				"or it is something else.",
			{ remedy },
		);
	return new MediaFault(`${displayName(file)} is not a video that can be read.`, { remedy });
}
