import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import { plan } from "../../src/plan/plan.ts";
import { renderStatus } from "../../src/views/status.ts";
import { golden } from "../builders/plans.ts";
import { schedule } from "../builders/schedule.ts";
import {
	addressOf,
	campaign,
	clip,
	NOW,
	operation,
	post,
	posted,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const ink = { colour: false, width: 100, zones: { k: "Europe/Berlin" } };
const at = epochMs(Date.UTC(2026, 11, 1, 8, 0));
const none = { reviews: [], now: NOW };

function itemsOf(state: Snapshot, clips = 5) {
	const schedules = { mornings: schedule() };
	const posts = [post({ clips: { top: clips }, schedule: "mornings" })];
	const campaigns = [campaign({ schedules, posts })];
	return agendaOf({
		snapshot: state,
		plan: plan(world({ state, campaigns, options: { publishStatus: true } })),
		now: NOW,
		publishStatus: true,
	});
}

const clips = [0, 1, 2, 3, 4].map((idx) => clip(idx));
const [first = clip(0), second = clip(1), third = clip(2), fourth = clip(3)] = clips;
const MIXED = snapshot(
	{
		[TALK]: settledVideo(clips),
		[addressOf(first)]: posted(first, { location: "outbox/youtube/acme/1" }),
		[addressOf(second)]: posted(second, {
			status: "SCHEDULED",
			request: postRequest(second, { scheduledAt: at }),
		}),
		[addressOf(third)]: posted(third, { status: "ERROR", error: "the channel is suspended" }),
	},
	{
		operations: {
			"op-1": operation({ address: addressOf(fourth), kind: "publish", wanted: postRequest(fourth) }),
		},
	},
);

const drawing = suite("status");

drawing("who sees a post is said where that is not everybody, with where it is", () => {
	const request = postRequest(first);
	const seenBy = (visibility: "public" | "private") => {
		const state = posted(first, {
			location: "https://youtu.be/v1",
			request: { ...request, body: { ...request.body, visibility } },
		});
		return renderStatus(
			{ items: itemsOf(snapshot({ [TALK]: settledVideo(clips), [addressOf(first)]: state })), ...none },
			ink,
		);
	};
	assert.match(seenBy("private"), /DONE \(private\) .*\n +delivered → https:\/\/youtu\.be\/v1/);
	assert.match(seenBy("public"), /DONE 2026/);
});

drawing("says of a post that apply would cancel what the service has now", () => {
	const held = posted(first, { status: "SCHEDULED", request: postRequest(first, { scheduledAt: at }) });
	const state = snapshot({ [TALK]: settledVideo([first, second]), [addressOf(first)]: held });
	const campaigns = [campaign({ posts: [post({ name: "others", clips: { ranks: [1] } })] })];
	const options = { publishStatus: true, publishCancel: true };
	const made = plan(world({ state, campaigns, options }));
	const items = agendaOf({ snapshot: state, plan: made, now: NOW, publishStatus: true });
	const text = renderStatus({ items, ...none }, ink);
	assert.match(text, /\+ {2}k\.post\.shorts.*\n +SCHEDULED 2026-12-01 09:00 .*\n +cancel: /);
	assert.match(text, "1 more change that apply would make now: showrun plan");
});

drawing("of a post that is due says what delivers it, where the service is in this process", () => {
	const due = posted(first, {
		status: "SCHEDULED",
		request: postRequest(first, { scheduledAt: epochMs(NOW - 60_000) }),
	});
	const items = itemsOf(snapshot({ [TALK]: settledVideo(clips), [addressOf(first)]: due }));
	const here = renderStatus({ items, ...none }, { ...ink, outbox: { folder: "outbox" } });
	assert.match(here, /SCHEDULED .*\n +due: `showrun watch` or the next `showrun apply` delivers it/);
	assert.not.match(renderStatus({ items, ...none }, ink), "due:");
});

drawing("of nothing says so", () => {
	assert.is(renderStatus({ items: [], ...none }, ink), "Nothing was applied yet.\n");
	const text = renderStatus({ items: itemsOf(snapshot()), ...none }, ink);
	assert.is(
		text,
		"Nothing was applied yet.\n\nk: 2 to do\n  +  2 changes that apply would make now: showrun plan\n",
	);
});

for (const width of [60, 100, 200]) {
	const text = renderStatus(
		{ items: itemsOf(MIXED), reviews: [{ video: TALK, file: "k.clips.yaml", clips: 2 }], now: NOW },
		{ ...ink, width },
	);
	drawing(`at ${width} columns is as it was agreed on`, () => golden(`status-${width}.txt`, text));
	drawing(`at ${width} columns keeps every line but addresses and commands within them`, () => {
		const long = text
			.split("\n")
			.filter((line) => line.length > width && !line.includes('["') && !line.includes("showrun "));
		assert.equal(long, []);
	});
}

drawing("puts the command that settles an unknown outcome first", () => {
	const [head = "", , , sent = "", look = "", command = ""] = renderStatus(
		{ items: itemsOf(MIXED), ...none },
		{ ...ink, width: 200 },
	).split("\n");
	assert.match(head, "Outcome unknown");
	assert.is(sent.trim(), 'a post "Clip 3" to youtube Acme, to go out at once');
	assert.is(look.trim(), "Check youtube and the service's calendar around the time it was sent.");
	assert.is(command.trim(), "showrun resolve op-1 --posted | --not-posted | --abandon");
});

drawing("counts a long list instead of showing it, unless asked", () => {
	const many = Array.from({ length: 30 }, (_, idx) => clip(idx));
	const state = snapshot({
		[TALK]: settledVideo(many),
		...Object.fromEntries(many.map((each) => [addressOf(each), posted(each)])),
	});
	const text = renderStatus({ items: itemsOf(state, 30), ...none }, ink);
	assert.match(text, "k: 31 done");
	assert.match(text, "… and 21 more done, --detail shows all");
	assert.ok(text.split("\n").length < 40);
	assert.is(
		renderStatus({ items: itemsOf(state, 30), ...none }, { ...ink, detail: true }).match(/✓/g)?.length,
		31,
	);
});

drawing("prints no terminal escape raw, and colour only when asked", () => {
	const state = snapshot({ [addressOf()]: posted(first, { status: "ERROR", error: "\u001b[2J\u202eevil" }) });
	const text = renderStatus({ items: itemsOf(state), ...none }, ink);
	assert.not.ok(["\u001b", "\u202e"].some((raw) => text.includes(raw)));
	assert.match(text, "\\u001b[2J\\u202eevil");
	assert.match(renderStatus({ items: itemsOf(state), ...none }, { ...ink, colour: true }), "\u001b[31m✗");
});
drawing.run();
