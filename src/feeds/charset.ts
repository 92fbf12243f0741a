/** Longest beginning that may name the encoding. */
const HEAD = 1024;

/**
 * The text of a feed: in the encoding of its byte order mark, else of its `Content-Type`, else of its XML
 * declaration, else UTF-8. What is no letter in it becomes U+FFFD.
 */
export function textOf(bytes: Uint8Array, contentType = ""): string {
	const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
	const told = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	const declared = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
	const decoder = decoderFor(markOf(bytes) ?? told ?? declared);
	return decoder.encoding === "windows-1252" ? windowsText(bytes) : decoder.decode(bytes);
}

/** What stands in place of the controls of ISO-8859-1. Some versions of Node read the one as the other. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function windowsText(bytes: Uint8Array): string {
	const text = Buffer.from(bytes).toString("latin1");
	return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);
}

function markOf([first, second]: Uint8Array): string | undefined {
	if (first === 0xfe && second === 0xff) return "utf-16be";
	return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function decoderFor(label = "utf-8"): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(label);
	} catch {
		return new TextDecoder("utf-8");
	}
}
