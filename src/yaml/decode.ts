import type { Diagnostic } from "../model/diagnostic.ts";
import { diagnosed, type SourceText, spotter, type Words } from "./source.ts";

/** Ten thousand posts fit in a fifth of it; larger files are a mistake or an attack. */
export const MAX_BYTES = 16 * 1024 * 1024;
/**
 * Everything Unicode calls a control, less tab and line ends, and byte order marks: nothing a person can see
 * or mean.
 */
const CONTROL = /(?![\t\n\r])[\p{Cc}\uFEFF]|\r(?!\n|$)/u;

/**
 * The text of a file's bytes (a byte order mark is dropped), or why it is not text. `file` is the path as
 * shown.
 */
export function decodeText(
	file: string,
	bytes: Uint8Array,
): { readonly source: SourceText } | { readonly problem: Diagnostic } {
	const alone = (words: Words) => ({
		problem: { severity: "error" as const, ...words, place: { file, line: 1, column: 1 } },
	});
	if (bytes.byteLength > MAX_BYTES)
		return alone({
			rule: "file-size",
			summary: "The file is too large",
			detail: `${file} has more than ${MAX_BYTES} bytes.`,
			hint: "Split it into several files.",
		});
	const text = isWide(bytes) ? undefined : decodeUtf8(bytes);
	if (text === undefined) return { problem: isWide(bytes) ? alone(WIDE).problem : brokenUtf8(file, bytes) };
	const source = { file, text };
	const control = CONTROL.exec(text);
	return control === null ? { source } : { problem: controlCharacter(source, control.index) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

const ENCODING = { rule: "encoding", summary: "The file is not UTF-8 text" } as const;
const WIDE: Words = {
	...ENCODING,
	detail: "It is written in UTF-16 or UTF-32.",
	hint: "Save it as UTF-8; in PowerShell, for example, with -Encoding utf8.",
};

/** UTF-16 and UTF-32 start with a mark of their own, or have a zero among the first bytes of a plain text. */
function isWide(bytes: Uint8Array): boolean {
	const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
	return (
		first + second === 0xfe + 0xff ||
		(bytes.length > 3 && [first, second, third, fourth].filter((byte) => byte === 0).length > 1)
	);
}

/** Points to the first byte that is not UTF-8. */
function brokenUtf8(file: string, bytes: Uint8Array): Diagnostic {
	let [line, start, end] = [0, 0, 0];
	while (end < bytes.length) {
		start = end;
		const next = bytes.indexOf(0x0a, start);
		end = next < 0 ? bytes.length : next + 1;
		line++;
		if (decodeUtf8(bytes.subarray(start, end)) === undefined) break;
	}
	// What cannot be read becomes U+FFFD; one that was there before it is rare, and only moves the mark.
	const text = new TextDecoder().decode(bytes.subarray(start, end)).replace(/[\r\n]+$/, "");
	const column = Math.max(0, text.indexOf("\uFFFD")) + 1;
	const hint = "Save it as UTF-8, not in a local code page such as Windows-1252.";
	const words: Words = { ...ENCODING, detail: "From here on there are bytes that are not UTF-8.", hint };
	return { severity: "error", ...words, place: { file, line, column }, excerpt: { text, length: 1 } };
}

function controlCharacter(source: SourceText, at: number): Diagnostic {
	const char = source.text[at] ?? "";
	const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
	const [detail, hint] = SPECIAL[char] ?? [
		`There is an invisible character (U+${code}) here.`,
		"Delete it; an editor that shows invisible characters helps.",
	];
	return diagnosed(
		{ rule: "control-character", summary: "The file holds a control character", detail, hint },
		spotter(source)({ start: at, end: at + 1 }),
	);
}

const SPECIAL: Readonly<Record<string, readonly [detail: string, hint: string]>> = {
	"\uFEFF": [
		"There is a byte order mark (U+FEFF) in the middle of the file.",
		"Delete it. It comes from joining files that each began with one.",
	],
	"\r": [
		"There is a carriage return (U+000D) without a line feed.",
		"Save the file with line ends of Unix (LF) or Windows (CRLF).",
	],
};
