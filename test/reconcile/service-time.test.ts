import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Skew } from "../../src/model/skew.ts";
import { otherClocks } from "../../src/reconcile/service-time.ts";
import { memoryStore } from "../../src/state/memory.ts";
import { type Ran, run } from "../builders/run.ts";
import { campaign, NOW, post, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type FakeService, fakeService } from "../fakes/service.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const off = (seconds: number): Skew => ({ aheadMs: seconds * 1_000, withinMs: 600 });

interface Given {
	/** What the service's clock shows more than ours, in seconds; of several, one a look. */
	readonly ahead: readonly (number | undefined)[];
	/** Minutes from now, by our clock. Absent: at once. */
	readonly inMinutes?: number;
	readonly allowSkew?: true;
}

/** One post, by a service whose clock is off. */
async function posting({
	ahead,
	inMinutes,
	allowSkew,
}: Given): Promise<Ran & { readonly service: FakeService }> {
	const left = [...ahead];
	const last = ahead.at(-1);
	const next = () => (left.length > 1 ? left.shift() : last);
	const service = fakeService({
		skew: () => {
			const seconds = next();
			return seconds === undefined ? undefined : off(seconds);
		},
	});
	const wall =
		inMinutes === undefined
			? undefined
			: new Date(NOW + 3_600_000 + inMinutes * 60_000).toISOString().slice(0, 16);
	const posts = [post({ clips: { top: 1 }, ...(wall !== undefined && { at: { wall, place } }) })];
	const ran = await run({
		store: memoryStore(snapshot({ [TALK]: settledVideo() })),
		service,
		campaigns: [campaign({ posts })],
		over: allowSkew ? { allowSkew } : {},
	});
	return { ...ran, service };
}

const skewed = suite("clocks that do not agree");

const CASES: Record<string, [given: Given, sent: number, left: readonly string[]]> = {
	"a second is nothing": [{ ahead: [1], inMinutes: 8 }, 1, []],
	"a service that does not tell the time is taken as it is": [{ ahead: [undefined], inMinutes: 8 }, 1, []],
	"a service that is ahead makes a time too late that ours would allow": [
		{ ahead: [50], inMinutes: 8 },
		0,
		["too-late"],
	],
	"a service that is behind allows a time that is too late for ours": [{ ahead: [-50], inMinutes: 7 }, 1, []],
	"without a time less than a minute does no harm": [{ ahead: [50] }, 1, []],
	"more than a minute is refused": [{ ahead: [61.7] }, 0, ["clip-chosen"]],
	"behind by more than a minute too": [{ ahead: [-3_600], inMinutes: 30 }, 0, ["clip-chosen"]],
	"unless it was agreed to: then the service's clock rules": [
		{ ahead: [600], inMinutes: 30, allowSkew: true },
		1,
		[],
	],
	"agreed to, what is too late by the service's clock stays too late": [
		{ ahead: [600], inMinutes: 15, allowSkew: true },
		0,
		["too-late"],
	],
};

for (const [title, [given, sent, left]] of Object.entries(CASES))
	skewed(title, async () => {
		const { service, rest } = await posting(given);
		assert.equal([service.commits.length, rest.changes.map(({ reason }) => reason)], [sent, left]);
	});

skewed(
	"are noticed between the plan and the last byte: then it does not leave, and nothing stays unknown",
	async () => {
		for (const late of [55, 3_600]) {
			const {
				service,
				report,
				snapshot: after,
			} = await posting({ ahead: [undefined, undefined, undefined, undefined, late], inMinutes: 8 });
			assert.equal(
				[service.calls.includes("publish"), service.commits, after.operations, after.ledger],
				[true, [], {}, []],
			);
			assert.is(report.failures.length, 1);
		}
	},
);

skewed("the refusal says how far apart they are and what to do, and a later run may try again", async () => {
	const { report } = await posting({ ahead: [90] });
	const [{ message = "", remedy = "", next } = {}] = report.failures;
	assert.is(message, "This machine's clock is 90 s behind the service's; nothing was sent.");
	assert.match(remedy, /timedatectl.*--allow-skew/);
	assert.is(next, "retry");
});

const others = suite("the clocks that nobody sets on this machine");
const boot = { boot: "boot-1", ms: 5 };
const known: Record<string, [typeof boot | undefined, Skew | undefined, unknown]> = {
	"none is known": [undefined, undefined, undefined],
	"only the uptime is known": [boot, undefined, { boot }],
	"only the service's is known": [undefined, off(60), { service: NOW + 60_000 }],
	"both are known": [boot, off(60), { boot, service: NOW + 60_000 }],
};
for (const [title, [uptime, skew, expected]] of Object.entries(known))
	others(title, async () => {
		const clock = { ...fakeClock(), boot: async () => uptime };
		assert.equal(await otherClocks({ clock, service: { skew: () => skew } }), expected);
	});

skewed.run();
others.run();
