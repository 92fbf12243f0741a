import type { Path } from "./plain-value.ts";
import type { SchemaError } from "./schema-error.ts";
import {
	asRecord,
	exampleHint,
	exampleOf,
	expectedOf,
	isName,
	keysHint,
	kindOf,
	shortText,
	typeHint,
	wanted,
} from "./schema-hints.ts";
import type { Words } from "./source.ts";
import { didYouMean } from "./suggest.ts";

/** What a schema error says to a person, and which key or value it is about. */
export interface Worded {
	readonly words: Words;
	readonly path: Path;
	readonly part: "key" | "value";
}

/** Turns one schema error into plain words; none of them mentions schemas. */
export function errorWords(error: SchemaError, path: Path): Worded {
	if (error.propertyName !== undefined)
		return { words: badName(error.propertyName, error), path: [...path, error.propertyName], part: "key" };
	if (error.keyword === "additionalProperties") return unknownKey(error, path);
	if (error.keyword === "required") return { words: missingKey(error, path), path, part: "key" };
	const words = WORDS[error.keyword] ?? unfit;
	return { words: words(error, formatPath(path)), path, part: "value" };
}

/** A path as people write it: `videos.keynote.clipping`. */
function formatPath(path: Path): string {
	return path.length === 0
		? "the file"
		: `\`${path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`)).join("")}\``;
}

function unknownKey(error: SchemaError, path: Path): Worded {
	const key = String(error.params.additionalProperty);
	const known = Object.keys(asRecord(error.parentSchema?.properties));
	const where = path.length === 0 ? "at the top of the file" : `in ${formatPath(path)}`;
	const words: Words = {
		rule: "unknown-key",
		summary: "Unknown key",
		detail: `\`${visible(key)}\` is not a key that can stand ${where}.`,
		hint: didYouMean(key, known, "Keys here"),
	};
	return { words, path: [...path, key], part: "key" };
}

function missingKey(error: SchemaError, path: Path): Words {
	const key = String(error.params.missingProperty);
	const property = asRecord(asRecord(error.parentSchema?.properties)[key]);
	const example = exampleOf(property);
	const hint =
		example === undefined ? `Add \`${key}:\`.` : `Add \`${key}:\`, for example \`${key}: ${example}\`.`;
	return {
		rule: "missing-key",
		summary: "A key is missing",
		detail: `${capital(formatPath(path))} has no \`${key}\`.`,
		hint,
	};
}

function badName(name: string, error: SchemaError): Words {
	const words = { rule: "bad-name", summary: "This name cannot be used" } as const;
	const expected = expectedOf(error);
	if (error.keyword !== "pattern" || expected === undefined)
		return {
			...words,
			detail:
				error.keyword === "pattern"
					? `\`${visible(name)}\` cannot be a name: ${NAME_RULE}`
					: `\`${visible(name)}\` cannot be a name.`,
			hint: nameHint(name),
		};
	// Where keys are words of the language, such as days, a name of one's own is not what was meant.
	const near = [name.toLowerCase(), name.toLowerCase().replace(/[a-z]+/g, (word) => word.slice(0, 3))].find(
		(each) => new RegExp(String(error.schema), "u").test(each),
	);
	return {
		...words,
		detail: `\`${visible(name)}\` cannot stand here.`,
		hint: `${near === undefined ? "" : `Did you mean \`${near}\`? `}${expected}`,
	};
}

const NAME_RULE = "names have letters, digits, `-` and `_`, at most 64, and start with a letter or a digit.";

function nameHint(name: string): string {
	const fixed = name
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9_-]+/g, "-")
		.replace(/^[^A-Za-z0-9]+|-+$/g, "")
		.slice(0, 64);
	return fixed === "" || name.includes("://") ? "Choose another name." : `Write \`${fixed}\`.`;
}

/** Long names are cut, and what cannot be seen is spelt out. */
function visible(name: string): string {
	const cut = name.length > 80 ? `${name.slice(0, 80)}…` : name;
	return cut.replace(/[\p{Cf}\u00a0]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

type Wording = (error: SchemaError, subject: string) => Words;

const WORDS: Readonly<Record<string, Wording>> = {
	type: (error, subject) => {
		const hint = typeHint(error, subject);
		return {
			rule: "wrong-type",
			summary: "Wrong type of value",
			detail: `${capital(subject)} must be ${wanted(error)}, not ${kindOf(error.data)}.`,
			...(hint && { hint }),
		};
	},
	enum: (error, subject) => {
		const known = friendly(error.schema);
		const given = shortText(error.data);
		const hint = didYouMean(nickname(unquoted(error.data), known) ?? unquoted(error.data), known, "Allowed");
		return {
			rule: "unknown-value",
			summary: "Unknown value",
			detail: `${capital(subject)} cannot be ${given}.`,
			hint,
		};
	},
	pattern: (error, subject) => {
		if (isName(error))
			return {
				rule: "bad-name",
				summary: "This name cannot be used",
				detail: `${capital(subject)}: ${NAME_RULE}`,
				hint: nameHint(String(error.data)),
			};
		return {
			rule: "bad-format",
			summary: "This is not written as expected",
			detail: `${capital(subject)} cannot be ${shortText(error.data)}.`,
			...exampleHint(error),
		};
	},
	minimum: outOfRange,
	maximum: outOfRange,
	minLength: (error, subject) => ({
		rule: "too-short",
		summary: "This text is too short",
		detail:
			Number(error.params.limit) === 1
				? `${capital(subject)} is empty.`
				: `${capital(subject)} needs at least ${error.params.limit} characters.`,
		...exampleHint(error),
	}),
	maxLength: (error, subject) => ({
		rule: "too-long",
		summary: "This text is too long",
		detail: `${capital(subject)} has ${String(error.data).length} characters, and may have ${error.params.limit}.`,
		hint: "Shorten it.",
	}),
	minItems: (_, subject) => ({
		rule: "empty-list",
		summary: "This list is empty",
		detail: `${capital(subject)} needs at least one entry.`,
		hint: "Add an entry, or delete the key.",
	}),
	maxItems: (error, subject) => ({
		rule: "too-many-entries",
		summary: "This list is too long",
		detail: `${capital(subject)} has ${Array.isArray(error.data) ? error.data.length : "more"} entries, and may have ${error.params.limit}.`,
		hint: "Delete some of them.",
	}),
	minProperties: (error, subject) => ({
		rule: "empty-map",
		summary: "This map is empty",
		detail: `${capital(subject)} needs at least one entry.`,
		hint: keysHint(error).hint ?? "Add an entry, or delete the key.",
	}),
	maxProperties: (error, subject) => ({
		rule: "too-many-keys",
		summary: "Too many keys",
		detail: `${capital(subject)} takes only one of its keys.`,
		...keysHint(error),
	}),
};

const unfit: Wording = (_, subject) => ({
	rule: "bad-format",
	summary: "This is not written as expected",
	detail: `${capital(subject)} has a value that cannot be used.`,
});

function outOfRange(error: SchemaError, subject: string): Words {
	const { minimum, maximum } = asRecord(error.parentSchema);
	const both = minimum !== undefined && maximum !== undefined;
	const range = both
		? `between ${minimum} and ${maximum}`
		: `${error.keyword === "minimum" ? "at least" : "at most"} ${error.params.limit}`;
	const detail = `${capital(subject)} must be ${range}, not ${shortText(error.data)}.`;
	return { rule: "out-of-range", summary: "This number is out of range", detail };
}

/** The service's own spellings are accepted but not advertised. */
function friendly(schema: unknown): string[] {
	const all = Array.isArray(schema) ? schema : [];
	return all.filter((value): value is string => typeof value === "string" && !/^[A-Z]+_/.test(value));
}

/** What people call some of the words, for example x for twitter. */
function nickname(given: string, known: readonly string[]): string | undefined {
	const meant = Object.hasOwn(NICKNAMES, given.toLowerCase()) ? NICKNAMES[given.toLowerCase()] : undefined;
	return meant !== undefined && known.includes(meant) ? meant : undefined;
}

const NICKNAMES: Readonly<Record<string, string>> = {
	x: "twitter",
	"x.com": "twitter",
	ig: "instagram",
	insta: "instagram",
	reels: "instagram",
	fb: "facebook",
	meta: "facebook",
	yt: "youtube",
	shorts: "youtube",
	in: "linkedin",
	portrait: "9:16",
	vertical: "9:16",
	square: "1:1",
	landscape: "16:9",
	horizontal: "16:9",
	hd: "720p",
	fhd: "1080p",
	uhd: "4k",
	"2160p": "4k",
	"1440p": "2k",
	qhd: "2k",
};

function unquoted(value: unknown): string {
	return typeof value === "string" ? value : String(value);
}

function capital(text: string): string {
	return text === "the file" ? "The file" : text;
}
