import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { LedgerEntry, ResourceState, Snapshot } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { daily, schedule } from "../builders/schedule.ts";
import {
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = 3;
const GAP = 2 * HOUR;
const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const target = { account: "tube", place, body: { title: "{{ clip.title }}" }, places: {} };
const CLIPS = Array.from({ length: 30 }, (_, idx) => clip(idx));

/**
 * What happens between two runs: time goes by, more or other clips are wanted, the service is out of reach.
 */
interface Step {
	readonly hours: number;
	readonly scheduled: number;
	readonly soon: number;
	readonly reachable: boolean;
}

const steps = fc.array(
	fc.record({
		hours: fc.integer({ min: 0, max: 60 }),
		scheduled: fc.nat(12),
		soon: fc.nat(6),
		reachable: fc.boolean(),
	}),
	{
		minLength: 2,
		maxLength: 12,
	},
);

function campaignOf({ scheduled, soon }: Step): Campaign {
	const ranks = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
	const tube = {
		platform: "youtube",
		username: "Acme",
		place,
		timezone: "America/New_York",
		premium: false,
		maxPerDay: MOST,
		minGapMs: GAP,
	} as const;
	return campaign({
		schedules: {
			mornings: schedule({
				slots: daily("02:30", "09:00", "10:30", "17:00", "23:30"),
				missed: { kind: "next-slot" },
			}),
		},
		accounts: { tube },
		posts: [
			post({
				name: "slots",
				schedule: "mornings",
				clips: { ranks: ranks(0, scheduled) },
				targets: [target],
				handoverMs: 12 * HOUR,
			}),
			post({ name: "soon", clips: { ranks: ranks(20, soon) }, targets: [target] }),
		],
	});
}

/** One apply: plans, writes slots down, hands over what can be. Checks that nothing given was moved. */
function applied(before: Snapshot, step: Step, now: number): Snapshot {
	const campaigns = [campaignOf(step)];
	const given = world({ campaigns, state: before });
	const { changes, slots } = plan({ ...given, observed: { ...given.observed, now: epochMs(now) } });
	for (const [address, slot] of Object.entries(slots?.given ?? {})) {
		const old = before.slots?.[address as AddressText];
		assert.ok(
			old === undefined || old.at < now + 10 * 60_000,
			`${address} was moved from ${old?.at} to ${slot.at}`,
		);
	}
	const kept = Object.entries({ ...before.slots, ...slots?.given }).filter(
		([address]) => !slots?.freed.includes(address as AddressText),
	);
	const published = step.reachable
		? changes.flatMap((change) => (change.action === "publish" ? [change] : []))
		: [];
	const resources: Record<string, ResourceState> = { ...before.resources };
	const ledger: LedgerEntry[] = [...before.ledger];
	for (const { address, request } of published) {
		resources[address] = posted(clip(request.idx), {
			request: postRequest(clip(request.idx), request),
			acceptedAt: epochMs(now),
			status: "SCHEDULED",
		});
		ledger.push(
			ledgerOf(clip(request.idx), {
				address,
				at: epochMs(now),
				...(request.scheduledAt !== undefined && { scheduledAt: request.scheduledAt }),
			}),
		);
	}
	return { ...before, resources, ledger, slots: Object.fromEntries(kept) };
}

const holding = suite("times over many runs");
holding("given slots stay, none is taken twice, and the limits of the account hold in every 24 hours", () => {
	let handedOver = 0;
	fc.assert(
		fc.property(steps, (all) => {
			let [state, now] = [snapshot({ [videoAddress("k", "talk")]: settledVideo(CLIPS) }), Number(NOW)];
			for (const step of all) {
				now += step.hours * HOUR;
				state = applied(state, step, now);
			}
			const times = state.ledger.map(({ at, scheduledAt }) => scheduledAt ?? at).sort((a, b) => a - b);
			handedOver += times.length;
			assert.ok(state.resources[TALK]);
			for (const [index, at] of times.entries()) {
				assert.ok(index === 0 || at - (times[index - 1] ?? 0) >= GAP, "two posts are too close");
				assert.ok(index < MOST || at - (times[index - MOST] ?? 0) >= DAY, "there are too many in 24 hours");
			}
		}),
		{ numRuns: 120, seed: 20261121 },
	);
	assert.ok(handedOver > 300, `only ${handedOver} posts were handed over`);
});
holding.run();
