import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign } from "../../../src/model/campaign.ts";
import { timePlace } from "../../../src/model/time-place.ts";
import { calendarPage } from "../../../src/page/views/calendar.ts";
import { HOSTILE, itemAt, overviewOf } from "../fake-source.ts";

const calendar = suite("the calendar of the page");

const POST = 'k.post.shorts["talk@0-9000"].yt';
/** 20 minutes before midnight in Berlin. */
const AT = Date.UTC(2026, 11, 1, 22, 40);
const account = { platform: "youtube", username: "Acme" } as const;
const item = itemAt(POST, { at: AT as never, title: HOSTILE, account, standing: "waiting" });
const NOTHING = { view: "", day: "", account: "", zone: "", page: 1 };

function shown(query: Partial<typeof NOTHING>, items = [item]): string {
	const links = { media: "m", poster: "p", small: "s" };
	const around = { ownZone: "Europe/Berlin", linksOf: () => links };
	return calendarPage(overviewOf(items), { ...NOTHING, ...query }, around).toString();
}

/** The day whose cell or section the post is in. */
function dayIn(text: string): string | undefined {
	const before = text.slice(0, text.indexOf(`href="post?address=`));
	return /(\d+ December)(?!.*\d+ December)/s.exec(before)?.[1];
}

const days: Record<string, readonly [Partial<typeof NOTHING>, string | undefined]> = {
	"a month has the post on its day in the zone of the campaign": [{}, "1 December"],
	"in another zone it is on another day": [{ zone: "Asia/Tokyo" }, "2 December"],
	"a week as well": [{ view: "week", zone: "Asia/Tokyo" }, "2 December"],
	"and a list": [{ view: "list", zone: "Asia/Tokyo" }, "2 December"],
	"a day has its own alone": [{ view: "day", day: "2026-12-01" }, "1 December"],
	"a zone that does not exist is said, and the usual one is used": [{ zone: "Mars" }, "1 December"],
	"a day that does not exist is today": [{ day: "2026-02-31" }, "1 December"],
	"another account's are left out": [{ account: "tiktok:acme" }, undefined],
	"the day before has none": [{ view: "day", day: "2026-11-30" }, undefined],
};
for (const [title, [query, day]] of Object.entries(days))
	calendar(title, () => {
		const text = shown(query);
		assert.is(text.includes('href="post?address='), day !== undefined);
		if (day !== undefined) assert.is(dayIn(text), day);
		assert.is(text.includes("There is no time zone Mars"), query.zone === "Mars");
		assert.not.match(text, "<script>");
	});

calendar("a month of 10,000 posts is a page of less than 300 kB, and leads to all of them", () => {
	const many = Array.from({ length: 10_000 }, (_, at) =>
		itemAt(POST, { ...item, at: (Date.UTC(2026, 11, 1) + at * 240_000) as never, title: `Post ${at}` }),
	);
	for (const view of ["month", "week", "day", "list"]) {
		const text = shown({ view }, many);
		assert.ok(text.length < 300_000, `${view}: ${text.length}`);
		assert.match(text, /\d+ more<|rel="next" href="calendar\?view=\w+&amp;day=2026-12-01&amp;page=2"/);
	}
});

const place = (line: number) => ({ file: "k.campaign.yaml", line, column: 1 });
const places: Record<string, readonly [object, number | undefined]> = {
	"its own time": [{ at: { wall: "2026-12-01T09:00", place: place(7) } }, 7],
	"its schedule": [{ schedule: "daily" }, 3],
	"the post, where it goes out as soon as possible": [{}, 5],
	"the post, where its schedule is not there": [{ schedule: "constructor" }, 5],
	"nothing, where no campaign asks for it": [{ name: "others" }, undefined],
};
for (const [title, [more, line]] of Object.entries(places))
	calendar(`the time of a post comes from ${title}`, () => {
		const posts = [{ name: "shorts", place: place(5), ...more }];
		const campaign = { name: "k", schedules: { daily: { place: place(3) } }, posts } as unknown as Campaign;
		assert.is(timePlace(item.address, [campaign])?.line, line);
	});

calendar.run();
