import { setTimeout } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { WirePublishTask } from "../../../../src/wire/messages.gen.ts";
import { START, until, type World } from "../../world.ts";
import { type Ground, HOUR, PATH, publish, seen, withChannel } from "./channel-ground.ts";

/** When the stand-in begins. */
const BEGIN = START + 72 * HOUR;
const DUE = BEGIN + 48 * HOUR;
const NATIVE = { nativeSchedule: true } as const;
const RESCHEDULE = { scheduled_at: BEGIN + 60 * HOUR };

/** A post that YouTube was given, and publishes by itself. */
async function given({ world, connect, channel }: Ground): Promise<string> {
	world.clock.move(BEGIN - START);
	await connect();
	const id = await publish(world, channel, { scheduled_at: DUE });
	const task = await seen(world, id, ({ results }) => results?.[0]?.state === "settling");
	assert.is(task.status, "SCHEDULED");
	return id;
}

async function change({ call }: World, id: string, what: "cancel" | object): Promise<number> {
	const { version } = (await call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
	const headers = { "if-match": `"${version}"` };
	const { status } =
		what === "cancel"
			? await call("POST", `${PATH}/${id}/cancel`, { headers })
			: await call("PATCH", `${PATH}/${id}`, { headers, body: what });
	return status;
}

/** When it came out, by the log of the stand-in, and of its own accord or by a call. */
async function outAt({ platforms }: Ground): Promise<readonly (readonly [string, string | undefined])[]> {
	const entries = await platforms.entries();
	return entries.flatMap((each) => (each.kind === "public" ? [[each.at, each.how]] : []));
}

/** Two days and then one pass at YouTube, of which the service learns after that. */
async function ended({ world, platforms }: Ground, id: string): Promise<WirePublishTask> {
	for (const hours of [48, 12, 12]) await platforms.clock({ advance: hours * HOUR });
	world.clock.move(BEGIN + 72 * HOUR - world.clock.now());
	return seen(world, id, ({ status }) => ["DONE", "ERROR", "CANCELLED"].includes(status));
}

const native = suite("a post that YouTube publishes by itself");

native("comes out at its minute while nothing runs here, and is found then", () =>
	withChannel(NATIVE, async (ground) => {
		const id = await given(ground);
		const { status, results } = await ended(ground, id);
		assert.equal([status, results?.[0]?.delivered_at, results?.[0]?.late], ["DONE", DUE, false]);
		assert.equal(await outAt(ground), [[new Date(DUE).toISOString(), "schedule"]]);
	}),
);

native("is cancelled there before it is cancelled here, and never comes out", () =>
	withChannel({ ...NATIVE, out: 0 }, async (ground) => {
		const id = await given(ground);
		assert.is(await change(ground.world, id, "cancel"), 200);
		assert.is((await ended(ground, id)).status, "CANCELLED");
	}),
);

native("is moved to another time, and comes out once, then", () =>
	withChannel(NATIVE, async (ground) => {
		const id = await given(ground);
		assert.is(await change(ground.world, id, RESCHEDULE), 200);
		await seen(ground.world, id, ({ results }) => results?.[0]?.state === "settling");
		assert.is((await ended(ground, id)).status, "DONE");
		assert.equal(await outAt(ground), [[new Date(RESCHEDULE.scheduled_at).toISOString(), "schedule"]]);
	}),
);

native("whose removal is not answered is cancelled by asking again", () =>
	withChannel({ ...NATIVE, out: 0 }, async (ground) => {
		const id = await given(ground);
		await ground.platforms.faults({ route: "youtube.delete", kind: "reset", when: "after", times: 1 });
		assert.is(await change(ground.world, id, "cancel"), 500);
		assert.is(await change(ground.world, id, "cancel"), 200);
		assert.is((await ended(ground, id)).status, "CANCELLED");
	}),
);

native("is taken back for no change that is refused, nor two minutes before its time", () =>
	withChannel(NATIVE, async (ground) => {
		const id = await given(ground);
		const { world } = ground;
		const headers = { "if-match": '"99"' };
		assert.is((await world.call("POST", `${PATH}/${id}/cancel`, { headers })).status, 412);
		world.clock.move(DUE - 119_000 - world.clock.now());
		assert.is(await change(world, id, "cancel"), 409);
		assert.is((await ended(ground, id)).status, "DONE");
		assert.equal(await outAt(ground), [[new Date(DUE).toISOString(), "schedule"]]);
	}),
);

native("is held here where it is due too soon", () =>
	withChannel(NATIVE, async (ground) => {
		const { world, connect, channel } = ground;
		world.clock.move(BEGIN - START);
		await connect();
		const id = await publish(world, channel, { scheduled_at: BEGIN + 8 * 60_000 });
		await seen(world, id, ({ status }) => status === "DONE");
		const [only] = await outAt(ground);
		assert.is(only?.[1], "youtube.update");
	}),
);

native("is uploaded once where its time came too near while YouTube was about to be given it", () =>
	withChannel(NATIVE, async (ground) => {
		const { world, platforms, connect, channel } = ground;
		world.clock.move(BEGIN - START);
		await connect();
		await platforms.faults({ route: "youtube.videos", kind: "delay", ms: 2_000, skip: 1, times: 1 });
		const id = await publish(world, channel, { scheduled_at: BEGIN + 11 * 60_000 });
		const read = async () => (await world.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
		await until(read, ({ results }) => results?.[0]?.state === "ready");
		world.clock.move(3 * 60_000);
		// Until the answer has come, and what it leads to is done.
		await setTimeout(3_000);
		const task = await seen(world, id, ({ status }) => ["DONE", "ERROR"].includes(status));
		assert.is(task.results?.[0]?.error_message, undefined);
		assert.equal(
			(await outAt(ground)).map(([, how]) => how),
			["youtube.update"],
		);
	}),
);

native.run();
