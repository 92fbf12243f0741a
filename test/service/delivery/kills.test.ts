import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { retried } from "../../../src/service/delivery/client-changes.ts";
import type { Destination, PublishOutcome } from "../../../src/service/delivery/destination.ts";
import { openOutbox } from "../../../src/service/delivery/destinations/outbox.ts";
import { isPublished } from "../../../src/service/lifecycle.ts";
import type { Records } from "../../../src/service/store/records.ts";
import type { PublishRecord } from "../../../src/service/store/shapes.ts";
import { always, type Ground, immediate, untilTask, withGround } from "./ground.ts";

const kills = suite("workers killed at every write");
const ID = "01TASK";

type Answer = "ok" | "lost" | "slow" | "wrong" | "refused" | "accepted";
const ANSWERS: readonly Answer[] = ["ok", "lost", "slow", "wrong", "refused", "accepted"];
/** Writes of one post to one account: the beginning, what was saved, arming, what came of it. */
const WRITES = 6;

interface Kill {
	/** Which write of the worker, counted from 1, and whether it still gets to the disk. */
	readonly write: number;
	readonly isWritten: boolean;
}

/** What the outside world holds: one line a post, whoever asked for it. */
interface Public {
	readonly posts: string[];
}

kills("of a destination that can be read: posted at most once, and done means once", async () => {
	for (const answer of ANSWERS)
		for (const kill of killings()) {
			const { task, posts } = await killed(kill, answer, "settles");
			const [target] = task.targets;
			const where = `${answer}, write ${kill.write}, ${kill.isWritten ? "written" : "not written"}`;
			const expected = answer === "refused" ? ["ERROR", "refused", 0] : ["DONE", "done", 1];
			assert.equal([target?.status, target?.phase, posts.length], expected, where);
		}
});

kills("of one that cannot be read: posted at most once, and what is unknown says so", async () => {
	for (const answer of ANSWERS)
		for (const kill of killings()) {
			const { task, posts } = await killed(kill, answer, "cannot be read");
			const [target] = task.targets;
			const where = `${answer}, write ${kill.write}, ${kill.isWritten ? "written" : "not written"}`;
			assert.ok(posts.length <= 1, where);
			if (target?.status === "DONE") assert.is(posts.length, 1, where);
			if (target?.phase === "refused") assert.is(posts.length, 0, where);
			if (target?.status === "DONE" || target?.phase === "refused") continue;
			assert.is(target?.phase, "unknown", where);
			assert.match(target?.error ?? "", /^It is unknown whether this was posted: /, where);
			assert.throws(() => retried(task), /It is unknown whether this was posted/);
		}
});

kills("of the outbox: one folder, complete, and nothing beside it", async () => {
	for (const kill of killings())
		await withGround(async (ground) => {
			const outbox = join(ground.folder, "outbox");
			const parts = { data: ground.folder, outbox, writeFeed: async () => undefined };
			await ground.put(immediate(ID, ["acme", "other"]));
			const { status } = await startTwice(ground, kill, () => openOutbox(parts));
			const where = `write ${kill.write}, ${kill.isWritten ? "written" : "not written"}`;
			assert.is(status, "DONE", where);
			for (const account of ["acme", "other"]) {
				const folder = join(outbox, "youtube", account);
				assert.equal(await readdir(folder), [ID], where);
				const files = ["post.json", "thumbnail.jpg", "video.mp4"];
				assert.equal((await readdir(join(folder, ID))).sort(), files, where);
			}
		});
});

function killings(): readonly Kill[] {
	return Array.from({ length: WRITES }, (_, at) => at + 1).flatMap((write) => [
		{ write, isWritten: false },
		{ write, isWritten: true },
	]);
}

async function killed(
	kill: Kill,
	answer: Answer,
	reading: "settles" | "cannot be read",
): Promise<Public & { readonly task: PublishRecord }> {
	const posts: string[] = [];
	let task: PublishRecord | undefined;
	await withGround(async (ground) => {
		await ground.put(immediate(ID, ["acme"]));
		task = await startTwice(ground, kill, () => fakeDestination({ posts }, answer, reading));
	});
	if (!task) throw new Error("nothing ended");
	return { task, posts };
}

/** A worker that stops dead at a write, then another one over the same folder. */
async function startTwice(ground: Ground, kill: Kill, open: () => Destination): Promise<PublishRecord> {
	let died: () => void = () => undefined;
	const dead = new Promise<void>((settle) => (died = settle));
	const isOver = ({ status }: PublishRecord) => isPublished(status);
	await ground.start(always(open()), (publishes) => dying(publishes, kill, died));
	await Promise.race([dead, untilTask(ground, ID, isOver)]);
	await sleep(2);
	await ground.start(always(open()));
	return untilTask(ground, ID, isOver);
}

/** Records whose writes never come back from one of them on. */
function dying(
	publishes: Records<PublishRecord>,
	{ write, isWritten }: Kill,
	died: () => void,
): Records<PublishRecord> {
	let count = 0;
	const never = new Promise<never>(() => undefined);
	return {
		...publishes,
		change: async (id, how) => {
			count += 1;
			if (count > write) return never;
			if (count < write) return publishes.change(id, how);
			if (isWritten) await publishes.change(id, how);
			died();
			return never;
		},
	};
}

/** Posts to a list, and answers in every way that there is. */
function fakeDestination(
	{ posts }: Public,
	answer: Answer,
	reading: "settles" | "cannot be read",
): Destination {
	const settle: Destination["settle"] = async ({ account }) =>
		posts.includes(account.id) ? { kind: "posted" } : { kind: "not_posted", again: "prepare" };
	return {
		kind: "fake",
		lead: { earliestMs: 0, livesMs: null },
		prepare: async ({ tools }) => {
			await tools.save({ v: 1, step: "uploading" });
			return { kind: "ready", progress: { v: 1, step: "uploaded" } };
		},
		publish: async ({ account }, ready, arm): Promise<PublishOutcome> => {
			await arm();
			if (answer === "refused")
				return { kind: "refused", why: { cause: "content", message: "It is too long." } };
			if (answer === "slow") await sleep(5);
			posts.push(account.id);
			if (answer === "lost") throw new Error("connection reset");
			if (answer === "wrong") return { kind: "unknown", seen: "it answered 502" };
			if (answer === "accepted") return { kind: "accepted", progress: { ...ready, step: "processing" } };
			return { kind: "posted" };
		},
		...(reading === "settles" && { settle }),
	};
}

kills.run();
