import { suite } from "uvu";
import * as assert from "uvu/assert";
import { renderUnknown, unknownEvent } from "../../src/views/unknown.ts";
import { clip, operation, postRequest, request } from "../builders/world.ts";

const ink = { colour: false, width: 200, zones: {}, zone: "UTC" };
const publish = (over: Parameters<typeof postRequest>[1] = {}) =>
	operation({ kind: "publish", wanted: postRequest(clip(0), over) });

const cases = {
	"a task, by its reference": [
		operation({ kind: "submit", wanted: request({ reference: "sr4k7q2m9x" }) }),
		'Search for "sr4k7q2m9x" in the names of its projects.',
	],
	"a task of 0.1.0, by its name": [
		operation({ kind: "submit", wanted: request() }),
		'Search for "k/talk" in the names of its projects.',
	],
	"a post with a reference, by it": [
		publish({ reference: { text: "sr4k7q2m9x", in: "tags" } }),
		'Search for "sr4k7q2m9x" in its tags.',
	],
	"a post without one, by its title": [publish(), 'Search for "Clip 0".'],
} as const;

const searching = suite("what to search for");
for (const [title, [attempt, line]] of Object.entries(cases)) {
	searching(title, () => {
		assert.match(renderUnknown(attempt, ink), line);
		assert.match(line, String((unknownEvent(attempt) as { readonly search?: string }).search));
	});
}
searching.run();
