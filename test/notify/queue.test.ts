import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { digestOf, firstDigest, isDigestDue } from "../../src/notify/digest.ts";
import type { Note } from "../../src/notify/note.ts";
import { added, EMPTY_QUEUE, nextStep, notTaken, type Queue, taken } from "../../src/notify/queue.ts";
import { agendaOf } from "../../src/plan/agenda.ts";
import { addressOf, clip, NOW, posted, postRequest, snapshot, submitted, TALK } from "../builders/world.ts";

const HOUR = 3_600_000;
const RULES = { atMost: 20, timezone: "UTC" };
/** Noon in Berlin is eleven in UTC; NOW is noon in UTC. */
const NIGHT = { ...RULES, quiet: { from: "22:00", to: "07:00" } };
const at = (hours: number) => epochMs(NOW + hours * HOUR);
const note = (id: string, when = NOW): Note => ({
	...{ id, at: new Date(when).toISOString(), workspace: "talks" },
	sections: [{ event: "failed", lines: [{ subject: id, what: "no" }] }],
});
const waiting = (...ids: readonly string[]): Queue => ids.map((id) => note(id)).reduce(added, EMPTY_QUEUE);
const sending = (queue: Queue, now = NOW) => {
	const step = nextStep(queue, RULES, now);
	if (step.kind !== "send") throw new Error(`it does not send: ${step.kind}`);
	return step;
};

const queues = suite("a queue of notifications");
queues("sends at once, and nothing when there is nothing", () =>
	assert.equal([nextStep(EMPTY_QUEUE, RULES, NOW).kind, sending(waiting("a")).note.id], ["idle", "a"]),
);
queues("sends all that waits as one message", () => {
	const { note: sent } = sending(waiting("a", "b", "c"));
	assert.equal(
		[sent.id, sent.sections],
		["a", [{ event: "failed", lines: ["a", "b", "c"].map((id) => ({ subject: id, what: "no" })) }]],
	);
});
queues("counts what there is no room for in a message", () => {
	const { note: sent } = sending(waiting(...Array.from({ length: 14 }, (_, index) => `n${index}`)));
	assert.equal(
		sent.sections.map(({ lines, more }) => [lines.length, more]),
		[[10, 4]],
	);
});
queues("is quiet over midnight and sends what was held afterwards, as one message", () => {
	const steps = [10, 15, 18.9, 19].map((hours) => nextStep(waiting("a", "b"), NIGHT, at(hours)).kind);
	assert.equal(steps, ["wait", "wait", "wait", "send"]);
});
queues("knows quiet hours in another zone", () => {
	const berlin = { ...RULES, timezone: "Europe/Berlin", quiet: { from: "13:00", to: "14:00" } };
	assert.equal(
		[nextStep(waiting("a"), berlin, NOW).kind, nextStep(waiting("a"), RULES, NOW).kind],
		["wait", "send"],
	);
});
queues("keeps to so many messages in an hour, and joins the rest", () => {
	const busy = { ...waiting("a", "b"), sent: [at(-0.5), at(-0.1)] };
	const two = { ...RULES, atMost: 2 };
	assert.equal(
		[nextStep(busy, two, NOW).kind, nextStep(busy, two, at(0.4)).kind, nextStep(busy, two, at(0.6)).kind],
		["wait", "wait", "send"],
	);
});
queues("sends the same message under the same id until it is taken, with longer pauses each time", () => {
	let { queue } = sending(waiting("a"));
	const pauses: number[] = [];
	for (let now = NOW, times = 0; times < 9; times++) {
		queue = notTaken(queue, { why: "no", now });
		const step = nextStep(added(queue, note("b")), RULES, now);
		pauses.push(step.kind === "wait" ? step.forMs / 1000 : 0);
		now = epochMs(now + 15 * 60_000);
		assert.is(sending(queue, now).note.id, "a");
	}
	assert.equal(pauses, [5, 10, 20, 40, 80, 160, 320, 640, 900]);
});
queues("waits as long as the receiver asks for, an hour at most", () => {
	const { queue } = sending(waiting("a"));
	const after = (afterMs: number) => notTaken(queue, { why: "429", now: NOW, afterMs }).sending?.nextAt;
	assert.equal([after(30_000), after(100 * HOUR)], [NOW + 30_000, at(1)]);
});
queues("gives up what is three days old, and says how many", () => {
	const step = nextStep(
		{ ...waiting("a"), sending: { note: note("b"), failures: 3, nextAt: NOW } },
		RULES,
		at(73),
	);
	const old = added(waiting("a"), note("c", at(72)));
	const sent = sending(old, at(73));
	assert.equal([step.kind, sent.note.id, sent.queue.dropped], ["idle", "c", 1]);
});
queues("holds a hundred messages, and counts the others", () => {
	const full = Array.from({ length: 130 }, (_, index) => note(`n${index}`)).reduce(added, EMPTY_QUEUE);
	assert.equal([full.waiting.length, full.dropped, full.waiting[0]?.id], [100, 30, "n30"]);
});
queues("forgets its trouble once a message is taken", () => {
	const { queue } = sending(waiting("a"));
	assert.equal(taken(notTaken(queue, { why: "no", now: NOW }), NOW), {
		waiting: [],
		sent: [NOW],
		dropped: 0,
	});
});
queues.run();

const digests = suite("a daily summary");
const NINE = { digest: "09:00", timezone: "Europe/Berlin" };
digests("is due once a day, after its time, by the wall clock of its zone", () => {
	const start = firstDigest(NOW, NINE);
	const moments = [0, 19, 20, 21].map((hours) => isDigestDue(start, at(hours), NINE));
	assert.equal([start.day, moments], ["2026-11-21", [false, false, true, true]]);
	assert.not.ok(isDigestDue(firstDigest(at(20), NINE), at(21), NINE));
});
digests("tells what was posted since the last one, what comes and what waits for a person", () => {
	const [out, soon, later] = [clip(0), clip(1), clip(2)];
	const of = (each: typeof out, hours: number) =>
		postRequest(each, { scheduledAt: at(hours), body: { title: `Talk ${each.idx}` } });
	const state = snapshot({
		[TALK]: submitted({ status: "FAILED" }),
		[addressOf(out)]: posted(out, { status: "DONE", request: of(out, -2) }),
		[addressOf(soon)]: posted(soon, { status: "SCHEDULED", request: of(soon, 5) }),
		[addressOf(later)]: posted(later, { status: "SCHEDULED", request: of(later, 30) }),
	});
	const items = agendaOf({ snapshot: state, plan: { changes: [] }, now: NOW, publishStatus: true });
	const told = digestOf({ now: NOW, items }, { until: at(-24), day: "" }, NINE);
	assert.equal(
		told?.lines.map(({ title, what, remedy }) => [title, what, remedy]),
		[
			[
				undefined,
				"1 posted since 2026-11-20 13:00, 1 to go out within a day, 0 clips to approve, 1 that need attention.",
				"showrun status",
			],
			["Talk 0", "posted 2026-11-21 11:00 to youtube Acme", undefined],
			["Talk 1", "goes out 2026-11-21 18:00 to youtube Acme", undefined],
		],
	);
});
digests("is left out where there is nothing to say", () =>
	assert.is(digestOf({ now: NOW, items: [] }, { until: at(-24), day: "" }, NINE), undefined),
);
digests.run();
