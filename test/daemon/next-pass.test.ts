import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nextPass, type Outlook } from "../../src/daemon/next-pass.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Change } from "../../src/model/plan.ts";
import { addressOf, NOW, posted, snapshot, TALK } from "../builders/world.ts";

const poll = { firstMs: 10_000, mostMs: 30_000 };
const rest = (...changes: Change[]) => ({
	changes,
	unchanged: 0,
	needsAccounts: false,
	lineage: "l",
	serial: 1,
});
const scheduled = (at: number) =>
	snapshot({
		[addressOf()]: posted(undefined, {
			status: "SCHEDULED",
			request: { ...posted().request, scheduledAt: epochMs(at) },
		}),
	});
const outlook = (over: Partial<Outlook>): Outlook => ({
	rest: rest(),
	underway: false,
	snapshot: snapshot(),
	quiet: 0,
	now: NOW,
	retries: [],
	...over,
});
const until = (at: number, reason: "too-early" | "handover-later" | "daily-cap" = "too-early"): Change => ({
	action: "wait",
	address: TALK,
	reason,
	until: epochMs(at),
});

const cases: Record<string, [Partial<Outlook>, number | undefined]> = {
	"nothing underway: only a trigger brings news": [{}, undefined],
	"a running task is asked after ten seconds": [{ underway: true }, 10_000],
	"then less and less often": [{ underway: true, quiet: 1 }, 13_000],
	"but every thirty seconds": [{ underway: true, quiet: 50 }, 30_000],
	"a post beyond the window is handed over when the window reaches it": [
		{ rest: rest(until(NOW + 99_000)) },
		99_000,
	],
	"a scheduled post is asked after just past its minute": [{ snapshot: scheduled(NOW + 60_000) }, 62_000],
	"a hand-over that is put off is waited for": [
		{ rest: rest(until(NOW + 99_000, "handover-later")) },
		99_000,
	],
	"so is the end of a daily limit": [{ rest: rest(until(NOW + 99_000, "daily-cap")) }, 99_000],
	"what was not sent is tried again at its time": [
		{ retries: [epochMs(NOW + 7_000), epochMs(NOW + 50_000)] },
		7_000,
	],
	"the earliest counts": [
		{ underway: true, rest: rest(until(NOW + 3_000)), snapshot: scheduled(NOW + 60_000) },
		3_000,
	],
	"what is past is not due again": [
		{ rest: rest(until(NOW - 1)), snapshot: scheduled(NOW - 60_000) },
		undefined,
	],
};
const deciding = suite("when the next pass is due");
for (const [title, [given, expected]] of Object.entries(cases)) {
	deciding(title, () => {
		const due = nextPass(outlook(given), poll);
		assert.is(due === undefined ? undefined : Math.round(due - NOW), expected);
	});
}
deciding.run();
