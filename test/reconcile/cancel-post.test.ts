import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { cancelPost } from "../../src/reconcile/cancel-post.ts";
import { AFTER, applyHeld, asking, BEFORE, HELD, type HeldWorld, heldWorld } from "../builders/held.ts";
import { type RunGiven, recordingWith } from "../builders/run.ts";
import { apply as applySavedPlan, save } from "../builders/saved.ts";
import { campaign, NOW } from "../builders/world.ts";
import { Killed } from "../fakes/service.ts";

const { accounts } = campaign();
/** The post goes to another account now. */
const others = Object.entries(accounts).map(([name, account]) => [name, { ...account, username: "other" }]);
const MOVED = asking(BEFORE, { accounts: Object.fromEntries(others) });
const apply = (world: HeldWorld) => applyHeld(world, MOVED);

/** What the ledger of the state counts as posted, and where. */
function countedIn({ ledger }: Snapshot): readonly string[] {
	return ledger.map(({ account, operation }) => `${account} ${operation === "op-1" ? "before" : "anew"}`);
}

function sentBy({ service, held }: HeldWorld): readonly string[] {
	return [...held.log, ...service.commits.map(({ kind, payload }) => `${kind} ${/acc-\d/.exec(payload)}`)];
}

const replacing = suite("a post that is cancelled and posted again");

replacing("goes to the other account once the service says that it is cancelled", async () => {
	const world = heldWorld();
	const { report, rest, snapshot: after } = await apply(world);
	assert.equal([report.cancelled, report.published, report.failures], [1, 1, []]);
	assert.equal(sentBy(world), ["cancel p-1", "publish acc-2"]);
	assert.equal([countedIn(after), rest.changes.map(({ action }) => action)], [["youtube:other anew"], []]);
});

for (const death of ["die-before", "die-after"] as const)
	replacing(`goes on after a death (${death}), and is posted once`, async () => {
		const world = heldWorld();
		world.held.behaviours.push(death);
		await apply(world).then(
			() => assert.unreachable(),
			(error) => assert.instance(error, Killed),
		);
		const { snapshot: after } = await apply(world);
		assert.equal(
			[sentBy(world), countedIn(after)],
			[["cancel p-1", "publish acc-2"], ["youtube:other anew"]],
		);
	});

replacing("goes on after a death between the cancel and the post", async () => {
	const world = heldWorld();
	world.service.behaviours.push("die-before-arm");
	await apply(world).then(
		() => assert.unreachable(),
		(error) => assert.instance(error, Killed),
	);
	const { snapshot: after } = await apply(world);
	assert.equal([sentBy(world), countedIn(after)], [["cancel p-1", "publish acc-2"], ["youtube:other anew"]]);
});

replacing("is settled by reading where the answer is lost", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-answer");
	assert.is((await apply(world)).report.failures.length, 1);
	const { snapshot: after } = await apply(world);
	assert.equal([sentBy(world), countedIn(after)], [["cancel p-1", "publish acc-2"], ["youtube:other anew"]]);
});

replacing("is posted as it was where the edit is taken back after the cancel", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-answer");
	await apply(world);
	await applyHeld(world, asking(BEFORE));
	assert.equal(sentBy(world), ["cancel p-1", "publish acc-1"]);
});

replacing("stays with the old account where the service is delivering it", async () => {
	const world = heldWorld();
	world.held.before = () => {
		world.held.posts.set("p-1", { version: 4, status: "PROCESSING", scheduledAt: BEFORE });
	};
	const { report, snapshot: after } = await apply(world);
	assert.match(report.failures[0]?.message ?? "", "Too late to change it: the service says PROCESSING");
	assert.equal([sentBy(world), countedIn(after)], [[], ["youtube:acme before"]]);
	assert.not.ok("cancelling" in (after.resources[HELD] ?? {}));
});

replacing("that somebody cancelled by hand is a person's word, and never made anew by itself", async () => {
	const world = heldWorld();
	world.held.posts.set("p-1", { version: 4, status: "CANCELLED", scheduledAt: BEFORE });
	assert.is((await apply(world)).report.failures.length, 1);
	const { rest } = await apply(world);
	assert.equal(
		rest.changes.map((change) => [change.action, change.action === "attention" && change.remedy.code]),
		[["attention", "cancelled-at-service"]],
	);
	assert.equal(sentBy(world), []);
});

replacing("that has another time at the service now is left for a person to look at", async () => {
	const world = heldWorld();
	world.held.posts.set("p-1", { version: 4, status: "SCHEDULED", scheduledAt: AFTER });
	const { report, snapshot: after } = await apply(world);
	assert.match(report.failures[0]?.message ?? "", "changed at the service since it was read");
	const state = after.resources[HELD];
	assert.equal([sentBy(world), state?.kind === "post" && state.request.scheduledAt], [[], AFTER]);
});

replacing("is left alone within five minutes of going out", async () => {
	const world = heldWorld();
	const soon = epochMs(NOW + 4 * 60_000);
	world.held.posts.set("p-1", { version: 4, status: "SCHEDULED", scheduledAt: soon });
	await apply(world);
	await apply(world);
	assert.equal(sentBy(world), []);
});

replacing("needs a word where a run may cancel fewer", async () => {
	const world = heldWorld();
	const { rest } = await applyHeld(world, MOVED, { maxCancels: 0 });
	assert.equal(
		rest.changes.map((change) => change.action === "attention" && change.remedy),
		[{ code: "allow-cancels", cancels: 1, limit: 0 }],
	);
	assert.equal(sentBy(world), []);
});

replacing("is told as sent and done", async () => {
	const { events } = await apply(heldWorld());
	const about = events.flatMap((event) =>
		event.type === "sending" ? [event.type] : event.type === "sent" ? [event.message ?? event.outcome] : [],
	);
	assert.equal(about, ["sending", "cancelled", "sending", "accepted"]);
});

replacing("goes on by a saved plan after a death between the cancel and the post", async () => {
	const world = heldWorld();
	const moving: RunGiven = { ...given(world), campaigns: MOVED };
	const saved = await save(moving);
	assert.equal(
		saved.plan.changes.map(({ action }) => action),
		["replace"],
	);
	world.service.behaviours.push("die-before-arm");
	await applySavedPlan(saved, moving).then(
		() => assert.unreachable(),
		(error) => assert.instance(error, Killed),
	);
	await applySavedPlan(saved, moving);
	assert.equal(sentBy(world), ["cancel p-1", "publish acc-2"]);
});

replacing("is not told to the service again where a run that died had it cancelled", async () => {
	const world = heldWorld();
	const word = { by: "showrun apply", cause: "replaced" } as const;
	const after = await recordingWith({ store: world.store, service: world.service }, async ({ recording }) => {
		const at = recording.clock.now();
		const about = { address: HELD, operation: "op-1", at, ...word };
		await recording.writer.append({ type: "cancelling", ...about });
		world.held.posts.set("p-1", { version: 4, status: "CANCELLED", scheduledAt: BEFORE });
		await cancelPost(recording, { address: HELD, action: "replace", taskId: "p-1", word });
		return recording.writer.snapshot();
	});
	assert.equal([sentBy(world), countedIn(after)], [[], []]);
});

replacing.run();

const removing = suite("a post that was taken out of its campaign");
/** Its entry is gone, or goes to another account under a name of its own. */
const GONE = asking(BEFORE, { posts: [] });
const place = { file: "k.campaign.yaml", line: 3, column: 3 };
const more = { platform: "youtube", username: "other", timezone: "UTC", premium: false, place } as const;
const ELSEWHERE = asking(BEFORE, { accounts: { ...accounts, more } }).map((each) => ({
	...each,
	posts: each.posts.map((entry) => ({
		...entry,
		targets: entry.targets.map((target) => ({ ...target, account: "more" })),
	})),
}));

removing("is cancelled and forgotten", async () => {
	const world = heldWorld();
	const { report, rest, snapshot: after } = await applyHeld(world, GONE);
	assert.equal([report.cancelled, rest.changes, countedIn(after)], [1, [], []]);
	assert.equal([sentBy(world), HELD in after.resources], [["cancel p-1"], false]);
});

for (const death of ["die-before", "die-after"] as const)
	removing(`goes on after a death (${death})`, async () => {
		const world = heldWorld();
		world.held.behaviours.push(death);
		await applyHeld(world, GONE).then(
			() => assert.unreachable(),
			(error) => assert.instance(error, Killed),
		);
		const { snapshot: after } = await applyHeld(world, GONE);
		assert.equal([sentBy(world), countedIn(after), HELD in after.resources], [["cancel p-1"], [], false]);
	});

removing("stays where its campaign is gone, and where the service cancels nothing", async () => {
	const world = heldWorld();
	const { rest } = await applyHeld(world, []);
	assert.equal([sentBy(world), rest.changes], [[], []]);
	await applyHeld(world, GONE, { publishCancel: false });
	assert.equal(sentBy(world), []);
});

removing("waits for a word where a run may cancel none, and is not forgotten", async () => {
	const world = heldWorld();
	const { rest, snapshot: after } = await applyHeld(world, GONE, { maxCancels: 0 });
	assert.equal(
		rest.changes.map(({ action, reason }) => `${action} ${reason}`),
		["attention no-longer-asked"],
	);
	assert.equal([sentBy(world), HELD in after.resources], [[], true]);
});

removing("makes room for the same clip at another account", async () => {
	const world = heldWorld();
	const { snapshot: after } = await applyHeld(world, ELSEWHERE);
	assert.equal([sentBy(world), countedIn(after)], [["cancel p-1", "publish acc-2"], ["youtube:other anew"]]);
});

removing("keeps another account waiting where the service cannot cancel it", async () => {
	const world = heldWorld();
	const { rest } = await applyHeld(world, ELSEWHERE, { publishCancel: false });
	assert.equal(
		rest.changes.map(({ action, reason }) => `${action} ${reason}`),
		["attention no-longer-asked", "wait old-post-held"],
	);
	assert.equal(sentBy(world), []);
});

const SAVING = {
	idempotency: false,
	publishStatus: true,
	publishUpdate: true,
	publishCancel: true,
	replace: [],
};
const given = ({ store, service }: HeldWorld): RunGiven => ({
	store,
	service,
	campaigns: ELSEWHERE,
	over: { options: SAVING },
});

removing("makes room for the same clip at another account by a saved plan too", async () => {
	const world = heldWorld();
	const saved = await save(given(world));
	assert.equal(
		saved.plan.changes.map(({ action, reasonData }) => [action, reasonData && "isCancelled" in reasonData]),
		[
			["cancel", false],
			["wait", true],
		],
	);
	const { rest } = await applySavedPlan(saved, given(world));
	assert.equal([sentBy(world), rest.changes], [["cancel p-1", "publish acc-2"], []]);
	await applySavedPlan(saved, given(world)).then(
		() => assert.unreachable("it was applied twice"),
		({ message }: Error) => assert.match(message, "was applied already"),
	);
});

for (const death of ["die-before", "die-after"] as const)
	removing(`makes room by a saved plan that goes on after a death (${death})`, async () => {
		const world = heldWorld();
		const saved = await save(given(world));
		world.held.behaviours.push(death);
		await applySavedPlan(saved, given(world)).then(
			() => assert.unreachable(),
			(error) => assert.instance(error, Killed),
		);
		await applySavedPlan(saved, given(world));
		assert.equal(sentBy(world), ["cancel p-1", "publish acc-2"]);
	});

removing("says that the new account waits where the cancel is not selected", async () => {
	const world = heldWorld();
	const selected = (address: string) => address !== HELD;
	const saved = await save({ ...given(world), over: { options: { ...SAVING, selected } } });
	assert.equal(
		saved.plan.changes.map(({ action, reasonData }) => [action, reasonData && "isCancelled" in reasonData]),
		[["wait", false]],
	);
});

removing.run();
