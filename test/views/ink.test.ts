import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wallTime, wallTimes, wrap } from "../../src/views/ink.ts";
import { renderPlan } from "../../src/views/plan.ts";
import { manyPosts, OF_EACH, OUTLOOK, planOf } from "../builders/plans.ts";

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
	"breaks behind a command in backticks": [
		"Run `showrun resolve 'k.post' --cancelled`, and apply posts it",
		["Run", "`showrun resolve 'k.post' --cancelled`,", "and apply posts it"],
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

/** Texts of words of every length, the same each time. */
function randomTexts(count: number): readonly string[] {
	let seed = 7;
	const next = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((seed / 2_147_483_648) * below);
	};
	const SPECIAL = [
		"(showrun models pull faces).",
		"`showrun apply --replace 'k.video.talk'`",
		"k.video.talk,",
		"→",
	];
	const word = () =>
		next(9) === 0
			? (SPECIAL[next(SPECIAL.length)] ?? "")
			: "äbcdefghij".repeat(6).slice(0, 1 + next(next(12) === 0 ? 60 : 12));
	return Array.from({ length: count }, () => Array.from({ length: 1 + next(40) }, word).join(" "));
}

wrapping(
	"no text is broken inside a word, and no line is longer than its longest word, at 40 to 120 columns",
	() => {
		for (const text of randomTexts(100))
			for (let width = 40; width <= 120; width++) {
				const lines = wrap(text, width);
				assert.is(lines.join(" "), text);
				for (const line of lines)
					assert.ok(
						line.length <= width || !/ (?!showrun)/.test(line.replace(/showrun.*/, "")),
						`${width}: ${line}`,
					);
			}
	},
);

wrapping("a plan is the same words at 60 to 120 columns", () => {
	const plan = planOf([...Object.values(OF_EACH), ...manyPosts(4)], { unchanged: 12 });
	const words = (width: number) =>
		renderPlan(plan, { colour: false, width, zones: { k: "Europe/Berlin" }, detail: true }, OUTLOOK).split(
			/\s+/,
		);
	const wide = words(400);
	for (let width = 60; width <= 120; width++) assert.equal(words(width), wide, `${width} columns`);
});
wrapping.run();

const clocks = suite("clocks of zones");

clocks("many times of a zone read as each of them alone, around changes of its clock too", () => {
	const changes = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1), Date.UTC(2026, 3, 4, 15)];
	for (const zone of ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"]) {
		const clock = wallTimes(zone);
		for (const change of changes)
			for (let at = change - 7_200_000; at < change + 7_200_000; at += 7 * 60_000 + 31_000)
				assert.equal(
					[clock.time(at), clock.day(at)],
					[wallTime(at, zone), wallTime(at, zone).slice(0, 10)],
					`${zone} ${at}`,
				);
	}
});
clocks.run();
