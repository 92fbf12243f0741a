import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wrap } from "../../src/views/ink.ts";

const cases: Record<string, [string, string[]]> = {
	"breaks between words": ["one two three four five six seven", ["one two three four five", "six seven"]],
	"keeps a command whole": [
		"What it is, and then run: showrun state repair campaigns/",
		["What it is, and then", "run:", "showrun state repair campaigns/"],
	],
	"keeps a command in brackets whole": [
		"It is not there (showrun models pull faces).",
		["It is not there", "(showrun models pull faces)."],
	],
	"breaks after a path that holds the name": [
		"/a/.showrun/state.json cannot be read by you",
		["/a/.showrun/state.json", "cannot be read by you"],
	],
	"breaks a sentence about showrun": [
		"It is not a showrun state: bad character at 8",
		["It is not a", "showrun state: bad", "character at 8"],
	],
};
const wrapping = suite("wrapping");
for (const [title, [text, lines]] of Object.entries(cases))
	wrapping(title, () => assert.equal(wrap(text, 24), lines));
wrapping.run();
