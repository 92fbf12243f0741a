import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { AFTER, applyHeld, asking, BEFORE, HELD, type HeldWorld, heldWorld } from "../builders/held.ts";
import { NOW } from "../builders/world.ts";
import { Killed } from "../fakes/service.ts";

const apply = (world: HeldWorld) => applyHeld(world, asking(AFTER));

function timeIn({ resources, ledger }: Snapshot): readonly unknown[] {
	const state = resources[HELD];
	return [state?.kind === "post" && state.request.scheduledAt, ledger[0]?.scheduledAt];
}

const updating = suite("an update of a post that waits");

updating("is made for the version that was read, and remembered with its time", async () => {
	const world = heldWorld();
	const { report, rest, snapshot: after } = await apply(world);
	assert.equal([report.updated, report.failures, rest.changes], [1, [], []]);
	assert.equal(world.held.log.length, 1);
	assert.equal(timeIn(after), [AFTER, AFTER]);
	assert.equal((await apply(world)).rest.changes, []);
	assert.equal(world.held.log.length, 1);
});

updating("gives it another rule for being late, and takes one away", async () => {
	const world = heldWorld();
	const rule = { maxMs: 3_600_000, action: "hold" } as const;
	const campaigns = asking(BEFORE).map((each) => {
		const { tube } = each.accounts;
		return { ...each, accounts: { ...each.accounts, ...(tube && { tube: { ...tube, late: rule } }) } };
	});
	const held = () => world.held.posts.get("p-1")?.lateRule;
	const { report } = await applyHeld(world, campaigns);
	assert.equal([report.updated, held()], [1, rule]);
	assert.equal((await applyHeld(world, campaigns)).rest.changes, []);
	assert.equal((await applyHeld(world, asking(BEFORE))).report.updated, 1);
	assert.equal(held(), { ...rule, action: "deliver" });
	assert.equal((await applyHeld(world, asking(BEFORE))).rest.changes, []);
	const { report: without } = await applyHeld(world, campaigns, { publishLateRule: false });
	assert.is(without.updated ?? 0, 0);
});

for (const death of ["die-before", "die-after"] as const)
	updating(`goes on after a death (${death}), and is made once`, async () => {
		const world = heldWorld();
		world.held.behaviours.push(death);
		await apply(world).then(
			() => assert.unreachable(),
			(error) => assert.instance(error, Killed),
		);
		const { rest, snapshot: after } = await apply(world);
		assert.equal([rest.changes, timeIn(after)], [[], [AFTER, AFTER]]);
		assert.is(world.held.posts.get("p-1")?.scheduledAt, AFTER);
	});

updating("whose answer is lost is looked at again by the next run", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-answer");
	assert.is((await apply(world)).report.failures.length, 1);
	assert.equal((await apply(world)).rest.changes, []);
});

updating("whose answer is lost is taken back where nobody wants it any more", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-answer");
	await apply(world);
	const { rest, snapshot: after } = await applyHeld(world, asking(BEFORE));
	assert.equal([rest.changes, timeIn(after)], [[], [BEFORE, BEFORE]]);
	assert.is(world.held.posts.get("p-1")?.scheduledAt, BEFORE);
});

updating("that arrives after its run ended is noticed, whatever is wanted then", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-request");
	await apply(world);
	assert.equal((await applyHeld(world, asking(BEFORE))).rest.changes, []);
	const post = world.held.posts.get("p-1");
	if (post) world.held.posts.set("p-1", { ...post, version: 4, scheduledAt: AFTER });
	await applyHeld(world, asking(BEFORE));
	assert.is(world.held.posts.get("p-1")?.scheduledAt, BEFORE);
});

updating("that arrives late is remembered once the post is out", async () => {
	const world = heldWorld();
	world.held.behaviours.push("lose-request");
	await apply(world);
	const post = world.held.posts.get("p-1");
	if (post) world.held.posts.set("p-1", { ...post, version: 5, status: "DONE", scheduledAt: AFTER });
	const { snapshot: after } = await apply(world);
	const state = after.resources[HELD];
	assert.equal(
		[timeIn(after)[0], state?.status, state?.kind === "post" && state.updating],
		[AFTER, "DONE", undefined],
	);
});

updating("that meets another time at the service is told, and looked at again", async () => {
	const world = heldWorld();
	const other = epochMs(BEFORE + 3_600_000);
	world.held.posts.set("p-1", {
		version: 4,
		status: "SCHEDULED",
		scheduledAt: other,
		configs: { "acc-1": {} },
	});
	const { report, snapshot: after } = await apply(world);
	assert.match(report.failures[0]?.message ?? "", "changed at the service");
	assert.equal([world.held.log, timeIn(after)], [[], [other, other]]);
});

updating("that somebody else is faster with is told, and changes nothing", async () => {
	const world = heldWorld();
	world.held.before = () => {
		const post = world.held.posts.get("p-1");
		if (post) world.held.posts.set("p-1", { ...post, version: post.version + 1 });
	};
	const { report, snapshot: after } = await apply(world);
	assert.match(report.failures[0]?.message ?? "", "changed at the service");
	assert.equal([world.held.log, timeIn(after)], [[], [BEFORE, BEFORE]]);
});

updating("comes too late for what is being delivered, which is remembered", async () => {
	const world = heldWorld();
	world.held.posts.set("p-1", { version: 4, status: "PROCESSING", scheduledAt: BEFORE });
	const { report, snapshot: after } = await apply(world);
	assert.match(report.failures[0]?.message ?? "", "Too late to change it: the service says PROCESSING");
	assert.is(after.resources[HELD]?.status, "PROCESSING");
});

updating("that is answered by a post on its way is not taken for made", async () => {
	const world = heldWorld();
	const { updatePost } = world.service;
	const service: typeof world.service = {
		...world.service,
		async updatePost(...given) {
			const changed = await updatePost(...given);
			return { ...changed, reading: { ...changed.reading, status: "PROCESSING" } };
		},
	};
	const { report } = await apply({ ...world, service });
	assert.is(report.updated, undefined);
	assert.match(report.failures[0]?.message ?? "", "Too late to change it: the service says PROCESSING");
});

updating("is told only once it is written down", async () => {
	const world = heldWorld();
	const store: typeof world.store = {
		...world.store,
		async open(options) {
			const writer = await world.store.open(options);
			const append: typeof writer.append = async (...entries) => {
				if (entries.some(({ type }) => type === "updated")) throw new Error("the disk is full");
				return writer.append(...entries);
			};
			return { ...writer, append };
		},
	};
	await apply({ ...world, store }).then(
		() => assert.unreachable(),
		(error) => assert.match(String(error), "the disk is full"),
	);
});

updating("is refused where less than five minutes are left", async () => {
	const world = heldWorld();
	const soon = epochMs(NOW + 4 * 60_000);
	world.held.posts.set("p-1", {
		version: 3,
		status: "SCHEDULED",
		scheduledAt: soon,
		configs: { "acc-1": {} },
	});
	assert.equal((await apply(world)).report.updated, undefined);
	const { rest } = await apply(world);
	assert.equal([world.held.log, rest.changes.map(({ action }) => action)], [[], ["attention"]]);
});

updating.run();
