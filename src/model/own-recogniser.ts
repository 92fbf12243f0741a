/** Kinds of models that a recogniser of the settings may be, and the files that each is made of. */
export const RECOGNISER_FILES = {
	whisper: ["encoder", "decoder", "tokens"],
	transducer: ["encoder", "decoder", "joiner", "tokens"],
	"nemo-transducer": ["encoder", "decoder", "joiner", "tokens"],
	"nemo-ctc": ["model", "tokens"],
	"sense-voice": ["model", "tokens"],
} as const satisfies Readonly<Record<string, readonly RecogniserPart[]>>;

export type RecogniserPart = "encoder" | "decoder" | "joiner" | "model" | "tokens";
export type RecogniserKind = keyof typeof RECOGNISER_FILES;

/** A file whose content is known. */
export interface PinnedFile {
	/** Absolute. */
	readonly path: string;
	/** Hex, in lower case. */
	readonly sha256: string;
}

/** A model of speech that the user has, as files of sherpa-onnx. */
export interface OwnRecogniser {
	readonly kind: RecogniserKind;
	/** Those of its kind, and no others. */
	readonly files: Readonly<Partial<Record<RecogniserPart, PinnedFile>>>;
	/** The languages it knows, in two or three letters. Absent: it is asked whatever the language is. */
	readonly languages?: readonly string[];
}

/** Whether a recogniser knows a language, as a caller named it. Undefined: the caller did not. */
export function knowsLanguage(
	{ languages }: Pick<OwnRecogniser, "languages">,
	language: string | undefined,
): boolean {
	if (languages === undefined || language === undefined) return true;
	return languages.includes(baseLanguage(language));
}

/** A language without its country: `pt` of `pt-BR`. */
export function baseLanguage(language: string): string {
	return language.toLowerCase().replace(/[-_].*/, "");
}
