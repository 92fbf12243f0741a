import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bindOf, clipsFileOf } from "../../src/model/review.ts";
import { clip } from "../builders/world.ts";

const binding = suite("what an approval is bound to");

binding("is the same for the same clip, whatever its rank and score", () =>
	assert.is(bindOf("s", clip(0)), bindOf("s", { ...clip(0), ...{ idx: 4, score: 1 } })),
);

const others = {
	title: { ...clip(0), title: "Another" },
	description: { ...clip(0), description: "Another" },
	tags: { ...clip(0), tags: ["a b"] },
	"the beginning": { ...clip(0), moment: { from: 1, to: 40_000 } },
	"the end": { ...clip(0), moment: { from: 0, to: 40_001 } },
};
for (const [what, other] of Object.entries(others))
	binding(`changes with ${what}`, () => assert.is.not(bindOf("s", other), bindOf("s", clip(0))));
binding("is what earlier versions wrote", () => {
	const known = { moment: { from: 0, to: 40_000 }, title: "Ä", description: "b", tags: ["c"] };
	assert.is(bindOf("s", known), "f213f9b2e2a63f6e952c");
});
binding("changes with the source", () => assert.is.not(bindOf("t", clip(0)), bindOf("s", clip(0))));
binding.run();

const naming = suite("the reviewed-clips file");
const names: Record<string, string> = {
	"a/talk.campaign.yaml": "a/talk.clips.yaml",
	"talk.campaign.yml": "talk.clips.yml",
	"talk.yaml": "talk.clips.yaml",
	"talk.campaign.json": "talk.clips.yaml",
	talk: "talk.clips.yaml",
};
for (const [file, expected] of Object.entries(names))
	naming(`of ${file} is ${expected}`, () => assert.is(clipsFileOf(file), expected));
naming.run();
