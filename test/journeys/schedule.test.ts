import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SlotState } from "../../src/model/slot-state.ts";
import type { PostState } from "../../src/model/snapshot.ts";
import { whileWatching } from "./compressed.ts";
import { until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, clipped, deliveredIn, renderedWorkspace, stateOf, video } from "./workspace.ts";

const MINUTE = 60_000;
/** A minute takes a second: half an hour to hand a post over is long enough for a machine with much to do. */
const FACTOR = 60;
const TALK = video("talk", { seconds: 4 });

/**
 * Slots every five minutes from `first` on, for one clip that goes twice to each account; YouTube
 * keeps ten minutes between posts; nothing is handed over more than half an hour ahead.
 */
function campaign(first: number): string {
	const clocks = Array.from(
		{ length: 288 },
		(_, index) => `"${new Date(index * 5 * MINUTE).toISOString().slice(11, 16)}"`,
	);
	const from = new Date(first).toISOString().slice(0, 16);
	const posts = CAMPAIGN.slice(CAMPAIGN.indexOf("  shorts:"));
	const again = posts
		.replace("shorts:", "again:")
		.replace("    from: talk\n", "    from: talk\n    repeat: 2\n");
	return `${CAMPAIGN}${again}`
		.replace("timezone: Europe/Berlin", "timezone: UTC")
		.replace("username: Acme }", "username: Acme, min_gap: 10m }")
		.replace(
			"videos:",
			`schedules:\n  often: { slots: { daily: [${clocks.join(", ")}] }, from: ${from} }\nvideos:`,
		)
		.replaceAll("    from: talk\n", "    from: talk\n    schedule: often\n    handover: 30m\n");
}

const scheduling = suite("a schedule");
scheduling(
	"is kept by watch through a kill: posts keep their slots, are handed over in time and delivered at their minute",
	async () => {
		const folder = renderedWorkspace(TALK, { "talk.campaign.yaml": campaign(0) });
		const file = await clipped(folder);
		const clock = { agreed: Date.now(), factor: FACTOR };
		// Two hours, so that slots are seen before the first is handed over, also on a machine with much to do.
		const first = Math.ceil((clock.agreed + 120 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE;
		writeFileSync(file, campaign(first));
		let given: Readonly<Record<string, SlotState>> = {};
		await whileWatching(folder, clock, async () => {
			await until(async () => {
				given = (await stateOf(folder)).slots ?? {};
				return Object.keys(given).length === 6;
			});
		});
		await whileWatching(folder, clock, async () => {
			await until(() => deliveredIn(folder).length === 6, { ms: 300_000 });
		});
		const { resources, slots } = await stateOf(folder);
		const posts = Object.entries(resources).filter(
			(each): each is [string, PostState] => each[1].kind === "post",
		);
		const scheduled = posts.map(([address, { request }]) => [address, request.scheduledAt]);
		assert.equal(Object.fromEntries(scheduled), timesOf(given), "a post left its slot");
		assert.equal(minutesAfter(first, given), {
			"youtube:acme": [0, 10],
			"tiktok:acme": [0, 5],
			"linkedin:acme-inc": [0, 5],
		});
		for (const lead of posts.map(([, post]) => leadOf(post)))
			assert.ok(lead > 0 && lead <= 30, `handed over ${lead} minutes before`);
		const early = deliveredIn(folder).filter(
			({ post }) => Number(post.delivered_at) < Number(post.scheduled_at),
		);
		assert.equal([early, slots], [[], undefined]);
	},
);

/** How many minutes before its time a post was handed over. */
function leadOf({ request, acceptedAt }: PostState): number {
	return ((request.scheduledAt ?? 0) - acceptedAt) / MINUTE;
}

function timesOf(slots: Readonly<Record<string, SlotState>>): Record<string, number> {
	return Object.fromEntries(Object.entries(slots).map(([address, { at }]) => [address, at]));
}

function minutesAfter(first: number, slots: Readonly<Record<string, SlotState>>): Record<string, number[]> {
	const byAccount: Record<string, number[]> = {};
	for (const { account, at } of Object.values(slots))
		byAccount[account] = [...(byAccount[account] ?? []), (at - first) / MINUTE].sort((a, b) => a - b);
	return byAccount;
}

scheduling("is planned without being touched, and says when each post is handed over", async () => {
	const first = Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * 86_400_000;
	const folder = renderedWorkspace(TALK, {
		"talk.campaign.yaml": campaign(first).replaceAll("handover: 30m", "handover: 48h"),
	});
	const applied = await showrunWarm(["apply", "--auto-approve"], { cwd: folder });
	assert.is(applied.code, 0, applied.err);
	const before = await stateOf(folder);
	const planned = await showrunWarm(["plan"], { cwd: folder });
	assert.match(planned.out, /not handed over yet, so that it can still be changed/);
	assert.match(planned.out, /will be handed over on .*to go out at .*\s+to\s+the\s+local\s+outbox/s);
	assert.equal([(await stateOf(folder)).serial, Object.keys(before.slots ?? {}).length], [before.serial, 6]);
});
scheduling.run();
