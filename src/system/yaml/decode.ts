import type { Diagnostic } from "../../model/diagnostic.ts";
import { diagnosed, type SourceText, spotter, type Words } from "./source.ts";

/** Ten thousand posts fit in a fifth of it; larger files are a mistake or an attack. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** Everything Unicode calls a control, less tab and line ends: nothing a person can see or mean. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

/** The text of a file's bytes (a byte order mark is dropped), or why it is not text. `file` is the path as shown. */
export function decodeText(file: string, bytes: Uint8Array): { readonly source: SourceText } | { readonly problem: Diagnostic } {
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
	const text = decodeUtf8(bytes);
	if (text === undefined)
		return alone({
			rule: "encoding",
			summary: "The file is not UTF-8 text",
			detail: `${file} holds bytes that are not UTF-8.`,
			hint: "Save it as UTF-8, without conversion to UTF-16 or a local code page.",
		});
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

function controlCharacter(source: SourceText, at: number): Diagnostic {
	const code = source.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
	return diagnosed(
		{
			rule: "control-character",
			summary: "The file holds a control character",
			detail: `There is an invisible character (U+${code}) here.`,
			hint: "Delete it; an editor that shows invisible characters helps.",
		},
		spotter(source)({ start: at, end: at + 1 }),
	);
}
