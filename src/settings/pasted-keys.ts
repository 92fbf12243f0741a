import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosed, type SourceText, type Span, spotter } from "../yaml/source.ts";

/** Stands for each character of a key, in whatever is said about its file. */
const MASK = "•";

/** A settings file whose keys cannot be read, and where they stood. */
export interface Masked {
	readonly source: SourceText;
	readonly spans: readonly Span[];
}

/** A value without quotes around it, up to its end; of one word, or of the rest of its line. */
const WORD = `([^\\s"'{}[\\],#|>][^\\s"',}\\]]*)`;
const LINE = `([^\\s"'{}[\\],#|>][^\\n"',}\\]]*)`;
const NAMES = "key|token|secret|password|authorization";

/** What a key is written after, and whether a value there is one. */
const PLACES: readonly (readonly [pattern: RegExp, isKey: (value: string) => boolean])[] = [
	[after("api_?key", WORD), () => true],
	[after("api_?key", "[|>][^\\n]*\\n((?:[ \\t]+\\S[^\\n]*\\n?)+)"), () => true],
	[after("client_secret", WORD), () => true],
	[after(NAMES, LINE), isLikeKey],
	[after("(?:key_)?env", WORD), isNoVariable],
	[after("file", WORD), isNoPath],
	// Under a misspelt name, and in comments, it is as readable.
	[/(?<![\w/.-])((?:sk|pk|rk|sr|ghp|gho|glpat|xox[abp]|key|tok)[-_][\w-]{12,})/g, isRandom],
	[after("api[_-]?k\\w*", WORD), isLikeKey],
	// Whoever has such an address can write there.
	[/(https:\/\/(?:hooks\.slack\.com|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks)\/[\w/.-]+)/g, () => true],
];

/** The only group of the pattern is the value. */
function after(names: string, value: string): RegExp {
	return new RegExp(`["']?\\b(?:${names})["']?[ \\t]*:[ \\t]*["']?${value}`, "gi");
}

/**
 * Makes every key that was pasted into a settings file unreadable, before anything is said about the file.
 */
export function maskKeys(source: SourceText): Masked {
	const found = PLACES.flatMap(([pattern, isKey]) =>
		[...source.text.matchAll(pattern)].flatMap((match): Span[] => {
			const value = (match[1] ?? "").trimEnd();
			const start = match.index + match[0].length - (match[1] ?? "").length;
			return isKey(value) ? [{ start, end: start + value.length }] : [];
		}),
	).sort((a, b) => a.start - b.start || b.end - a.end);
	// Two patterns may find one key.
	const spans = found.filter(({ end }, at) => found.slice(0, at).every((before) => before.end < end));
	const masked = spans.reduce(
		(text, { start, end }) =>
			text.slice(0, start) + text.slice(start, end).replace(/\S/g, MASK) + text.slice(end),
		source.text,
	);
	return { source: { ...source, text: masked }, spans };
}

/** What is said about such a file: that first, and nothing else about the same value. */
export function withPastedKeys(
	{ source, spans }: Masked,
	others: readonly Diagnostic[],
): readonly Diagnostic[] {
	const spot = spotter(source);
	const found = spans.map((span) =>
		diagnosed(isUnder(source, span, "url") ? PASTED_URL : PASTED, spot(span)),
	);
	const isSame = (a: Diagnostic, b: Diagnostic) =>
		a.place?.line === b.place?.line && a.place?.column === b.place?.column;
	return [...found, ...others.filter((each) => !found.some((other) => isSame(each, other)))];
}

const PASTED = {
	rule: "pasted-key",
	summary: "A settings file cannot hold a key",
	detail: "Whoever reads the file, or its history in git, could use it.",
	hint:
		"Delete it here, make a new one at the service, and set SHOWRUN_API_KEY; in the file: " +
		"`api_key: { env: SHOWRUN_API_KEY }`.",
} as const;

const PASTED_URL = {
	...PASTED,
	summary: "A settings file cannot hold the address of a webhook",
	hint: "Delete it here, make a new one where it is from, and set a variable; in the file: `url: { env: SLACK_WEBHOOK_URL }`.",
} as const;

/** Whether a masked value stands after that name. */
function isUnder({ text }: SourceText, { start }: Span, name: string): boolean {
	return new RegExp(`\\b${name}["']?[ \\t]*:[ \\t]*["']?$`).test(text.slice(Math.max(0, start - 40), start));
}

/** Words such as `expiring` or `off` are none, nor is an address of short words that tokens are asked at. */
function isLikeKey(value: string): boolean {
	const [, path] = /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/.exec(value) ?? [];
	const isAddress = path?.split("/").every((word) => word.length < 16);
	return !isAddress && value.length >= 8 && /[^a-z]/.test(value);
}

function isNoVariable(value: string): boolean {
	return value.length >= 8 && (!/^[A-Za-z_]\w*$/.test(value) || isRandom(value));
}

/** Names of variables are words; keys such as `sk_live_4f2…` could be one by their letters alone. */
function isRandom(value: string): boolean {
	return value.length >= 16 && /[a-z]/.test(value) && (value.match(/\d/g) ?? []).length >= 3;
}

/** A long name without an ending or a folder. */
function isNoPath(value: string): boolean {
	return value.length >= 16 && /\d/.test(value) && /^[\w-]+$/.test(value);
}
