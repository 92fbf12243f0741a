import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { type MergeRequest, mergeClips } from "../../src/campaign/merge-clips.ts";
import { parseReviews } from "../../src/campaign/reviews.ts";
import type { Clip } from "../../src/model/clip.ts";
import { bindOf, momentKey } from "../../src/model/review.ts";
import { clip } from "../builders/world.ts";

const SOURCE = "sha256:a";
const [first, second, third] = [clip(0), clip(1), clip(2)];
const NEW = { ...first, title: "New" };

function merge(clips: readonly Clip[], text?: string, over: Partial<MergeRequest> = {}) {
	const found = [{ name: "talk", source: SOURCE, clips }];
	return mergeClips({
		found,
		declared: ["talk", "other"],
		moved: [],
		...(text !== undefined && { text }),
		...over,
	});
}

const written = merge([first, second]).text;
/** Puts lines into the entry of a clip. */
const edit = (of: Clip, lines: string, text = written) =>
	text.replace(`    ${momentKey(of.moment)}:\n`, `    ${momentKey(of.moment)}:\n      ${lines}\n`);
const entries = (text: string) => parse(text).videos.talk;
const keys = (text: string) => Object.keys(entries(text));
const valid = (text: string) => assert.equal(parseReviews({ file: "x", text }).diagnostics, [], text);

const fresh = suite("a new reviewed-clips file");

fresh("tells of every clip, the best first, all that helps to decide", () => {
	const { text, ...counts } = merge([second, first], undefined, { schema: "../schemas/clips.schema.json" });
	assert.equal(counts, { added: 2, voided: 0, kept: 0, removed: 0 });
	assert.ok(text.startsWith("# yaml-language-server: $schema=../schemas/clips.schema.json\n# "));
	assert.equal(keys(text), ["0-40000", "100000-140000"]);
	assert.equal(entries(text)["100000-140000"], {
		...{ from: "1:40.000", to: "2:20.000", duration: "40.0s", score: 80 },
		generated: { title: "Clip 1", description: "About 1", tags: ["a", "b"] },
		bind: bindOf(SOURCE, second),
	});
	valid(text);
});

fresh("shows characters that hide something, and takes texts of any kind", () => {
	const odd = {
		...first,
		title: "a\u202eb\u0007\u200b",
		description: "- x: 'y'\r\n# z \n\n  ",
		tags: ["yes", "1", "#t", "a, b"],
	};
	const { text } = merge([odd]);
	valid(text);
	assert.equal(entries(text)["0-40000"].generated, {
		title: "a\ufffdb\ufffd\ufffd",
		description: "- x: 'y'\n# z \n\n  ",
		tags: ["yes", "1", "#t", "a, b"],
	});
	assert.is(entries(text)["0-40000"].bind, bindOf(SOURCE, odd));
});

fresh("has one entry a line group that git can merge: nothing is folded", () =>
	assert.match(
		merge([{ ...first, description: "word ".repeat(100).trim() }]).text,
		`description: ${"word ".repeat(100).trim()}\n`,
	),
);
fresh.run();

const again = suite("bringing it up to date");

again("changes nothing when nothing changed", () => assert.is(merge([first, second], written).text, written));

again("leaves a file in somebody's own style as it is", () => {
	const text = `videos: {talk:   {"0-40000": {score: 90, from: '0:00.000', to: "0:40.000", duration: 40.0s,\n  generated: {title: Clip 0, description: About 0, tags: [a, b]}, bind: ${bindOf(SOURCE, first)}}}}\n`;
	assert.is(merge([first], text).text, text);
});

again("keeps decisions, words and every comment", () => {
	const text = edit(
		first,
		"# mine\n      approve: true # sure\n      title: 'My title'\n      tags: [x] # two",
		written.replace("    0-40000:", "    # the best\n    0-40000:"),
	);
	const { text: after } = merge([first, second, third], `# top\n${text}# end\n`);
	for (const kept of [
		"# top",
		"# the best\n    0-40000:",
		"# mine",
		"approve: true # sure",
		"title: 'My title'",
		"tags: [ x ] # two",
		"# end",
	])
		assert.match(after, kept);
	assert.equal(keys(after).length, 3);
	valid(after);
});

again("a comment stays with its clip when another becomes the best", () => {
	const text = edit(
		first,
		"approve: true",
		written.replace("    0-40000:", "    # about the first\n    0-40000:"),
	);
	const after = merge(
		[
			{ ...third, idx: 0 },
			{ ...first, idx: 1 },
		],
		text,
	).text;
	assert.equal(keys(after), ["200000-240000", "0-40000"]);
	assert.match(after, "# about the first\n    0-40000:");
});

again("a clip that is gone goes, one with something of yours is marked and stays", () => {
	const { text, kept, removed } = merge([third], edit(first, "approve: false"));
	assert.equal([keys(text), kept, removed], [["200000-240000", "0-40000"], 1, 1]);
	assert.equal([entries(text)["0-40000"].approve, entries(text)["0-40000"].found], [false, false]);
	valid(text);
	assert.is(merge([third], text).text, text);
});

again("a comment alone is something of yours", () =>
	assert.equal(keys(merge([third], edit(first, "# hm")).text), ["200000-240000", "0-40000"]),
);

again("a clip found again loses its mark", () => {
	const gone = merge([second], edit(first, "approve: true")).text;
	assert.is(entries(merge([first, second], gone).text)["0-40000"].found, undefined);
});

again("other generated text makes what was decided void, and shows the new text", () => {
	const { text, voided } = merge(
		[NEW, second],
		edit(first, "approve: true # sure\n      title: Mine\n      # why\n      tags: [x]"),
	);
	const entry = entries(text)["0-40000"];
	assert.equal([voided, entry.approve, entry.title, entry.tags], [1, undefined, undefined, undefined]);
	assert.equal(
		[entry.void, entry.generated.title, entry.bind],
		[{ approve: true, title: "Mine", tags: ["x"] }, "New", bindOf(SOURCE, NEW)],
	);
	for (const kept of ["approve: true # sure", "# why"]) assert.match(text, kept);
	valid(text);
	assert.is(merge([NEW, second], text).text, text);
});

again("so does another source", () => {
	const { text } = merge([], edit(first, "approve: true"), {
		found: [{ name: "talk", source: "sha256:b", clips: [first] }],
	});
	assert.equal(
		[entries(text)["0-40000"].approve, entries(text)["0-40000"].void],
		[undefined, { approve: true }],
	);
});

again("a no stays a no", () =>
	assert.is(entries(merge([NEW, second], edit(first, "approve: false")).text)["0-40000"].approve, false),
);

again("what was void already and is void again under the same key is kept in a comment", () => {
	const once = merge([NEW, second], edit(first, "title: One")).text;
	const { text } = merge([{ ...first, title: "Newer" }, second], edit(first, "title: Two", once));
	assert.equal(entries(text)["0-40000"].void, { title: "Two" });
	assert.match(text, '# earlier: "One"');
});

again("clips of a video that has not settled are left alone", () =>
	assert.is(merge([], written, { found: [] }).text, written),
);

again("clips of a video that was removed go, unless they hold something of yours", () => {
	assert.equal(parse(merge([], written, { found: [], declared: ["other"] }).text).videos, {});
	const { text } = merge([], edit(first, "approve: true"), { found: [], declared: ["other"] });
	assert.equal([keys(text), entries(text)["0-40000"].found], [["0-40000"], false]);
});

again("a renamed video keeps its clips", () => {
	const place = { file: "f", line: 1, column: 1 };
	const moves = { declared: ["other"], moved: [{ from: "video.talk", to: "video.other", place }] };
	const { text, added } = merge([], edit(first, "approve: true"), {
		...moves,
		found: [{ name: "other", source: SOURCE, clips: [first, second] }],
	});
	assert.equal(
		[Object.keys(parse(text).videos), added, parse(text).videos.other["0-40000"].approve],
		[["other"], 0, true],
	);
});

again("aliases stay, and where a new order would break one a person is asked, and nothing is lost", () => {
	const text = edit(second, "title: *mine", edit(first, "title: &mine Mine"));
	assert.match(merge([first, second, third], text).text, "title: *mine");
	assert.throws(
		() =>
			merge(
				[
					{ ...second, idx: 0 },
					{ ...first, idx: 1 },
				],
				text,
			),
		/an alias would stand above its anchor/,
	);
});

again("no alias and no merge key carries an approval over to another text", () => {
	const text = edit(first, "approve: *yes", edit(second, "approve: &yes true")).replace(
		/( {4}0-40000:[\s\S]*?)\n\n( {4}100000-140000:[\s\S]*)$/,
		"$2\n$1\n",
	);
	const entry = entries(
		merge(
			[
				{ ...second, idx: 0 },
				{ ...NEW, idx: 1 },
			],
			text,
		).text,
	)["0-40000"];
	assert.equal([entry.approve, entry.void], [undefined, { approve: true }]);
	const merging = edit(first, "<<: { approve: true }");
	assert.throws(() => merge([NEW, second], merging), /a merge key/);
	assert.is(merge([first, second], merging).text, merging);
});

again("a no stays a no behind an alias", () => {
	const text = edit(first, "approve: &no false", edit(second, "approve: *no"));
	assert.is(entries(merge([first, { ...second, title: "New" }], text).text)["100000-140000"].approve, false);
});

again("Windows line ends stay", () => {
	const windows = edit(first, "approve: true").replaceAll("\n", "\r\n");
	assert.is(merge([first, second], windows).text, windows);
	assert.not.match(merge([first, second, third], windows).text.replaceAll("\r\n", ""), "\n");
});

const line = fc.constantFrom(
	"approve: true",
	"approve: false",
	"title: T # note",
	"# note",
	"description: ''",
	"tags: [q]",
);
const set = fc
	.subarray([first, second, third, NEW, { ...second, description: "x" }])
	.map((all) => [...new Map(all.map((each) => [each.idx, each])).values()]);

/** At most one line for each key of a clip. */
function oncePerKey(edits: readonly (readonly [of: Clip, line: string])[]) {
	const keyOf = ([of, text]: readonly [Clip, string]) => `${of.idx}${text.split(":")[0]}`;
	return edits.filter((each, at) => edits.findIndex((other) => keyOf(other) === keyOf(each)) === at);
}

/** Every line that was written is still there, as often as it was written. */
function keepsAll(edits: readonly (readonly [of: Clip, line: string])[], text: string) {
	const count = (what: string, where: string) => where.split(what).length - 1;
	// What needs no change keeps even its spacing.
	const entriesText = text.slice(text.indexOf("videos:")).replaceAll("[q]", "[ q ]");
	for (const what of ["approve: true", "approve: false", "title: T", "# note", "[ q ]"])
		assert.is(
			count(what, entriesText),
			edits.filter(([, each]) => each.replace("[q]", "[ q ]").includes(what)).length,
			`${what} in ${text}`,
		);
}

again(
	"whatever people write and however clips change: nothing of theirs is lost, a second run changes nothing",
	() =>
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.constantFrom(first, second), line), { maxLength: 4 }),
				fc.array(set, { minLength: 1, maxLength: 3 }),
				(edits, sets) => {
					const own = oncePerKey(edits);
					let text = own.reduce((all, [of, each]) => edit(of, each, all), written);
					for (const clips of sets) {
						text = merge(clips, text).text;
						valid(text);
						assert.is(merge(clips, text).text, text);
					}
					keepsAll(own, text);
				},
			),
			{ numRuns: 200 },
		),
);

again("thousands of clips are written, and again the fewer that are left", () => {
	const many = Array.from({ length: 3_000 }, (_, idx) => clip(idx, { score: 50 }));
	const { text } = merge(many);
	assert.is(merge(many, text).text, text);
	assert.is(merge(many.slice(100), text).text.match(/score: 50/g)?.length, 2_900);
});
again.run();
