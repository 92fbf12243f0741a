import { isTopLevelDomain } from "./domains.ts";

/** A stretch of a text, in UTF-16 units, end exclusive. */
export interface Stretch {
	readonly start: number;
	readonly end: number;
}

/**
 * What may be the start of a link. The look-behind lets one run of letters start only once, so that time
 * grows with the text alone.
 */
const CANDIDATE =
	/(?<![A-Za-z0-9@＠$#＃])(?:(https?:\/\/)|(?<![\p{L}\p{N}_.\-/]))([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*\.(?:[\p{L}\p{M}\p{N}_-]+\.)*[\p{L}\p{M}\p{N}_-]+)/giu;
/** The same right behind a link, where letters of another script part two links as well as a blank does. */
const NEXT =
	/(https?:\/\/)?((?=\P{ASCII})[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*\.(?:[\p{L}\p{M}\p{N}_-]+\.)*[\p{L}\p{M}\p{N}_-]+)/iuy;

/** The links X finds in a text and shortens, with or without `https://`, in order. The text is in NFC. */
export function linksOf(text: string): readonly Stretch[] {
	if (!text.includes(".")) return [];
	const found: Stretch[] = [];
	for (let match = next(text, 0); match !== null; ) {
		const [{ length }, scheme = "", hosts = ""] = match;
		const at = match.index + scheme.length;
		const link = scheme === "" ? bare(text, hosts, at) : host(text, hosts, at);
		if (link !== undefined) found.push(scheme === "" ? link : { start: match.index, end: link.end });
		match = next(text, link?.end ?? match.index + length);
	}
	return found;
}

function next(text: string, at: number): RegExpExecArray | null {
	NEXT.lastIndex = at;
	CANDIDATE.lastIndex = at;
	return NEXT.exec(text) ?? CANDIDATE.exec(text);
}

/** The longest part of dotted names that ends with a top-level domain, and what follows it. */
function host(text: string, hosts: string, at: number): Stretch | undefined {
	for (let dot = hosts.lastIndexOf("."); dot > 0; dot = hosts.lastIndexOf(".", dot - 1)) {
		const label = hosts.slice(dot + 1).split(".", 1)[0] ?? "";
		const name = [label, /^[A-Za-z0-9-]+(?=\P{ASCII})/u.exec(label)?.[0]].find(
			(each) => each !== undefined && isTop(each),
		);
		if (name === undefined) continue;
		const end = at + dot + 1 + name.length;
		return /[0-9A-Za-z@+-]/.test(text[end] ?? "") ? undefined : { start: at, end: tail(text, end) };
	}
	return undefined;
}

function isTop(name: string): boolean {
	return isTopLevelDomain(name.toLowerCase()) || /^xn--[-0-9a-z]+$/i.test(name);
}

const LATIN = /[-A-Za-z0-9\u00c0-\u024f\u1e00-\u1eff]+(?:\.[-A-Za-z0-9\u00c0-\u024f\u1e00-\u1eff]+)+/g;

/** Without a scheme only plain Latin names are links: `見てacme.com` holds `acme.com`. */
function bare(text: string, hosts: string, at: number): Stretch | undefined {
	for (const { 0: name, index } of hosts.matchAll(LATIN)) {
		const link = hosts[index - 1] === "_" ? undefined : host(text, name, at + index);
		if (link !== undefined) return link;
	}
	return undefined;
}

/** Port, path and query behind a host, without the punctuation that ends the sentence around it. */
function tail(text: string, start: number): number {
	const port = sticky(/:\d+/y, text, start);
	const path = text[port] === "/" ? balanced(text, port) : port;
	return text[path] === "?"
		? trimmed(
				text,
				{ start: path, end: sticky(/\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/iy, text, path) },
				/[a-z0-9\-_&=#/]/i,
			)
		: path;
}

function sticky(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

const IN_PATH = /[a-z0-9!*';:=+,.$/%#[\]\-\u2013_~@|&\u0400-\u04ff\u00c0-\u024f\u1e00-\u1eff]/i;
const ENDS_PATH = /[a-z0-9+\-=_#/)\u0400-\u04ff\u00c0-\u024f\u1e00-\u1eff]/i;

/** A path takes parentheses in pairs only. */
function balanced(text: string, start: number): number {
	let at = start;
	for (; at < text.length; at += 1) {
		const char = text[at] ?? "";
		if (IN_PATH.test(char)) continue;
		const close = char === "(" ? sticky(/\([^\s()]*(?:\([^\s()]+\)[^\s()]*)?\)/y, text, at) : at;
		if (close === at) break;
		at = close - 1;
	}
	return trimmed(text, { start, end: at }, ENDS_PATH);
}

function trimmed(text: string, { start, end }: Stretch, ending: RegExp): number {
	let at = end;
	while (at > start && !ending.test(text[at - 1] ?? "")) at -= 1;
	return at;
}
