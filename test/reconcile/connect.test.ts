import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { UnreachableFault } from "../../src/api/read-fault.ts";
import type { Account } from "../../src/model/account.ts";
import type { ConnectEvent } from "../../src/model/connect.ts";
import { Fault } from "../../src/model/fault.ts";
import { type Connecting, connectAccount } from "../../src/reconcile/connect.ts";
import { systemClock } from "../../src/system/clock.ts";
import { ACCOUNT } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { fakeService } from "../fakes/service.ts";

type Look = readonly Account[] | Error;

const expired: Account = { ...ACCOUNT, tokenValid: false };
const second: Account = { ...ACCOUNT, id: "acc-2", username: "second" };
const MINUTE = 60_000;

/** Looks at the accounts as they change, one list a look; the last one stays. */
async function connected(looks: readonly Look[], over: Partial<Connecting> = {}) {
	const events: ConnectEvent[] = [];
	const left = [...looks];
	const urls = () => events.filter((event) => event.type === "connect-url");
	const service = fakeService({
		accounts: async () => {
			const next = (left.length > 1 ? left.shift() : left[0]) ?? [];
			if (next instanceof Error) throw next;
			return next;
		},
		connectUrl: async (platform) => `https://auth/${platform}/${urls().length + 1}`,
	});
	const clock = fakeClock();
	const base = {
		service,
		clock,
		signal: new AbortController().signal,
		platform: "youtube",
		timeoutMs: 15 * MINUTE,
		poll: { firstMs: 10_000, mostMs: 30_000 },
	} as const;
	const wish = () => new Promise<void>(() => {});
	const end = await connectAccount({ ...base, emit: (event) => events.push(event), wish, ...over }).catch(
		(error: unknown) => error,
	);
	return {
		end,
		events,
		clock,
		urls: urls().map((event) => (event.type === "connect-url" ? [event.url, event.why] : [])),
	};
}

const connecting = suite("connecting an account");

const cases: Record<string, [readonly Look[], readonly Account[]]> = {
	"a new account is the one": [[[], [], [ACCOUNT]], [ACCOUNT]],
	"a second account of the platform is the one": [[[ACCOUNT], [ACCOUNT], [ACCOUNT, second]], [second]],
	"an account whose token became valid is the one": [[[expired], [expired], [ACCOUNT]], [ACCOUNT]],
	"an account whose token no longer expires soon is the one": [
		[[{ ...ACCOUNT, tokenExpiringSoon: true }], [ACCOUNT]],
		[ACCOUNT],
	],
	"an account that a reconnect gave another id is the one": [
		[[ACCOUNT], [ACCOUNT], [{ ...ACCOUNT, id: "acc-9" }]],
		[{ ...ACCOUNT, id: "acc-9" }],
	],
	"an account of another platform is not": [[[], [{ ...second, platform: "tiktok" }], [second]], [second]],
	"a token that became worse is not": [[[ACCOUNT], [expired], [expired, second]], [second]],
	"two at once are both": [
		[[], [ACCOUNT, second]],
		[ACCOUNT, second],
	],
};
for (const [title, [looks, expected]] of Object.entries(cases)) {
	connecting(title, async () => {
		const { end, events } = await connected(looks);
		assert.equal(end, expected);
		assert.equal(
			events.slice(-expected.length),
			expected.map((account) => ({ type: "connected", account })),
		);
	});
}

connecting(
	"is given up after its time, at the pace the service allows, and says that nothing is charged",
	async () => {
		const { end, urls, clock } = await connected([[]]);
		assert.instance(end, Fault);
		assert.match(String(end), "within 15 min. Nothing is charged");
		assert.equal(urls, [["https://auth/youtube/1", "first"]]);
		assert.is(clock.monotonic(), 15 * MINUTE);
		assert.ok(
			clock.waits.length < 40 && clock.waits[0] === 10_000 && Math.max(...clock.waits) === 30_000,
			String(clock.waits),
		);
	},
);

connecting("a time under a minute is told in seconds", async () => {
	const { end } = await connected([[]], { timeoutMs: 30_000 });
	assert.match(String(end), "within 30 s.");
});

connecting("an expired URL is asked for again by itself, once", async () => {
	const { urls, clock } = await connected([[]], { timeoutMs: 60 * MINUTE });
	assert.equal(urls, [
		["https://auth/youtube/1", "first"],
		["https://auth/youtube/2", "expired"],
	]);
	assert.is(clock.monotonic(), 60 * MINUTE);
});

connecting("a person can ask for another URL, and waiting begins anew", async () => {
	let wishes = 0;
	const waits: number[] = [];
	const sleep = (ms: number, signal: AbortSignal) => {
		waits.push(ms);
		return systemClock.sleep(20, signal);
	};
	const wish = () => (wishes++ < 2 ? Promise.resolve() : new Promise<void>(() => {}));
	// A wish that is there already must win against a clock that waits.
	const { urls, end } = await connected([[], [ACCOUNT]], {
		wish,
		clock: { ...systemClock, sleep },
	});
	assert.equal(urls, [
		["https://auth/youtube/1", "first"],
		["https://auth/youtube/2", "asked"],
		["https://auth/youtube/3", "asked"],
	]);
	assert.equal(end, [ACCOUNT]);
	assert.equal(waits, [10_000, 10_000, 10_000]);
});

connecting("a service that cannot answer for a while is asked again", async () => {
	const trouble = new UnreachableFault("The service is away.");
	const { end, events } = await connected([[], trouble, trouble, [ACCOUNT]]);
	assert.equal(end, [ACCOUNT]);
	assert.equal(
		events.filter(({ type }) => type === "unanswered"),
		[
			{ type: "unanswered", message: "The service is away." },
			{ type: "unanswered", message: "The service is away." },
		],
	);
});

connecting("a service that refuses ends it", async () => {
	class Refused extends Fault {
		readonly next = "stop" as const;
	}
	const refused = new Refused("no");
	assert.is((await connected([[], refused])).end, refused);
});

connecting("ends when it is stopped", async () => {
	const stop = new AbortController();
	const reason = new Error("stopped");
	const ended = connected([[]], { clock: systemClock, signal: stop.signal });
	await sleep(30);
	stop.abort(reason);
	assert.is((await ended).end, reason);
});
connecting.run();
