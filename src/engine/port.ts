/**
 * What the embedded service asks of an engine. `engine.ts` is the real one; tests of the service use a fake.
 */
export interface Engine {
	/** Reads what a file holds. Throws `MediaFault` when it is not a usable video. */
	probe(file: string, signal: AbortSignal): Promise<Media>;
	/** Finds and ranks clips. Deterministic: same bytes and same request, same answer. */
	analyze(request: AnalyzeRequest, run: Run): Promise<Analysis>;
	/** Finds what is said; pictures are not looked at. Throws `MediaFault` where nobody knows what is said. */
	transcribe(request: SpeechRequest, run: Run): Promise<Spoken>;
	/** Sums up what is said. Throws `MediaFault` likewise. */
	summarize(request: SpeechRequest, run: Run): Promise<Summary>;
	/** Whether a language model was set up: only then something can be translated. */
	readonly writes: boolean;
	/**
	 * What makes files: this program's build, the ffmpeg and the models in use. Where it is the same, the same
	 * request gives the same file.
	 */
	identity(signal: AbortSignal): Promise<string>;
	/** Names of what this machine has for it, like `ffmpeg` and the models that were pulled; sorted. */
	tools(signal: AbortSignal): Promise<readonly string[]>;
	/**
	 * Gives a clip the words a language model writes about it: the same clip where none was set up. Same
	 * request, same words, once they were written.
	 */
	rewrite(request: RewriteRequest, signal: AbortSignal): Promise<RewrittenClip>;
	/** Renders one clip to `output` (an .mp4), by a temporary file beside it and a rename. */
	render(request: RenderRequest, run: Run): Promise<RenderReport>;
	/** Writes a JPEG of the clip's most telling frame to `output`, by rename; with the logo of a brand. */
	thumbnail(
		request: Pick<RenderRequest, "file" | "clip" | "output" | "brand">,
		signal: AbortSignal,
	): Promise<void>;
}

/** Cancels work and hears of it: `progress` gets a share done, 0 to 1. */
export interface Run {
	readonly signal: AbortSignal;
	readonly progress: (share: number) => void;
}

export interface Media {
	readonly durationMs: number;
	/** Displayed size in pixels: rotation and sample aspect ratio applied. */
	readonly width: number;
	readonly height: number;
	readonly framesPerSecond: number;
	readonly hasAudio: boolean;
}

export interface AnalyzeRequest {
	readonly file: string;
	/** A sidecar transcript (`.srt`, `.vtt` or `.json`), where there is one. */
	readonly transcript?: string;
	/** Shown name of the source without extension, for titles when nothing was said. */
	readonly title: string;
	/** Wanted length of a clip in seconds, inclusive. */
	readonly seconds: { readonly min: number; readonly max: number };
	/** Most clips to return; absent: all worth returning. */
	readonly limit?: number;
	/** Wants a larger set. */
	readonly more: boolean;
	/** Clips at given times, beside the others and ranked before them. Absent: none. */
	readonly added?: readonly { readonly beginMs: number; readonly endMs: number }[];
	/** Language of the source as the caller named it; absent: unknown. */
	readonly language?: string;
	/**
	 * Only clips that are about this, in somebody's own words. Throws `MediaFault` where nobody knows what is
	 * said.
	 */
	readonly query?: string;
}

/** What is asked of a source that is not looked at. */
export interface SpeechRequest extends Pick<AnalyzeRequest, "file" | "transcript" | "title" | "language"> {
	/**
	 * Language to write in. Throws `MediaFault` where another one is spoken and no language model was set up,
	 * `EndpointFault` where that fails. Absent: the one that is spoken.
	 */
	readonly target?: string;
}

/** What is said in a source, and who vouches for it. */
export interface Spoken extends Pick<Analysis, "media" | "notes" | "transcript" | "origin"> {
	readonly sentences: readonly TimedText[];
}

/** A text, and when in the source it is said, in whole milliseconds. */
export interface TimedText {
	readonly begin: number;
	readonly end: number;
	readonly text: string;
}

/** What a source is about. */
export interface Summary extends Pick<Analysis, "media" | "notes" | "transcript" | "origin"> {
	readonly summary: string;
	/** Without `#`. */
	readonly tags: readonly string[];
	/** Its parts in order, each with what is told in it. */
	readonly highlights: readonly {
		readonly begin: number;
		readonly end: number;
		readonly title: string;
		readonly events: readonly { readonly at: number; readonly text: string }[];
	}[];
}

export interface Analysis {
	readonly media: Media;
	/** Ranked, best first. */
	readonly clips: readonly FoundClip[];
	/**
	 * Sentences about what was done otherwise than one might expect ("No transcript: titles come from the file
	 * name.").
	 */
	readonly notes: readonly string[];
	/**
	 * What was recognised or found inside the video where no transcript was given, or a given one at the times
	 * that are heard, as WebVTT with the time of each word: to be given with the source from now on.
	 */
	readonly transcript?: string;
	/** Whether people vouch for what is said, or a machine recognised it. Absent: nobody knows what is said. */
	readonly origin?: "known" | "recognised";
	/** The language that is spoken, where that can be told from the words: two letters. */
	readonly language?: string;
}

export interface FoundClip {
	/** Whole milliseconds in the source. */
	readonly beginMs: number;
	readonly endMs: number;
	readonly title: string;
	readonly description: string;
	/** Without `#`. */
	readonly tags: readonly string[];
	/** 0 to 100, one decimal. */
	readonly score: number;
	/** Component scores by name; a heuristic rank, not a forecast. */
	readonly parts: Readonly<Record<string, number>>;
	/** Its times were asked for. */
	readonly added?: true;
	/** Why it begins and ends where it does, in sentences. */
	readonly reasons?: readonly string[];
	/** A hook text that a language model wrote, and its tone. */
	readonly hook?: { readonly text: string; readonly tone: string };
	/** What is said, translated. */
	readonly captions?: TranslatedCaptions;
}

/** Sentences in another language. */
export interface TranslatedCaptions {
	readonly language: string;
	readonly lines: readonly TimedText[];
}

export interface RewriteRequest {
	readonly transcript?: string;
	readonly clip: FoundClip;
	/** Whether title, description and tags are written anew. */
	readonly texts: "improved" | "kept";
	/** Language of the source, where the caller named it. */
	readonly language?: string;
	/** Language to write in; absent: that of what is said. */
	readonly target?: string;
	/** A hook text in this tone is wanted. */
	readonly tone?: string;
	/** Captions that are wanted. */
	readonly captions?: "both" | "original" | "translation";
}

export interface RewrittenClip {
	readonly clip: FoundClip;
	/** What was done otherwise than asked, in sentences. */
	readonly notes: readonly string[];
}

export type Corner = "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** What makes clips somebody's own. */
export interface Brand {
	/** Path of a PNG that is drawn over the picture. */
	readonly logo?: string;
	/** The corners it may be in, the best first. */
	readonly place: readonly Corner[];
	/** 0 to 1: unseen to solid. */
	readonly opacity: number;
	/** The font of captions and hook text: a file, or a family of this machine. */
	readonly font?: { readonly file: string } | { readonly family: string };
	readonly colours?: BrandColours;
}

/** Colours of captions and hook text as RRGGBB, in place of those of their styles. */
export interface BrandColours {
	readonly text?: string;
	/** Of the word that is being said. */
	readonly highlight?: string;
	/** Of a plate behind the captions. */
	readonly plate?: string;
	readonly hookText?: string;
	readonly hookPlate?: string;
}

/** What was asked for and is not in a rendered clip, with the sentence in its notes that says why. */
export interface LeftOut {
	readonly what: "captions" | "hook";
	readonly note: string;
}

export interface RenderRequest {
	readonly file: string;
	readonly transcript?: string;
	readonly clip: FoundClip;
	/** `480p` … `4k`: the shorter side of the output in pixels is 480, 720, 1080, 1440, 2160. */
	readonly resolution: "480p" | "720p" | "1080p" | "2k" | "4k";
	/** Language of the source, where the caller named it: letters and capitals are those of that language. */
	readonly language?: string;
	/** Absent: the source's own shape. */
	readonly reframe?: { readonly ratio: "9:16" | "1:1" | "4:5" | "16:9"; readonly layout: string };
	readonly caption?: { readonly style: string; readonly display: "both" | "original" | "translation" };
	readonly hook?: { readonly style: string; readonly position: "beginning" | "end" };
	readonly brand?: Brand;
	/** Language of translated captions, which the clip brings. */
	readonly target?: string;
	readonly output: string;
}

export interface RenderReport {
	readonly width: number;
	readonly height: number;
	readonly durationMs: number;
	/** What was done otherwise than asked, in sentences. */
	readonly notes: readonly string[];
	readonly leftOut?: readonly LeftOut[];
}
