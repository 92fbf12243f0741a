/** Letters that Unicode does not take apart. */
const WHOLE: ReadonlyMap<string, string> = new Map(
	["ß ss", "ẞ SS", "æ ae", "Æ AE", "œ oe", "Œ OE", "ø o", "Ø O", "đ d", "Đ D", "ð d", "Ð D", "þ th", "Þ Th"]
		.concat("ł l", "Ł L", "ı i")
		.map((pair) => pair.split(" ") as [string, string]),
);
/** What may be the key of an entry, or the name of a campaign. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const LONGEST_KEY = 48;
const LONGEST_TITLE = 50;

/** A text as the name of something in a campaign. */
export function nameFrom(text: string, otherwise: string): string {
	return (
		text
			.normalize("NFKD")
			.replace(/\p{Mn}/gu, "")
			.replace(/[^\0-\x7f]/g, (letter) => WHOLE.get(letter) ?? letter)
			.replace(/[^A-Za-z0-9_-]+/g, "-")
			.replace(/^[^A-Za-z0-9]+|[-_]+$/g, "")
			.slice(0, 64) || otherwise
	);
}

/**
 * The key of a video, from the name of its file or its address alone, so that it is the same on every
 * machine.
 */
export function keyOf(source: string): string {
	const name = nameFrom(stemOf(source).toLowerCase(), "video").replace(/-{2,}/g, "-");
	const key = /^[a-z]/.test(name) ? name : `video-${name}`;
	// Cut at a word where there is one.
	return key.length <= LONGEST_KEY ? key : key.slice(0, LONGEST_KEY + 1).replace(/[-_][^-_]*$|.$/, "");
}

/** What people read, from the name of a file or an address: nothing in it is a template, or hidden. */
export function titleOf(source: string): string {
	const text = stemOf(source)
		.normalize("NFC")
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029{}<>%]+/gu, " ")
		.replace(/[_+]+|(?<=\p{L})-+(?=\p{L})|\s-+|-+\s|(?<=\p{L})-+(?=\p{N})|(?<=\p{N})-+(?=\p{L})/gu, " ")
		.replace(/\s+/g, " ")
		.trim();
	const [first = "", ...rest] = [...text].slice(0, LONGEST_TITLE);
	return first === "" ? "Video" : `${first.toLocaleUpperCase("en")}${rest.join("")}`.trim();
}

/** Names that are there before, or taken already, get a number. */
export function unique(names: readonly string[], taken: Iterable<string> = []): readonly string[] {
	const all = new Set(taken);
	return names.map((name) => {
		let free = name;
		for (let number = 2; all.has(free); number++) free = `${name}-${number}`;
		all.add(free);
		return free;
	});
}

/** A file's name without its ending; of an address what names the video in it. */
function stemOf(source: string): string {
	const isAddress = /^https?:/i.test(source) && URL.canParse(source);
	if (!isAddress) return withoutEnding(source.split("/").at(-1) ?? "");
	const { pathname, searchParams, hostname } = new URL(source);
	const last = searchParams.get("v") ?? pathname.split("/").filter(Boolean).at(-1) ?? hostname;
	try {
		return withoutEnding(decodeURIComponent(last));
	} catch {
		return withoutEnding(last);
	}
}

function withoutEnding(name: string): string {
	return name.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, "");
}
