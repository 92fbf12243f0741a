import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOT, type Source, sourceOf, sourcesBelow } from "./sources.ts";
import { BARE_NAMES, EXCEPTIONS, FILES, NAMES, NOUNS, type RefusedWord, SENTENCES } from "./words.ts";

const SCHEMAS = ["campaign", "clips", "plan", "settings", "state"].map(
	(name) => `schemas/${name}.schema.json`,
);

const sources = sourcesBelow("src").filter(({ path }) => !path.includes(".gen."));
const texts = [...sources.map(({ path }) => path), ...SCHEMAS, "schemas/service.openapi.json"].map(
	(path) => ({
		path,
		text: readFileSync(join(ROOT, path), "utf8"),
	}),
);

const words = suite("words");

words("names say the field's words", () => {
	assert.equal(sources.flatMap(nameProblems).filter(isUnexpected).map(lineOf), []);
});

words("comments, messages and schemas say what they mean", () => {
	assert.equal(texts.flatMap(textProblems).filter(isUnexpected).map(lineOf), []);
});

words("an exception is still needed", () => {
	const found = new Set([...sources.flatMap(nameProblems), ...texts.flatMap(textProblems)].map(keyOf));
	assert.equal(
		Object.keys(EXCEPTIONS).filter((key) => !found.has(key)),
		[],
	);
});

words("a refused name is noticed where it is declared, a plain one is not", () => {
	const cases: Record<string, readonly string[]> = {
		"function told() {}": ["told"],
		"const told = () => 1;": ["told"],
		"export const saidHere = 1;": ["said"],
		"type Standing = 1;": ["standing"],
		"interface Known {}": ["Known"],
		"interface A { readonly valve: number }": ["valve"],
		"const a = { faceSeat: 1 };": ["seat"],
		"function f(desk: string) {}": ["desk"],
		"type KnownPost = 1;": [],
		"function f() { const shown = 1; return shown; }": [],
		"function research() {}": [],
	};
	for (const [text, refused] of Object.entries(cases))
		assert.equal(
			nameProblems(sourceOf("src/plan/new.ts", text)).map(({ word }) => word),
			refused,
			text,
		);
	assert.equal(
		["src/plan/words.ts", "src/plan/scenery.ts", "src/plan/stop-words.ts"].map(
			(path) => nameProblems(sourceOf(path, "")).length,
		),
		[1, 1, 0],
	);
});

words("a refused sentence is noticed, across lines and in any case", () => {
	const found = (text: string) => textProblems({ path: "a.ts", text }).map(({ word }) => word);
	assert.equal(found("// the how-Manieth time\n// it is\n"), ["how-manieth"]);
	assert.equal(found("/**\n * Changes this without a\n * word.\n */"), ["without a word"]);
	assert.equal(found("/** A lively part */"), ["lively"]);
	assert.equal(found("/** Research, years and addresses */"), []);
});

words.run();

interface Problem extends RefusedWord {
	readonly path: string;
	readonly found: string;
}

function nameProblems({ path, names }: Source): readonly Problem[] {
	const file = { name: basename(path).replace(/\.ts$/, ""), naming: true };
	const files = FILES.filter(({ word }) => file.name === word).map((refused) => ({
		path,
		found: path,
		...refused,
	}));
	const all = [file, ...names].flatMap(({ name, naming }) => {
		const parts = partsOf(name);
		return [
			...NOUNS.filter(({ word }) => parts.includes(word)),
			...(naming ? NAMES.filter(({ word }) => parts.includes(word)) : []),
			...(naming ? BARE_NAMES.filter(({ word }) => name === word) : []),
		].map((refused) => ({ path, found: name, ...refused }));
	});
	return [...files, ...all];
}

/** A sentence may be broken over the lines of a comment. */
function textProblems({ path, text }: { readonly path: string; readonly text: string }): readonly Problem[] {
	const flat = text
		.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ")
		.toLowerCase()
		.replace(/[ \t]+/g, " ");
	const said = new Set(flat.split(/[^a-z]+/));
	return [
		...NOUNS.filter(({ word }) => said.has(word)),
		...SENTENCES.filter(({ word }) => flat.includes(word)),
	].map((refused) => ({ path, found: refused.word, ...refused }));
}

/** `faceSeat`, `FACE_SEAT`, `face-seat`: face, seat. */
function partsOf(name: string): readonly string[] {
	return name
		.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[\s_.-]+/);
}

function isUnexpected(problem: Problem): boolean {
	return !(keyOf(problem) in EXCEPTIONS);
}

/** `src/a.ts: told; say: …` */
function lineOf({ path, found, say }: Problem): string {
	return `${path}: ${found}; say: ${say}`;
}

function keyOf({ path, word }: Problem): string {
	return `${path}: ${word.toLowerCase()}`;
}
