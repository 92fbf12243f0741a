import { defined } from "../../model/defined.ts";
/** A track of subtitles as text inside a video. */
export interface SubtitleTrack {
	/** Number of the stream in the file. */
	readonly index: number;
	readonly codec: string;
	/** As the file names it; absent: not named. */
	readonly language?: string;
	readonly isDefault: boolean;
	/** `impaired`: with sounds and speakers described; `forced`: only what is said in another language. */
	readonly purpose: "plain" | "impaired" | "forced";
}

/** A stream as ffmpeg prints it: its line, and those below it. */
interface Printed {
	readonly index: number;
	readonly kind: string;
	readonly text: string;
	readonly below: readonly string[];
}

/** Codecs that are text. Pictures of text (`dvd_subtitle`, `hdmv_pgs_subtitle`) cannot be read. */
const TEXT = /: Subtitle: (mov_text|subrip|srt|webvtt|ass|ssa|text)\b/;
const RANKS = { plain: 0, impaired: 1, forced: 2 } as const;

/** The subtitle tracks of a file that can be read as text; comments on the film are none. */
export function subtitleTracks(streams: readonly Printed[]): readonly SubtitleTrack[] {
	return streams.flatMap((stream): SubtitleTrack[] => {
		const codec = TEXT.exec(stream.text)?.[1];
		const title =
			stream.below.map((line) => /^\s+title\s*:(.*)/i.exec(line)?.[1]).find((each) => each !== undefined) ??
			"";
		if (
			stream.kind !== "Subtitle" ||
			codec === undefined ||
			/\((?:comment|lyrics|descriptions)\)|commentary/i.test(stream.text + title)
		)
			return [];
		const language = languageOf(stream.text);
		const isDefault = stream.text.includes("(default)");
		return [
			{
				index: stream.index,
				codec,
				...defined({ language }),
				isDefault,
				purpose: purposeOf(stream.text, title),
			},
		];
	});
}

/** The language of a stream as the file names it. Undefined: it does not. */
export function languageOf(text: string): string | undefined {
	const language = /Stream #0:\d+(?:\[0x[0-9a-f]+\])?\(([\w-]{2,12})\)/.exec(text)?.[1];
	return language === undefined || /^(?:und|unk|mul|mis|zxx)$/i.test(language) ? undefined : language;
}

/**
 * The track that says what is heard: in that language where it is known (a track without a language may be
 * in it), complete rather than with sounds described, those rather than parts, the default first.
 * Undefined: there is none.
 */
export function trackFor(
	tracks: readonly SubtitleTrack[],
	spoken: string | undefined,
): SubtitleTrack | undefined {
	const foreign = (track: SubtitleTrack) =>
		spoken !== undefined && track.language !== undefined && !sameLanguage(track.language, spoken);
	const rank = (track: SubtitleTrack) =>
		4 * RANKS[track.purpose] +
		(spoken !== undefined && track.language === undefined ? 2 : 0) +
		(track.isDefault ? 0 : 1);
	const [best] = tracks
		.filter((track) => !foreign(track))
		.sort((a, b) => rank(a) - rank(b) || a.index - b.index);
	return best;
}

function purposeOf(text: string, title: string): SubtitleTrack["purpose"] {
	if (/\(forced\)/.test(text) || /\bforced\b|\bsigns\b/i.test(title)) return "forced";
	return /\((?:hearing impaired|captions)\)/.test(text) || /\bSDH\b|\bCC\b|\bhearing\b/i.test(title)
		? "impaired"
		: "plain";
}

/** Codes of two and of three letters, with or without a country, and English names. */
function sameLanguage(one: string, other: string): boolean {
	return codeOf(one) === codeOf(other);
}

function codeOf(language: string): string {
	const bare = language.toLowerCase().replace(/[-_].*/, "");
	if (bare.length > LONGEST_CODE) written ??= codesByName();
	const named = written?.get(bare);
	if (named !== undefined) return named;
	try {
		return new Intl.Locale(bare).language;
	} catch {
		return bare;
	}
}

const LONGEST_CODE = 3;
/** Those that people write out, by English names. V8 reads a table for these: made when one is asked for. */
let written: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
	const english = new Intl.DisplayNames("en", { type: "language" });
	return new Map(
		"en de fr es it pt nl pl ru uk tr ar he hi zh ja ko sv da nb fi cs el ro hu vi id th"
			.split(" ")
			.map((code) => [(english.of(code) ?? code).toLowerCase(), code]),
	);
}
