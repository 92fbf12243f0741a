import { suite } from "uvu";
import * as assert from "uvu/assert";
import { analysisShare } from "../../src/service/jobs/shares.ts";
import type { Search } from "../../src/service/store/shapes.ts";

const shares = suite("how much of a task its analysis is");
const MINUTE = 60_000;
const search = (more: Partial<Search> = {}): Search => ({
	seconds: { min: 0, max: 30 },
	more: false,
	...more,
});
const percent = (...given: Parameters<typeof analysisShare>) => Math.round(100 * analysisShare(...given));

const cases: Record<string, [percent: number, expected: number]> = {
	"hardly any, where short videos are rendered large": [
		percent({ kind: "clipping", search: search(), render: { resolution: "4k" } }, 5 * MINUTE),
		5,
	],
	"more, the longer the video is": [
		percent({ kind: "clipping", search: search(), render: { resolution: "720p" } }, 180 * MINUTE),
		55,
	],
	"most, where one small clip of hours is wanted": [
		percent({ kind: "clipping", search: search({ limit: 1 }), render: { resolution: "480p" } }, 600 * MINUTE),
		90,
	],
	"nearly all, where nothing is rendered": [percent({ kind: "clipping", search: search() }, MINUTE), 90],
	"none, where clips that were found are exported": [
		percent({ kind: "export", render: { resolution: "720p" } }, MINUTE),
		0,
	],
};
for (const [title, [percent, expected]] of Object.entries(cases))
	shares(title, () => assert.is(percent, expected));

shares.run();
