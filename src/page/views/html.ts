import { html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** HTML that is complete and safe to put into a page. */
export type Html = HtmlEscapedString;

/** What a template may hold: text is escaped, HTML is not, and nothing comes of the rest. */
export type Part = string | number | boolean | undefined | Html | readonly Part[];

/**
 * A piece of HTML. Text in it is escaped, hidden characters in it are shown, and an address in `href`, `src`,
 * `action` or `poster` leads to this page or to the web, or nowhere.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return template(strings, ...parts.map((part, at) => safe(part, strings[at] ?? ""))) as Html;
}

/** Text as it is, for what comes back from a form: it is escaped, and nothing else. */
export function exact(text: string): Html {
	return template`${text}` as Html;
}

/** Escaped HTML that `html` made, one after the other. */
export function joined(parts: readonly Part[], between: Part = ""): Html {
	return html`${parts.map((part, at) => (at === 0 ? part : [between, part]))}`;
}

const ADDRESS = /\s(?:href|src|action|formaction|poster)="$/;
const UNQUOTED = /\s[\w:-]+=$/;
const NOWHERE = "#";

function safe(part: Part, before: string): Part {
	if (UNQUOTED.test(before)) throw new Error(`An attribute without quotes: ${before.slice(-40)}`);
	if (typeof part === "string") return ADDRESS.test(before) ? safeAddress(part) : visible(part);
	return isParts(part) ? part.map((each) => safe(each, before)) : part;
}

function isParts(part: Part): part is readonly Part[] {
	return Array.isArray(part);
}

/** A path of this page, or an address of the web; everything else leads nowhere. */
export function safeAddress(text: string): string {
	if (/^https?:\/\/[^\s\\]+$/i.test(text)) return text;
	return /^(?:\/(?!\/))?(?:[\w.~%-]+(?:\/[\w.~%-]+)*\/?)?(?:\?[^\s\\]*)?(?:#[^\s\\]*)?$/.test(text)
		? text
		: NOWHERE;
}

/** Control characters, marks of direction and what takes no room; not line ends and tabs. */
const HIDDEN = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

function visible(text: string): string {
	return text.replace(HIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
