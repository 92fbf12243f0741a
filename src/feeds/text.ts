/** Longest text of one field, in UTF-16 units. */
const LONGEST = 5_000;

/** Control characters, and marks that change the direction of what stands around them. */
const UNWANTED = /(?![\n\t])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** One line of text: without control characters, blanks together, not too long. */
export function oneLine(text: string): string {
	return shortened(text.replace(UNWANTED, " ").replace(/\s+/g, " ").trim());
}

/** Text of several lines. */
export function severalLines(text: string): string {
	return shortened(
		text
			.replace(UNWANTED, " ")
			.replace(/[^\S\n]+/g, " ")
			.replace(/ ?\n ?/g, "\n")
			.replace(/\n{3,}/g, "\n\n")
			.trim(),
	);
}

/** Cut where no pair of surrogates is torn. */
function shortened(text: string): string {
	return text.length <= LONGEST ? text : text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
}

/** What HTML says, without its tags: paragraphs and breaks are lines. */
export function withoutMarkup(html: string): string {
	const plain = html
		.slice(0, 20 * LONGEST)
		.replace(/<(script|style)\b[^>]{0,1000}>[\s\S]*?<\/\1\s*>/gi, " ")
		.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]{0,1000}>/gi, "\n")
		.replace(/<\/?[a-z!][^>]{0,2000}>/gi, "");
	return severalLines(entitiesIn(plain));
}

const NAMED: Readonly<Record<string, string>> = {
	...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", mdash: "—", ndash: "–" },
	...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•", middot: "·", copy: "©", reg: "®" },
	...{
		auml: "ä",
		ouml: "ö",
		uuml: "ü",
		Auml: "Ä",
		Ouml: "Ö",
		Uuml: "Ü",
		szlig: "ß",
		eacute: "é",
		egrave: "è",
	},
};

function entitiesIn(text: string): string {
	return text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (entity) => {
		const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|(\d+));$/i.exec(entity) ?? [];
		const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
		if (Number.isNaN(code)) return NAMED[entity.slice(1, -1)] ?? entity;
		return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
			? String.fromCodePoint(code)
			: " ";
	});
}
