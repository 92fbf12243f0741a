import { suite } from "uvu";
import * as assert from "uvu/assert";
import { calendarFile } from "../../../src/cli/commands/calendar-ics.ts";
import type { AgendaItem } from "../../../src/model/agenda.ts";
import { epochMs } from "../../../src/model/brand.ts";
import type { PostState } from "../../../src/model/snapshot.ts";
import { addressOf, clip, NOW, posted, postRequest, TALK } from "../../builders/world.ts";

const AT = epochMs(Date.UTC(2026, 11, 1, 8, 30));

function item(idx: number, over: Partial<AgendaItem> = {}, state?: Partial<PostState>): AgendaItem {
	const of = clip(idx);
	return {
		...{
			address: addressOf(of),
			standing: "done",
			at: AT,
			title: of.title,
			account: postRequest(of).account,
		},
		...(state && { state: posted(of, state) }),
		...over,
	};
}

/** The lines of each event, put together again where they were folded. */
async function eventsOf(items: readonly AgendaItem[]): Promise<string[][]> {
	const text = (await calendarFile(items, NOW)).replaceAll(/\r\n[ \t]/g, "");
	return text
		.split("BEGIN:VEVENT\r\n")
		.slice(1)
		.map((event) => event.slice(0, event.indexOf("\r\nEND:VEVENT")).split("\r\n"));
}

const file = suite("a calendar for other programs");

file("holds one event a post, named by its address, in UTC", async () => {
	const [event = []] = await eventsOf([item(0, {}, { location: "https://example.com/watch?v=1" })]);
	assert.equal(event, [
		'UID:k.post.shorts["talk@0-40000"].tube',
		"SUMMARY:Clip 0 (youtube)",
		"DTSTAMP:20261121T120000Z",
		"DTSTART:20261201T083000Z",
		'DESCRIPTION:done to youtube Acme\\nk.post.shorts["talk@0-40000"].tube\\nhttps://example.com/watch?v=1',
		"URL:https://example.com/watch?v=1",
		"STATUS:CONFIRMED",
		"X-MICROSOFT-CDO-BUSYSTATUS:FREE",
		"TRANSP:TRANSPARENT",
		"DURATION:PT15M",
	]);
});

const standings: Record<string, [AgendaItem, string[]]> = {
	"a planned post is tentative": [
		item(0, { standing: "waiting" }),
		["SUMMARY:[planned] Clip 0 (youtube)", "STATUS:TENTATIVE"],
	],
	"a post that was handed over is confirmed": [
		item(0, { standing: "waiting" }, { status: "SCHEDULED" }),
		["SUMMARY:Clip 0 (youtube)", "STATUS:CONFIRMED"],
	],
	"a failed post is marked": [
		item(0, { standing: "failed" }, { status: "ERROR" }),
		["SUMMARY:[failed] Clip 0 (youtube)", "STATUS:CANCELLED"],
	],
	"a cancelled post is marked": [
		item(0, { standing: "cancelled" }, { status: "CANCELLED" }),
		["SUMMARY:[cancelled] Clip 0 (youtube)", "STATUS:CANCELLED"],
	],
	"an unknown outcome is tentative": [
		item(0, { standing: "unknown" }),
		["SUMMARY:[outcome unknown] Clip 0 (youtube)", "STATUS:TENTATIVE"],
	],
};
for (const [title, [given, expected]] of Object.entries(standings))
	file(title, async () =>
		assert.equal(
			(await eventsOf([given]))[0]?.filter((line) => /^(SUMMARY|STATUS)/.test(line)),
			expected,
		),
	);

file("leaves out videos, and posts without a time", async () => {
	const { at: _, ...undated } = item(1);
	assert.is((await eventsOf([{ address: TALK, standing: "done", at: AT }, undated, item(2)])).length, 1);
	assert.match(await calendarFile([], NOW), /^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
});

file("lets no title add lines, properties or control characters of its own", async () => {
	const title = "one\r\nATTENDEE:mailto:eve@example.com\r\nEND:VEVENT\u001b[2J; \\, 🎉".repeat(3);
	const events = await eventsOf([item(0, { title }, { location: 'javascript:alert(1)"\nX' })]);
	assert.is(events.length, 1);
	assert.equal(events[0]?.map((line) => line.split(/[:;]/)[0]).sort(), [
		...[
			"DESCRIPTION",
			"DTSTAMP",
			"DTSTART",
			"DURATION",
			"STATUS",
			"SUMMARY",
			"TRANSP",
			"UID",
			"X-MICROSOFT-CDO-BUSYSTATUS",
		],
	]);
	assert.not.match(await calendarFile([item(0, { title })], NOW), "\u001b");
});

file("folds lines at 75 bytes, whatever the script", async () => {
	const lines = (await calendarFile([item(0, { title: "你好🎉".repeat(60) })], NOW)).split("\r\n");
	assert.equal(
		lines.filter((line) => [...line].length > 75),
		[],
	);
});
file.run();
