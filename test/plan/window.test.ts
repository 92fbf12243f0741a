import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { handoverOf, soonest, windowOf } from "../../src/plan/window.ts";
import { NOW } from "../builders/world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const EARLIEST = 7.5 * MINUTE;
const LATEST = 30 * DAY - 60 * MINUTE;
const open = (ahead: number) => windowOf(epochMs(NOW + ahead), NOW).kind;
const lead = (ms?: number) => NOW - handoverOf(NOW, ms);

const cases: Record<string, [unknown, unknown]> = {
	"opens seven and a half minutes ahead": [
		[open(EARLIEST - 1), open(EARLIEST)],
		["too-late", "open"],
	],
	"closes an hour before thirty days": [
		[open(LATEST), open(LATEST + 1)],
		["open", "too-early"],
	],
	"says when it opens for a later time": [
		windowOf(epochMs(NOW + LATEST + MINUTE), NOW),
		{ kind: "too-early", opens: NOW + MINUTE },
	],
	"leaves a new slot two minutes for its turn": [soonest(NOW) - NOW, EARLIEST + 2 * MINUTE],
	"is used as soon as it opens, without a lead": [lead(), LATEST],
	"is used a lead before, with one": [lead(6 * 60 * MINUTE), 6 * 60 * MINUTE],
	"is never used less than a quarter of an hour before": [lead(0), 15 * MINUTE],
	"is never used before it opens": [lead(31 * DAY), LATEST],
};
const window = suite("the window in which the service takes a time");
for (const [title, [found, expected]] of Object.entries(cases))
	window(title, () => assert.equal(found, expected));
window.run();
