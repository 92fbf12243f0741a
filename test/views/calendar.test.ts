import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { PostState, Snapshot } from "../../src/model/snapshot.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import { plan } from "../../src/plan/plan.ts";
import { renderCalendar } from "../../src/views/calendar.ts";
import { golden } from "../builders/plans.ts";
import {
	addressOf,
	campaign,
	clip,
	ledgerOf,
	NOW,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const ink = { colour: false, width: 100, zone: "Europe/Berlin" };
const NOVEMBER = { year: 2026, month: 11 };
const at = (day: number, hour: number) => epochMs(Date.UTC(2026, 10, day, hour));
const place = { file: "f", line: 1, column: 1 };

const clips = Array.from({ length: 8 }, (_, idx) => clip(idx, { title: `Clip ${idx} says 你好 🎉` }));

function scheduled(idx: number, day: number, over: Partial<PostState> = {}): PostState {
	const of = clips[idx] ?? clip(idx);
	return posted(of, {
		status: "SCHEDULED",
		request: postRequest(of, { scheduledAt: at(day, 8 + idx) }),
		...over,
	});
}

function itemsOf(state: Snapshot, entries = [post({ clips: { top: 0 } })]) {
	const changes = plan(
		world({ state, campaigns: [campaign({ posts: entries })], options: { publishStatus: true } }),
	).changes;
	return agendaOf({ snapshot: state, plan: { changes }, now: NOW, publishStatus: true });
}

const states: readonly PostState[] = [
	scheduled(0, 3, { status: "DONE" }),
	scheduled(1, 3, { status: "DONE", late: true }),
	scheduled(2, 3, { status: "ERROR" }),
	scheduled(3, 12, { status: "CANCELLED" }),
	scheduled(4, 27),
	scheduled(5, 27),
	scheduled(6, 27),
	scheduled(7, 27),
];
const MIXED = snapshot(
	{
		[TALK]: settledVideo(clips),
		...Object.fromEntries(states.map((state, idx) => [addressOf(clip(idx)), state])),
	},
	{ ledger: states.map((_, idx) => ledgerOf(clip(idx))) },
);
const DECEMBER = post({
	name: "later",
	repeat: 2,
	clips: { top: 2 },
	at: { wall: "2026-12-24T18:00", place },
});
const items = itemsOf(MIXED, [post({ clips: { top: 8 } }), DECEMBER]);

const month = suite("a month of posts");

for (const width of [60, 100, 140]) {
	const text = renderCalendar({ items, month: NOVEMBER, now: NOW }, { ...ink, width });
	month(`at ${width} columns is as it was agreed on`, () => golden(`calendar-${width}.txt`, text));
	month(`at ${width} columns has lines of one length in its grid`, () => {
		const grid = text.split("\n").filter((line) => /^[┌├└│]/.test(line));
		assert.is(new Set(grid.map((line) => line.length)).size, 1);
		assert.ok((grid[0]?.length ?? 0) <= width);
	});
}

month("has all days of a leap year's February, in five weeks from Monday", () => {
	const text = renderCalendar({ items: [], month: { year: 2028, month: 2 }, now: NOW }, ink);
	assert.match(text, /^February 2028 \(Europe\/Berlin\)/);
	assert.equal(
		[...text.matchAll(/ (\d+) /g)].map(([, day]) => Number(day)).filter((day) => day < 32),
		Array.from({ length: 29 }, (_, day) => day + 1),
	);
	assert.is(text.match(/├/g)?.length, 5);
	assert.match(text, "No posts in this month.");
});

month("puts a post on the day of the zone it is shown in", () => {
	const state = snapshot({
		[TALK]: settledVideo(clips),
		[addressOf(clip(0))]: scheduled(0, 30, { request: postRequest(clip(0), { scheduledAt: at(30, 23) }) }),
	});
	const shown = (zone: string) =>
		renderCalendar({ items: itemsOf(state), month: { year: 2026, month: 12 }, now: NOW }, { ...ink, zone });
	assert.match(shown("Europe/Berlin"), /Tuesday 1 December\n {2}> 00:00 \+01:00 \(23:00Z\)/);
	assert.not.match(shown("UTC"), "Tuesday 1 December");
});

month("says what it does not show", () => {
	const text = renderCalendar({ items, month: NOVEMBER, now: NOW }, ink);
	assert.match(text, "Other months: 2026-12 (2)");
	assert.match(text, "Next after this month: 2026-12-24 18:00 +01:00 Europe/Berlin (17:00Z)");
});

month("lists no more than a screen or two of posts, unless asked", () => {
	const many = Array.from({ length: 300 }, (_, idx) => clip(idx));
	const state = snapshot({
		[TALK]: settledVideo(many),
		...Object.fromEntries(many.map((each) => [addressOf(each), posted(each)])),
	});
	assert.match(
		renderCalendar({ items: itemsOf(state), month: NOVEMBER, now: NOW }, ink),
		"… and 240 more, --detail shows all",
	);
	assert.not.match(
		renderCalendar({ items: itemsOf(state), month: NOVEMBER, now: NOW }, { ...ink, detail: true }),
		"more, --detail",
	);
});

month("shows what was taken as what it is, whatever the text says now", () => {
	const changed = posted(clip(0), {
		request: postRequest(clip(0), {
			body: { title: "said" },
			asked: { texts: { title: "before" }, clips: "" },
		}),
	});
	const found = itemsOf(snapshot({ [TALK]: settledVideo(clips), [addressOf(clip(0))]: changed }), [
		post({ clips: { top: 1 } }),
	]);
	assert.equal(
		found.map(({ standing }) => standing),
		["attention", "done"],
	);
	assert.match(
		renderCalendar({ items: found, month: NOVEMBER, now: NOW }, ink),
		'✓ 13:00 +01:00 (12:00Z) "said" to youtube Acme',
	);
});

month("prints no terminal escape raw, and colour only when asked", () => {
	const hostile = posted(clip(0), {
		request: postRequest(clip(0), { body: { title: "\u001b[2J\u202eevil" } }),
	});
	const found = itemsOf(snapshot({ [TALK]: settledVideo(clips), [addressOf(clip(0))]: hostile }));
	const text = renderCalendar({ items: found, month: NOVEMBER, now: NOW }, ink);
	assert.not.ok(["\u001b", "\u202e"].some((raw) => text.includes(raw)));
	assert.match(text, "\\u001b[2J\\u202eevil");
	assert.match(
		renderCalendar({ items: found, month: NOVEMBER, now: NOW }, { ...ink, colour: true }),
		"\u001b[32m✓",
	);
});
month.run();
