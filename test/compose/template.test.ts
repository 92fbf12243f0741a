import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { TextLimit } from "../../src/compose/filters.ts";
import { lengthOf } from "../../src/compose/lengths.ts";
import { VARIABLES } from "../../src/compose/scope.ts";
import { checkTemplate, failure, fill } from "../../src/compose/template.ts";

const scope = {
	clip: {
		title: "A talk",
		tags: ["a", "b"],
		score: 4,
		none: "",
		words: ["AI", "#ai", "Machine Learning", "größe", "-"],
	},
};
const filled: Record<string, [string, unknown]> = {
	"text is filled in": ["On {{ clip.title }}!", "On A talk!"],
	"a list in text joins with spaces": ["x {{ clip.tags }} y", "x a b y"],
	"one expression alone keeps its type": ["{{ clip.tags }}", ["a", "b"]],
	"one expression alone with a filter keeps its type": [" {{ clip.tags | hashtags }} ", ["#a", "#b"]],
	"two expressions are text": ["{{ clip.tags }}{{ clip.score }}", "a b4"],
	"truncation counts the dots and leaves no blank before them": ["{{ clip.title | truncate: 5 }}", "A..."],
	"a fallback stands in for what is empty": ["{{ clip.none | default: clip.title }}", "A talk"],
	"hashtags are words, each once whatever its case": [
		"{{ clip.words | hashtags }}!",
		"#AI #MachineLearning #größe!",
	],
	"a loop works": ["{% for tag in clip.tags %}<{{ tag }}>{% endfor %}", "<a><b>"],
};
const filling = suite("templates");
for (const [title, [template, expected]] of Object.entries(filled))
	filling(title, () => assert.equal(fill(template, scope), expected));

const values: readonly unknown[] = [
	...["A talk", "", " b ", "{{ clip.title }}", "<i> & 'q'", "ü🎬".repeat(6_000)],
	...[
		4,
		0.5,
		-0,
		1e21,
		Number.NaN,
		true,
		null,
		undefined,
		[],
		["a", "b"],
		["a", "", 3],
		[["x"]],
		{ size: 2 },
	],
];
const parts = [
	...["", " ", "Part 1: ", "\n", "%}", "it's", "{{ clip.title }}", "{{ clip.tags }}", "{{ clip.size }}"],
	...[
		"{{ clip.constructor }}",
		"{{ inputs.title }}",
		"{{ title.clip }}",
		"{{- clip.title }}",
		"{{  clip.title }}",
	],
];

/** What a template makes, or why it makes nothing. */
function outcome(template: string, given: Parameters<typeof fill>[1]): unknown {
	try {
		return fill(template, given);
	} catch (error) {
		return failure(error);
	}
}

filling("names between words are filled in as the engine does it", () => {
	const given = fc
		.constantFrom(...values)
		.chain((title) =>
			fc.constantFrom({ clip: { title } }, { clip: { title, tags: ["x y", "z"] } }, { inputs: { title } }),
		);
	const all = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(given, all, (scope, pieces) => {
			const template = pieces.join("");
			// Without blanks it is left to the engine.
			const same = template.replaceAll("{{ ", "{{").replaceAll(" }}", "}}");
			assert.equal(outcome(template, scope), outcome(same, scope), template);
		}),
		{ numRuns: 5_000, seed: 20261128 },
	);
});

const wrong: Record<string, [string, RegExp]> = {
	"a variable that does not exist is named": ["{{ clip.titel }}", /clip\.titel/],
	"a filter that does not exist is named": ["{{ clip.title | nope }}", /nope/],
	"an unclosed brace is an error": ["{{ clip.title", /never closed/],
	"include is not there": ["{% include 'secrets' %}", /include/],
	"render is not there": ["{% render 'secrets' %}", /render/],
	"layout is not there": ["{% layout 'secrets' %}", /layout/],
	"the prototype is out of reach": ["{{ clip.constructor }}", /clip\.constructor/],
	"the environment is out of reach": ["{{ process.env.HOME }}", /process\.env\.HOME/],
};
for (const [title, [template, message]] of Object.entries(wrong))
	filling(title, () => assert.match(checkTemplate(template, VARIABLES)?.message ?? "", message));

filling("what exists passes the check", () => {
	for (const name of VARIABLES) assert.is(checkTemplate(`{{ ${name} }}`, VARIABLES), undefined);
	assert.is(checkTemplate("{{ clip.tags[0] }} {{ clip.tags.first }}", VARIABLES), undefined);
});

filling("words around what is filled in change nothing about its mistakes", () => {
	const outputs = ["clip.titel", "clip.title", "clip.title | nope", "clip['titel']", "clip.title |", "'}}'"];
	for (const output of outputs)
		for (const words of ["", "A part: ", "} ", "{ ", "it's ", "100 % ", "a {b} "]) {
			const about = `${words}{{ ${output} }}`;
			const own = checkTemplate(`{{ ${output} }}`, VARIABLES);
			assert.equal(checkTemplate(`${about}${words}`, VARIABLES), own, about);
		}
	for (const [around, unknown] of [
		["{% comment %}{{ clip.titel }}{% endcomment %}", undefined],
		["{% raw %}{{ clip.titel }}{% endraw %} x", undefined],
		["{% if clip.titel %}{{ clip.title }}{% endif %}", "clip.titel"],
	] as const)
		assert.is(checkTemplate(around, VARIABLES)?.unknown, unknown, around);
});

filling("an inherited property is not there at fill time either", () => {
	assert.throws(() => fill("{{ clip.constructor }} x", scope));
});

const hostile: Record<string, string> = {
	"a long range": "{{ (1..99999999) }}",
	"a loop over a long range": "{% for i in (1..99999999) %}x{% endfor %}",
	"an empty loop over a long range": "{% for i in (1..99999999) %}{% endfor %}",
	"a table of a long range": "{% tablerow i in (1..99999999) %}x{% endtablerow %}",
	"loops in loops": `${"{% for a in (1..50) %}".repeat(100)}x${"{% endfor %}".repeat(100)}`,
	"a text joined to itself": `{% assign a = clip.title %}${"{% assign a = a | append: a %}".repeat(60)}{{ a }}`,
	"a capture of captures": `{% capture a %}xxxxxxxxxx{% endcapture %}${"{% capture a %}{{ a }}{{ a }}{% endcapture %}".repeat(40)}{{ a }}`,
	"replacements that grow": `{{ clip.title ${"| replace: 'A', 'AAAAAAAAAA' ".repeat(12)} }}`,
	"a huge template": `${"x".repeat(100_000)}{{ clip.title }}`,
	"deep nesting": `${"{% if true %}".repeat(1900)}x${"{% endif %}".repeat(1900)}`.concat("{{ clip.nope }}"),
	"deep parentheses": `{{ ${"(".repeat(20_000)} }}`,
	"deep brackets": `{{ clip${"[clip".repeat(5000)}${"]".repeat(5000)} }}`,
	"a cut to a negative length": "{{ clip.title | fit: -1 }}",
	"a cut to no length": "{{ clip.title | truncate: 'x' }}",
	"the clock": "{{ 'now' | date: '%s' }}",
	dice: "{{ clip.tags | sample }}",
	"the prototype through a filter": "{{ clip.tags | where_exp: 'x', 'x.constructor' }}",
	"the prototype in brackets": '{{ clip["__proto__"] }}',
	"a file": "{% liquid\n render '/etc/passwd' %}",
	"the limit of a field": '{{ [" limit"] }}{{ [" limit"].unit | upcase | nope }}',
};
for (const [title, template] of Object.entries(hostile))
	filling(`${title} ends with words for people, in little memory`, () => {
		const before = process.memoryUsage().rss;
		const problem = checkTemplate(template, VARIABLES)?.message;
		let message = problem ?? "";
		if (problem === undefined) {
			try {
				fill(template, scope);
			} catch (error) {
				message = failure(error);
			}
		}
		assert.match(message, /^[A-Zu][^\n]{5,200}$|tag "render"/);
		assert.not.match(message, /call stack|string length|line:/);
		assert.ok(process.memoryUsage().rss - before < 500e6, title);
	});

filling("a template filled in twice gives the same", () => {
	for (let n = 0; n < 2; n += 1)
		assert.is(fill("{% assign a = clip.title %}{{ a | upcase }}", scope), "A TALK");
});

type Cut = [template: string, text: string, limit: TextLimit | undefined, expected: string];
const cuts: Record<string, Cut> = {
	"what fits stays": ["{{ clip.title | fit: 5 }}", "hello", undefined, "hello"],
	"a cut falls between words": ["{{ clip.title | fit: 12 }}", "hello big world", undefined, "hello big…"],
	"one long word is cut where it must be": [
		"{{ clip.title | fit: 5 }}",
		"incomprehensibilities",
		undefined,
		"inco…",
	],
	"words stay whole where they leave three fifths of the room": [
		"{{ clip.title | fit: 20, '' }}",
		`${"a".repeat(12)} ${"b".repeat(20)}`,
		undefined,
		"a".repeat(12),
	],
	"and are cut inside where they would leave less": [
		"{{ clip.title | fit: 20, '' }}",
		`${"a".repeat(11)} ${"b".repeat(20)}`,
		undefined,
		`${"a".repeat(11)} ${"b".repeat(8)}`,
	],
	"a family stays together": ["{{ clip.title | fit: 8 }}", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", undefined, "👨‍👩‍👧‍👦…"],
	"half an emoji is never kept": ["{{ clip.title | truncate: 5, '' }}", "ab👍🏽👍🏽", undefined, "ab👍🏽"],
	"bytes count where the platform counts bytes": [
		"{{ clip.title | fit: 10 }}",
		"äöüäöüäöü",
		{ unit: "bytes", most: 99 },
		"äöü…",
	],
	"Chinese counts double on X": [
		"{{ clip.title | fit: 10 }}",
		"中文中文中文",
		{ unit: "weighted", most: 99 },
		"中文中文…",
	],
	"a link counts 23 on X": [
		"{{ clip.title | fit: 30 }}",
		"see https://example.com/a/b/c/d/e/f/g?h=i",
		{ unit: "weighted", most: 99 },
		"see https://example.com/a/b/c/d/e/f/g?h=i",
	],
	"a link that does not fit is left out whole": [
		"{{ clip.title | fit: 24 }}",
		"see this https://example.com/a/b/c",
		{ unit: "weighted", most: 99 },
		"see this…",
	],
	"escaped characters count double on LinkedIn": [
		"{{ clip.title | fit: 6, '' }}",
		"(a)(b)",
		{ unit: "escaped", most: 99 },
		"(a)",
	],
	"without a number it is what the platform takes": [
		"{{ clip.title | fit }}",
		"abcdef",
		{ unit: "characters", most: 4 },
		"abc…",
	],
	"an ellipsis of one's own counts": ["{{ clip.title | fit: 6, ' >' }}", "abcdefgh", undefined, "abcd >"],
	"no room at all gives nothing": ["{{ clip.title | fit: 0 }}", "abc", undefined, ""],
};
const cutting = suite("shortening");
for (const [title, [template, text, limit, expected]] of Object.entries(cuts))
	cutting(title, () => assert.is(fill(template, { clip: { title: text } }, limit), expected));

cutting("whatever is cut fits, and is the beginning of the text", () => {
	const units = ["characters", "bytes", "utf16", "weighted", "escaped"] as const;
	const texts = fc.string({
		unit: fc.constantFrom(
			"a",
			"B ",
			" ",
			"é",
			"e\u0301",
			"中",
			"👍🏽",
			"👨‍👩‍👧",
			"#",
			"(",
			"acme.com",
			"https://x.io/a",
			"\ud83d",
			"🇩🇪",
		),
	});
	fc.assert(
		fc.property(texts, fc.nat(60), fc.constantFrom(...units), (text, most, unit) => {
			const cut = String(
				fill("{{ clip.title | fit: clip.most }}", { clip: { title: text, most } }, { unit, most: 99 }),
			);
			assert.ok(lengthOf(cut, unit) <= most || cut === text);
			assert.ok(lengthOf(text, unit) > most || cut === text);
			assert.ok(text.startsWith(cut.replace(/…$/, "")));
		}),
	);
});
filling.run();
cutting.run();
