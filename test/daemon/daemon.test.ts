import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trackBlocked } from "../../src/daemon/blocked-addresses.ts";
import { type DaemonParts, startDaemon } from "../../src/daemon/daemon.ts";
import { trackFailed } from "../../src/daemon/failed-addresses.ts";
import { readKept, writeKept } from "../../src/daemon/kept.ts";
import { lastGood } from "../../src/daemon/last-good-campaigns.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { Notice } from "../../src/model/notice.ts";
import type { Clock } from "../../src/system/clock.ts";
import { campaign, NOW, snapshot, TALK } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";

const broken = (file: string): Diagnostic => ({
	severity: "error",
	rule: "yaml-syntax",
	summary: "s",
	detail: "d",
	place: { file, line: 1, column: 1 },
});
const [a, b] = [campaign({ name: "a", file: "a.yaml" }), campaign({ name: "b", file: "b.yaml" })];
const names = (campaigns: readonly { name: string; digest: string }[]) =>
	campaigns.map(({ name, digest }) => `${name}:${digest}`);

const keeping = suite("the last good campaigns");
keeping("what is good counts at once", () =>
	assert.equal(names(lastGood([a], { campaigns: [{ ...a, digest: "new" }, b], diagnostics: [] }).campaigns), [
		"a:new",
		"b:d",
	]),
);
keeping("a broken file keeps its last good version, and the others go on", () => {
	const kept = lastGood([a, b], { campaigns: [{ ...b, digest: "new" }], diagnostics: [broken("a.yaml")] });
	assert.equal([names(kept.campaigns), kept.broken], [["b:new", "a:d"], ["a.yaml"]]);
});
keeping("a broken reviewed-clips file keeps the last good version of its campaign", () => {
	const talk = campaign({ name: "talk", file: "talk.campaign.yaml" });
	assert.equal(lastGood([talk], { campaigns: [], diagnostics: [broken("talk.clips.yaml")] }).campaigns, [
		talk,
	]);
});
keeping("a broken shared file keeps the last good version of every campaign that uses it", () => {
	const loaded = { campaigns: [], diagnostics: [broken("brand.yaml")], broken: ["a.yaml", "b.yaml"] };
	const kept = lastGood([a, b], loaded);
	assert.equal(
		[kept.campaigns, kept.broken],
		[
			[a, b],
			["brand.yaml", "a.yaml", "b.yaml"],
		],
	);
});
keeping("a broken file without a last good version is left out", () =>
	assert.equal(lastGood([], { campaigns: [b], diagnostics: [broken("a.yaml")] }).campaigns, [b]),
);
keeping("a removed file is gone", () =>
	assert.equal(lastGood([a, b], { campaigns: [b], diagnostics: [] }).campaigns, [b]),
);
keeping("an error of no file keeps everything as it was", () => {
	const { place: _, ...nowhere } = broken("x");
	assert.equal(lastGood([a], { campaigns: [b], diagnostics: [nowhere] }).campaigns, [a]);
});
keeping("a warning changes nothing", () =>
	assert.equal(
		names(
			lastGood([a], {
				campaigns: [{ ...a, digest: "new" }],
				diagnostics: [{ ...broken("a.yaml"), severity: "warning" }],
			}).campaigns,
		),
		["a:new"],
	),
);
keeping.run();

const failing = suite("what failed before");
const k = campaign();
const at = (seconds: number) => epochMs(NOW + seconds * 1_000);
const failed = (next: "stop" | "retry" | "wait") => [{ address: TALK, message: "no", next }];

failing("is left alone until its campaign changes", () => {
	const tracked = trackFailed();
	tracked.record(failed("stop"), { campaigns: [k], now: at(0) });
	const skips = [tracked.skip([k], at(1_000_000)), tracked.skip([{ ...k, digest: "new" }], at(0))];
	assert.equal([skips, tracked.retries], [[[TALK], []], []]);
});
failing(
	"is tried again after a pause when it provably was not sent, at once when its campaign changes",
	() => {
		const tracked = trackFailed();
		tracked.record(failed("retry"), { campaigns: [k], now: at(0) });
		const [retry] = tracked.retries;
		assert.ok(retry && retry.until >= at(2.5) && retry.until <= at(5));
		const edited = { ...k, digest: "new" };
		assert.equal(
			[tracked.skip([k], at(2)), tracked.skip([edited], at(2)), tracked.skip([k], at(5))],
			[[TALK], [], []],
		);
	},
);
failing("waits longer each time, a minute at most, and is forgotten once it is done", () => {
	const tracked = trackFailed();
	const times = Array.from({ length: 9 }, (_, index) => {
		tracked.skip([k], at(index * 100));
		tracked.record(failed("retry"), { campaigns: [k], now: at(index * 100) });
		return tracked.retries[0]?.times;
	});
	const pause = (tracked.retries[0]?.until ?? 0) - at(800);
	assert.equal(times, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
	assert.ok(pause >= 30_000 && pause <= 60_000, `${pause} ms`);
	tracked.skip([k], at(900));
	tracked.record([], { campaigns: [k], now: at(900) });
	assert.equal(tracked.retries, []);
});
failing("keeps its time over restarts and while others are done", () => {
	const before = trackFailed();
	before.record(failed("wait"), { campaigns: [k], now: at(0) });
	const after = trackFailed(before.retries);
	assert.equal(after.skip([k], at(20)), [TALK]);
	after.record([], { campaigns: [k], now: at(20) });
	assert.equal(after.retries, before.retries);
});
failing("is tried at once when the clock that gave it its time was wrong", () => {
	const before = trackFailed();
	before.record(failed("wait"), { campaigns: [k], now: at(3_000_000) });
	assert.equal(trackFailed(before.retries).skip([k], at(0)), []);
});
failing("is kept in a file, which may be missing or damaged", async () => {
	const folder = await mkdtemp(join(tmpdir(), "showrun-kept-"));
	const path = join(folder, "cache", "watch.json");
	try {
		const nothing = { retries: [], breaker: { unknowns: 0 } };
		assert.equal(await readKept(path), nothing);
		const tracked = trackFailed();
		tracked.record(failed("retry"), { campaigns: [k], now: at(0) });
		const kept = { retries: tracked.retries, breaker: { unknowns: 3, until: at(9) } };
		await writeKept(path, kept);
		assert.equal(await readKept(path), kept);
		await writeFile(path, '{"retries":[{"address":1},null],"breaker":7}');
		assert.equal(await readKept(path), nothing);
		await writeFile(path, "{");
		assert.equal(await readKept(path), nothing);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
failing.run();

const blocking = suite("what is blocked");
const waits = {
	action: "attention",
	address: TALK,
	reason: "account-token",
	reasonData: { platform: "youtube", username: "Acme" },
	remedy: { code: "connect-account", platform: "youtube" },
} as const;
blocking("is named once for as long as it is so, with why and what to do", () => {
	const blocked = trackBlocked();
	const [first, ...others] = blocked.report([waits]);
	assert.equal(
		[first?.address, first?.remedy, others.length, blocked.report([waits]).length],
		[
			TALK,
			"Connect it with `showrun accounts connect youtube`, then run the command again. To try it without the platform (no `service.url` set), add it to `embedded.accounts` in the settings: its posts go to the outbox, a local folder.",
			0,
			0,
		],
	);
	assert.match(String(first?.why), /authorization is no longer valid \(youtube Acme\)/);
	assert.equal([blocked.report([]).length, blocked.report([waits]).length], [0, 1]);
});
blocking("very many are counted", () => {
	const notices = trackBlocked().report(
		Array.from({ length: 45 }, (_, at) => ({
			...waits,
			reasonData: { ...waits.reasonData, username: String(at) },
		})),
	);
	assert.equal([notices.length, notices.at(-1)?.message], [21, "25 more addresses are blocked"]);
});
blocking.run();

const daemons = suite("a daemon");
const nothing = {
	report: { submitted: 0, published: 0, failures: [] },
	rest: { changes: [], unchanged: 0, needsAccounts: false, lineage: "", serial: 0 },
	underway: false,
	snapshot: snapshot(),
};

async function ran(over: (stop: () => void) => Partial<DaemonParts>) {
	const stop = new AbortController();
	const notices: Notice[] = [];
	const complaints: Diagnostic[] = [];
	const base: DaemonParts = {
		load: async () => ({ campaigns: [k], diagnostics: [] }),
		pass: async () => nothing,
		poll: { firstMs: 1, mostMs: 2 },
		suspension: () => undefined,
		clock: fakeClock(),
		signal: stop.signal,
		log: (notice) => notices.push(notice),
		complain: (found) => complaints.push(...found),
	};
	const daemon = startDaemon({ ...base, ...over(() => stop.abort()) });
	await daemon.ended;
	return { notices, complaints, health: daemon.health() };
}

/** Time that does not pass: only triggers wake who waits. */
function standingClock(): Clock {
	const sleep = (_ms: number, signal: AbortSignal) =>
		new Promise<void>((settle) => signal.addEventListener("abort", () => settle(), { once: true }));
	return { ...fakeClock(), sleep };
}

daemons("reads nothing and makes no pass while it stands by, and both once it leads", async () => {
	const stop = new AbortController();
	const did: string[] = [];
	let standby: string | undefined = "another one leads";
	const daemon = startDaemon({
		load: async () => {
			did.push("load");
			return { campaigns: [k], diagnostics: [] };
		},
		pass: async () => {
			did.push("pass");
			stop.abort();
			return nothing;
		},
		...{ poll: { firstMs: 1, mostMs: 2 }, suspension: () => undefined, standby: () => standby },
		...{ clock: standingClock(), signal: stop.signal, log: () => {}, complain: () => {} },
	});
	await new Promise((turn) => setImmediate(turn));
	daemon.trigger("cron");
	await new Promise((turn) => setImmediate(turn));
	assert.equal([did, daemon.health().standby], [[], "another one leads"]);
	standby = undefined;
	// Whatever brings the next pass: what was not read before is read first.
	daemon.trigger("cron");
	await daemon.ended;
	assert.equal([did, daemon.health().standby], [["load", "pass"], ""]);
});

daemons("campaigns that could not be read are read before anything is planned without them", async () => {
	let loads = 0;
	const planned: (readonly string[])[] = [];
	await ran((stop) => ({
		async load() {
			if (++loads === 1) throw new StopFault("a folder cannot be read");
			return { campaigns: [k], diagnostics: [] };
		},
		async pass(campaigns) {
			planned.push(campaigns.map(({ name }) => name));
			stop();
			return nothing;
		},
	}));
	assert.equal([loads, planned], [2, [[k.name]]]);
});

daemons("a pass that fails because another one took over is no trouble", async () => {
	let standby: string | undefined;
	const { health, notices } = await ran((stop) => ({
		standby: () => standby,
		clock: standingClock(),
		pass: async () => {
			standby = "another one leads";
			setImmediate(stop);
			throw new StopFault("no longer");
		},
	}));
	assert.equal([health.trouble, notices.map(({ level }) => level)], ["", ["warn"]]);
});

daemons("is ready after a good pass", async () => {
	const { health, notices } = await ran((stop) => ({
		pass: async () => {
			stop();
			return nothing;
		},
	}));
	assert.is(health.trouble, "");
	assert.is.not(health.lastGoodPass, "");
	assert.is(notices[0]?.message, "pass");
});

daemons("outlives a pass that could not be made, says why, and tries again", async () => {
	let count = 0;
	const { notices, health } = await ran((stop) => ({
		pass: async () => {
			if (++count === 1) throw new StopFault("the service is away", { remedy: "wait" });
			stop();
			return nothing;
		},
	}));
	assert.equal(
		[count, notices[0]?.message, notices[0]?.remedy, health.trouble],
		[2, "the service is away", "wait", ""],
	);
});

daemons("says when it is suspended and when not, and passes again at once when that ends", async () => {
	const clock = fakeClock();
	const seen: unknown[] = [];
	const until = NOW + 40_000;
	const { notices } = await ran((stop) => ({
		clock,
		suspension: () => (clock.now() < until ? { reason: "brand review" } : undefined),
		pass: async () => {
			seen.push(clock.now() < until);
			if (seen.length === 2) stop();
			return nothing;
		},
	}));
	const said = notices.filter(({ level }) => level === "warn").map(({ message }) => message);
	assert.equal(
		[seen, said],
		[
			[true, false],
			["Suspended: brand review. Nothing is submitted or published.", "resumed"],
		],
	);
});

daemons("passes again by itself for what was not sent, and is not ready until then", async () => {
	const clock = fakeClock();
	const seen: unknown[] = [];
	let health = () => ({}) as { failing?: number };
	const stop = new AbortController();
	let passes = 0;
	const daemon = startDaemon({
		suspension: () => undefined,
		load: async () => ({ campaigns: [k], diagnostics: [] }),
		pass: async (_, skip) => {
			seen.push([skip, health().failing]);
			if (++passes === 2) stop.abort();
			return passes > 1 ? nothing : { ...nothing, report: { ...nothing.report, failures: failed("retry") } };
		},
		...{ poll: { firstMs: 1, mostMs: 2 }, clock, signal: stop.signal, log: () => {}, complain: () => {} },
	});
	health = daemon.health;
	await daemon.ended;
	assert.equal(seen, [
		[[], 0],
		[[], 1],
	]);
	assert.is(health().failing, 0);
	assert.ok(clock.waits[0] !== undefined && clock.waits[0] <= 5_000, `${clock.waits[0]} ms`);
});

daemons("does not try a failure again, but goes on with the rest", async () => {
	const skips: (readonly string[])[] = [];
	await ran((stop) => ({
		pass: async (_, skip) => {
			skips.push(skip);
			if (skips.length === 2) stop();
			return {
				...nothing,
				underway: true,
				report: { submitted: 0, published: 0, failures: [{ address: TALK, message: "no", next: "stop" }] },
			};
		},
	}));
	assert.equal(skips, [[], [TALK]]);
});

daemons("reports a broken file at the start and passes over the good ones", async () => {
	const { complaints, notices } = await ran((stop) => ({
		load: async () => ({ campaigns: [k], diagnostics: [broken("bad.yaml")] }),
		pass: async (campaigns) => {
			assert.equal(campaigns, [k]);
			stop();
			return nothing;
		},
	}));
	assert.equal([complaints.length, notices[0]?.file], [1, "bad.yaml"]);
});

daemons("a bug ends it", async () => {
	await ran(() => ({ pass: () => Promise.reject(new TypeError("bug")) })).then(
		() => assert.unreachable(),
		(error: Error) => assert.is(error.message, "bug"),
	);
});
daemons.run();
