import { suite } from "uvu";
import * as assert from "uvu/assert";
import { insertEntries } from "../../../src/campaign/beginnings/insert-entries.ts";
import { entriesLikeLatest, latestOf, type NewVideo } from "../../../src/campaign/beginnings/like-latest.ts";
import { StopFault } from "../../../src/model/fault.ts";

const NEW: NewVideo = { key: "two", source: "./two.mp4" };

/** The lines that are there afterwards and were not before; every other one must still be there, in order. */
function added(text: string, ...videos: readonly NewVideo[]): string {
	const after = insertEntries(text, entriesLikeLatest(text, videos)).split("\n");
	const before = text.split("\n");
	const fresh: string[] = [];
	let at = 0;
	for (const line of after)
		if (line === before[at]) at++;
		else fresh.push(line);
	assert.is(at, before.length, "a line that was there is gone");
	return fresh.join("\n");
}

const entries = suite("new entries");

const CASES: Record<string, readonly [text: string, added: string]> = {
	"are written like the latest one, with its posts": [
		'videos:\n  one: # first\n    source: ./one.mp4\n    clipping: { limit: 3, add: ["1:00-1:10"] }\nposts:\n  one-shorts:\n    from: one # that\n    clips: { top: 2, pin: ["1:00-1:10"] }\n    to:\n      a: { title: \'One, {{ clip.title }}\' }\n',
		"  two:\n    source: ./two.mp4\n    clipping: { limit: 3 }\n  two-shorts:\n    from: two\n    clips: { top: 2 }\n    to:\n      a: { title: 'Two, {{ clip.title }}' }",
	],
	"say their title where the latest said its own": [
		'videos:\n  talk:\n    source: ./Long_talk.mp4\nposts:\n  talk:\n    from: talk\n    to: { a: { title: "{{ clip.title }} · Long talk" } }\n',
		'  two:\n    source: ./two.mp4\n  two:\n    from: two\n    to: { a: { title: "{{ clip.title }} · Two" } }',
	],
	"stand before comments that follow, behind those of the last entry": [
		"videos:\n    one:\n        source: ./one.mp4\n        # of one\n    # of all\n\n# posts to come\nposts: {}\n",
		"    two:\n        source: ./two.mp4",
	],
	"leave out entries of feeds": [
		"videos:\n  all: { each: feed }\nposts:\n  p: { from: all, to: [a] }\n",
		"  two:\n    source: ./two.mp4",
	],
	"hold what anchors hold": [
		"videos:\n  one:\n    source: ./one.mp4\n    clipping: &c { limit: 2 }\n  uno:\n    source: ./uno.mp4\n    clipping: *c\n",
		"  two:\n    source: ./two.mp4\n    clipping: { limit: 2 }",
	],
	"follow a file without a line's end": [
		"videos:\n  one:\n    source: ./one.mp4",
		"  two:\n    source: ./two.mp4\n",
	],
};
for (const [title, [text, expected]] of Object.entries(CASES))
	entries(title, () => assert.is(added(text, NEW), expected));

entries("are apart where the others are", () => {
	const text = "videos:\n  zero:\n    source: ./z.mp4\n\n  one:\n    source: ./o.mp4\n# end\n";
	assert.is(
		insertEntries(text, entriesLikeLatest(text, [NEW])),
		text.replace("# end", "\n  two:\n    source: ./two.mp4\n# end"),
	);
});

entries("stand in braces where the others do", () => {
	const after = (text: string) => insertEntries(text, entriesLikeLatest(text, [NEW]));
	assert.is(after("videos: {}\n"), "videos: { two: { source: ./two.mp4 } }\n");
	assert.is(
		after("videos: { one: { source: ./one.mp4 } } # few\n"),
		"videos: { one: { source: ./one.mp4 }, two: { source: ./two.mp4 } } # few\n",
	);
});

entries("keep the line ends of Windows", () => {
	const text = "videos:\r\n  one:\r\n    source: ./one.mp4\r\n";
	assert.is(
		insertEntries(text, entriesLikeLatest(text, [NEW])),
		`${text}  two:\r\n    source: ./two.mp4\r\n`,
	);
});

entries("take times of their own, as far apart as the latest's", () => {
	const text =
		"videos:\n  one:\n    source: ./one.mp4\nposts:\n  one:\n    from: one\n    at: 2026-11-01T09:00\n    to: [a]\n  late-one:\n    from: one\n    at: 2026-11-02T10:30\n    to: [b]\n";
	assert.equal(latestOf(text).timed, ["one", "late-one"]);
	assert.match(
		added(text, { ...NEW, at: "2026-12-31T23:00" }),
		/at: 2026-12-31T23:00\n[\s\S]*at: 2027-01-02T00:30/,
	);
});

entries("name accounts of a list where texts are given", () => {
	const text = "videos:\n  one:\n    source: ./one.mp4\nposts:\n  one:\n    from: one\n    to: [a, b]\n";
	assert.match(
		added(text, { ...NEW, schedule: "s", texts: { a: { tags: ["x", "y"] } } }),
		/ {4}to:\n {6}a:\n {8}tags: \[ x, y \]\n {6}b: \{\}\n {4}schedule: s/,
	);
});

entries("are refused where there is no place for them", () => {
	for (const text of ["inputs: &v {}\nvideos: *v\n", "- a\n", "videos: [a]\n"])
		assert.throws(
			() => insertEntries(text, entriesLikeLatest(text, [NEW])),
			(error: unknown) => error instanceof StopFault,
		);
});

entries.run();
