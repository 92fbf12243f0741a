import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../../src/model/address.ts";
import { epochMs } from "../../../src/model/brand.ts";
import { StopFault } from "../../../src/model/fault.ts";
import { stillToReplace } from "../../../src/reconcile/saved/apply.ts";
import { digestOf } from "../../../src/reconcile/saved/digest.ts";
import { decodeSavedPlan, encodeSavedPlan } from "../../../src/reconcile/saved/plan-file.ts";
import { memoryStore } from "../../../src/state/memory.ts";
import type { StateStore } from "../../../src/state/store.ts";
import { type RunGiven, run } from "../../builders/run.ts";
import { apply, save } from "../../builders/saved.ts";
import {
	addressOf,
	campaign,
	clip,
	NOW,
	post,
	settledVideo,
	snapshot,
	TALK,
	video,
} from "../../builders/world.ts";
import { fakeService, Killed, ongoing } from "../../fakes/service.ts";

const settled = () => memoryStore(snapshot({ [TALK]: settledVideo() }));

async function refusal(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => assert.unreachable("it was not refused"),
		(thrown: unknown) => thrown,
	);
	assert.instance(error, StopFault);
	const { message, remedy } = error as StopFault;
	return `${message}\n${remedy}`;
}

const using = suite("a saved plan");
using("does what it says, once", async () => {
	const [store, service] = [settled(), fakeService()];
	const saved = await save({ store, service });
	const { report, rest } = await apply(saved, { store, service });
	assert.equal([report.published, rest.changes], [2, []]);
	assert.match(
		await refusal(apply(saved, { store, service })),
		/plan\.json was applied already, on 2026-11-21 12:01Z: a saved plan is applied once\. Nothing was done\./,
	);
	assert.is(service.commits.length, 2);
});

using("brings along the posts it bounded, and no more of them", async () => {
	const [store, service] = [memoryStore(), fakeService()];
	const saved = await save({ store, service });
	const { report } = await apply(saved, { store, service });
	assert.equal([report.submitted, report.published], [1, 2]);
});

using("does nothing that it has no word on", async () => {
	const [store, service] = [settled(), fakeService()];
	const first = addressOf(clip(0));
	const over = {
		options: {
			idempotency: false,
			publishStatus: false,
			replace: [],
			selected: (address: string) => address === first,
		},
	};
	const saved = await save({ store, service, over });
	const { report, rest, look } = await apply(saved, { store, service });
	assert.equal([report.published, look.plan.changes.map(({ address }) => address)], [1, [first]]);
	assert.equal(
		rest.changes.map(({ address }) => address),
		[addressOf(clip(1))],
	);
	assert.match(await refusal(apply(saved, { store, service })), "applied already");
});

using("that was interrupted goes on with the same command, and no post is made twice", async () => {
	const [store, service] = [settled(), fakeService({ behaviours: ["accept", "die-before-arm"] })];
	const saved = await save({ store, service });
	await apply(saved, { store, service }).then(
		() => assert.unreachable(),
		(error: unknown) => assert.instance(error, Killed),
	);
	assert.equal((await store.read()).plans?.[saved.id], { usedAt: NOW + 60_000, expiresAt: saved.expiresAt });
	const { report } = await apply(saved, { store, service });
	assert.equal([report.published, service.commits.length], [1, 2]);
	assert.match(await refusal(apply(saved, { store, service })), "applied already");
});

using(
	"goes on after a kill between submitting and publishing, within what is left of its bound",
	async () => {
		const [store, service] = [
			memoryStore(),
			fakeService({ behaviours: ["accept", "accept", "die-before-arm"] }),
		];
		const saved = await save({ store, service });
		await apply(saved, { store, service }).catch((error: unknown) => assert.instance(error, Killed));
		const { report } = await apply(saved, { store, service });
		assert.equal(
			[report.submitted, report.published, service.commits.map(({ kind }) => kind)],
			[0, 1, ["submit", "publish", "publish"]],
		);
	},
);

using("replaces once, however often it is continued", async () => {
	const [store, service] = [settled(), fakeService({ readings: [ongoing], behaviours: ["accept"] })];
	const over = { options: { idempotency: false, publishStatus: false, replace: [TALK] } };
	const saved = await save({ store, service, over });
	const stop = new AbortController();
	service.results = async () => {
		stop.abort(new StopFault("stopped"));
		return ongoing;
	};
	await apply(saved, { store, service, over: { ...over, signal: stop.signal } });
	assert.equal([service.commits.length, stillToReplace(saved, await store.read())], [1, []]);
});
using("replaces videos that were submitted before it was used, and what is none yet", async () => {
	const replace = [TALK, videoAddress("k", "none")];
	const saved = { id: "plan-1", replace } as unknown as Parameters<typeof stillToReplace>[0];
	const left = (submittedAt: number, usedAt?: number) => {
		const state = snapshot({ [TALK]: { ...settledVideo(), submittedAt: epochMs(submittedAt) } });
		const plans = usedAt === undefined ? {} : { "plan-1": { usedAt: epochMs(usedAt), expiresAt: NOW } };
		return stillToReplace(saved, { ...state, plans });
	};
	assert.equal([left(NOW), left(NOW, NOW + 1), left(NOW, NOW)], [replace, replace, replace.slice(1)]);
});

using.run();

/** What happens between the making and the use of a plan, and what is said then. */
const stale: Record<
	string,
	[
		(world: {
			store: StateStore;
		}) => Promise<{ given?: Partial<RunGiven>; held?: { service: string; version: string } }>,
		RegExp,
	]
> = {
	"a campaign that changed": [
		async () => ({ given: { campaigns: [campaign({ digest: "e" })] } }),
		/stale[\s\S]*- The campaign k \(k\.campaign\.yaml\) changed, or its inputs/,
	],
	"a campaign more": [
		async () => ({
			given: { campaigns: [campaign(), campaign({ name: "new", file: "new.campaign.yaml", posts: [] })] },
		}),
		/- The campaign new \(new\.campaign\.yaml\) is new\./,
	],
	"a campaign less": [
		async () => ({ given: { campaigns: [campaign({ name: "x", posts: [], videos: [] })] } }),
		/- The campaign k \(k\.campaign\.yaml\) is gone\./,
	],
	"a state that moved on": [
		async ({ store }) => {
			await run({ store, service: fakeService() });
			return {};
		},
		/- The state changed: it was at serial 7 and is at \d+\.\n- Posts were made, or resolved, since\./,
	],
	"another state": [
		async () => ({
			given: { store: memoryStore(snapshot({ [TALK]: settledVideo() }, { lineage: "other" })) },
		}),
		/- The plan was made for another state/,
	],
	"another service": [
		async () => ({ held: { service: "api.example.com", version: "1" } }),
		/- It was made for the service embedded, and this one is api\.example\.com\./,
	],
	"another program": [
		async () => ({ held: { service: "embedded", version: "2" } }),
		/was made by showrun 1, and this is 2/,
	],
	"an account that is lost": [
		async () => ({ given: { service: fakeService({ accountList: [] }) } }),
		/tube was to publish; now: no connected account has this platform and username/,
	],
	"an account that is another connection": [
		async () => ({
			given: {
				service: fakeService({
					accountList: [
						{
							id: "acc-2",
							platform: "youtube",
							username: "Acme",
							tokenValid: true,
							tokenExpiringSoon: false,
						},
					],
				}),
			},
		}),
		/- The account youtube acme is another connection now\./,
	],
};
const refusing = suite("a saved plan is refused for");
for (const [title, [between, expected]] of Object.entries(stale)) {
	refusing(`${title}, and says so`, async () => {
		const [store, service] = [settled(), fakeService()];
		const saved = await save({ store, service });
		const { given = {}, held } = await between({ store });
		const at = { store, service, ...given };
		assert.match(await refusal(apply(saved, at, held)), expected);
		assert.is(at.service.commits.length, 0);
	});
}

refusing("its age, after 24 hours", async () => {
	const [store, service] = [settled(), fakeService()];
	const saved = await save({ store, service });
	assert.is(saved.expiresAt - saved.createdAt, 24 * 3_600_000);
	assert.match(
		await refusal(apply({ ...saved, expiresAt: epochMs(NOW + 60_000) }, { store, service })),
		"plan.json expired on 2026-11-21 12:01Z.",
	);
});

refusing("posts of another run, when it is to go on", async () => {
	const campaigns = [campaign({ posts: [post(), post({ name: "other", clips: { ranks: [2] } })] })];
	const [store, service] = [settled(), fakeService({ behaviours: ["die-before-arm"] })];
	const over = {
		options: {
			idempotency: false,
			publishStatus: false,
			replace: [],
			selected: (address: string) => address.includes(".shorts["),
		},
	};
	const saved = await save({ store, service, campaigns, over });
	await apply(saved, { store, service, campaigns }).catch((error: unknown) => assert.instance(error, Killed));
	await run({ store, service, campaigns });
	assert.match(
		await refusal(apply(saved, { store, service, campaigns })),
		/other\["talk@200000-240000"\]\.tube was posted by another run/,
	);
});

refusing.run();
const filing = suite("the file of a saved plan");
const secret = "https://user:pass@cdn.example/talk.mp4?sig=s3cret";
const linked = [campaign({ videos: [video({ source: { kind: "url", url: secret } })] })];
const file = async () =>
	encodeSavedPlan(await save({ store: memoryStore(), service: fakeService(), campaigns: linked }));

filing("comes back as it was, whatever the order of its keys", async () => {
	const text = await file();
	const value = JSON.parse(text);
	assert.equal(decodeSavedPlan(text, "plan.json"), value);
	assert.equal(
		decodeSavedPlan(JSON.stringify(Object.fromEntries(Object.entries(value).reverse())), "plan.json"),
		value,
	);
});
filing("holds no query of a link, no password, no path of this machine", async () => {
	const text = await file();
	assert.not.match(text, "s3cret");
	assert.not.match(text, "user:pass");
	assert.not.match(
		encodeSavedPlan(await save({ store: memoryStore(), service: fakeService() })),
		'"/talk.mp4"',
	);
});
filing("is told from campaigns by its content", () => {
	for (const other of ["campaign: talk\n", "{ campaign: talk }", '{"campaign":"talk"}', "", "[1]", "{}"])
		assert.is(decodeSavedPlan(other, "x"), undefined);
});
const changed: Record<string, (text: string) => string> = {
	"in a value": (text) => text.replace('"unchanged": 0', '"unchanged": 1'),
	"in its bounds": (text) => text.replace('"atMost": 2', '"atMost": 200'),
	"in its expiry": (text) => text.replace(/"expiresAt": \d+/, '"expiresAt": 99999999999999'),
	"by a key more": (text) => text.replace('"format": 2,', '"format": 2, "extra": true,'),
	"by cutting it off": (text) => text.slice(0, 300),
};
for (const [title, change] of Object.entries(changed)) {
	filing(`that was changed ${title} is refused`, async () => {
		const text = change(await file());
		assert.throws(
			() => decodeSavedPlan(text, "plan.json"),
			(error: unknown) => error instanceof StopFault && /was changed after it was made/.test(error.message),
		);
	});
}
filing("of 0.1.0 keeps its sentences where codes stand today", async () => {
	const { format: _, digest: __, ...today } = JSON.parse(await file());
	const at = { address: "k.video.talk", action: "attention", reason: "task-failed" };
	const before = {
		...today,
		format: 1,
		plan: {
			...today.plan,
			changes: [{ ...at, detail: "no speech", remedy: "Put it right." }],
			notes: [{ rule: "SVC-10", title: "t", detail: "It says the same.", address: "k.video.talk" }],
		},
	};
	const { plan } = decodeSavedPlan(JSON.stringify({ ...before, digest: digestOf({ ...before }) }), "x") ?? {};
	assert.equal(plan?.changes, [
		{ ...at, reasonData: { text: "no speech" }, remedy: { code: "text", text: "Put it right." } },
	]);
	assert.equal(plan?.notes, [
		{ rule: "repeated-text", address: "k.video.talk", finding: { code: "text", text: "It says the same." } },
	]);
});
filing("of a newer program says so", async () => {
	const text = (await file()).replace('"format": 2', '"format": 3');
	assert.throws(() => decodeSavedPlan(text, "plan.json"), /newer showrun/);
});
filing.run();
