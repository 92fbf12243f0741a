/** Times in the zone of their post, with its offset, and UTC beside it. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { zoneFor, zonesOf } from "../../src/model/zones.ts";
import { moment } from "../../src/views/ink.ts";
import { addressOf, campaign, post, TALK } from "../builders/world.ts";

const MOMENTS: Record<string, [at: string, zone: string, shown: string]> = {
	"in winter": ["2026-12-01T08:00:59Z", "Europe/Berlin", "2026-12-01 09:00 +01:00 Europe/Berlin (08:00Z)"],
	"in summer": ["2026-07-01T08:00Z", "Europe/Berlin", "2026-07-01 10:00 +02:00 Europe/Berlin (08:00Z)"],
	"behind UTC": [
		"2026-12-01T02:00Z",
		"America/New_York",
		"2026-11-30 21:00 -05:00 America/New_York (2026-12-01 02:00Z)",
	],
	"by half an hour": [
		"2026-12-01T02:00:30Z",
		"Asia/Kolkata",
		"2026-12-01 07:30 +05:30 Asia/Kolkata (02:00Z)",
	],
	"on the day the clocks go back": [
		"2026-10-25T01:30Z",
		"Europe/Berlin",
		"2026-10-25 02:30 +01:00 Europe/Berlin (01:30Z)",
	],
	"in UTC": ["2026-12-01T08:00Z", "UTC", "2026-12-01 08:00 UTC"],
};

const times = suite("times for people");
for (const [title, [at, zone, shown]] of Object.entries(MOMENTS))
	times(title, () => assert.is(moment(Date.parse(at), zone), shown));

times("a post with a schedule has the schedule's zone, the rest the campaign's", () => {
	const slots = {
		name: "slots",
		place: post().place,
		timezone: "Asia/Tokyo",
		slots: {},
		except: [],
		missed: { kind: "next-slot" },
	} as const;
	const zones = zonesOf([
		campaign({ timezone: "Europe/Berlin", schedules: { slots }, posts: [post({ schedule: "slots" })] }),
	]);
	assert.is(zoneFor(addressOf(), zones), "Asia/Tokyo");
	assert.is(zoneFor(TALK, zones), "Europe/Berlin");
	assert.is(zoneFor(addressOf(), zonesOf([campaign({ timezone: "Europe/Berlin" })])), "Europe/Berlin");
	assert.is(zoneFor(addressOf(), {}), undefined);
});
times.run();
