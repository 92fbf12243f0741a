import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Destination } from "../../../src/service/delivery/destination.ts";
import { openDestinations } from "../../../src/service/delivery/destinations/destinations.ts";
import { START } from "../world.ts";
import { workIn } from "./work.ts";

const outbox = suite("outbox as a destination");
const LOCATION = "youtube/Acme/01TASK";

interface Ground {
	readonly folder: string;
	readonly destination: Destination;
}

async function withOutbox(body: (ground: Ground) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-outbox-"));
	const parts = {
		data: folder,
		outbox: join(folder, "outbox"),
		writeFeed: async () => undefined,
		env: {},
		isReachable: false,
		platforms: {},
	};
	try {
		await body({ folder, destination: openDestinations(parts)(undefined) });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function prepared({ folder, destination }: Ground) {
	const work = workIn(folder);
	const result = await destination.prepare(work, undefined);
	if (result.kind !== "ready") throw new Error(result.kind);
	return { work, ready: result.progress };
}

outbox("nothing can be seen before it is armed, and a complete folder afterwards", () =>
	withOutbox(async (ground) => {
		const { work, ready } = await prepared(ground);
		const account = join(ground.folder, "outbox", "youtube", "Acme");
		let before: readonly string[] = [];
		const outcome = await ground.destination.publish(work, ready, async () => {
			before = await readdir(account);
		});
		assert.equal([before.length, before[0]?.startsWith(".")], [1, true]);
		assert.equal(outcome, { kind: "posted", location: LOCATION, at: START });
		assert.equal(await readdir(account), ["01TASK"]);
		assert.equal(JSON.parse(await readFile(join(account, "01TASK", "post.json"), "utf8")), {
			task_id: "01TASK",
			platform: "youtube",
			title: "T",
			delivered_at: START,
			late: false,
		});
	}),
);

outbox("nothing is delivered where arming fails", () =>
	withOutbox(async (ground) => {
		const { work, ready } = await prepared(ground);
		const { destination } = ground;
		await destination
			.publish(work, ready, () => Promise.reject(new Error("no")))
			.then(() => assert.unreachable())
			.catch(() => undefined);
		assert.equal(await destination.settle?.(work, ready), { kind: "not_posted", again: "prepare" });
	}),
);

outbox("a lost outcome is read from the folder, and publishing again changes nothing", () =>
	withOutbox(async (ground) => {
		const { work, ready } = await prepared(ground);
		const { destination } = ground;
		await destination.publish(work, ready, async () => undefined);
		const posted = { kind: "posted", location: LOCATION, at: START };
		assert.equal(await destination.settle?.(work, ready), posted);
		const again = await destination.prepare(work, undefined);
		const arm = () => Promise.reject(new Error("armed again"));
		if (again.kind !== "ready") throw new Error(again.kind);
		assert.equal(await destination.publish(work, again.progress, arm), posted);
	}),
);

outbox("an outbox whose disk is not mounted is no outbox", () =>
	withOutbox(async ({ folder, destination }) => {
		// It was delivered to while something was mounted at the folder itself.
		const known = { format: 1, outbox: join(folder, "outbox"), mount: join(folder, "outbox") };
		await writeFile(join(folder, "outbox.json"), JSON.stringify(known));
		await mkdir(join(folder, "outbox"));
		const fault = await destination.prepare(workIn(folder), undefined).catch((error: Error) => error);
		assert.match(String(fault), /The outbox .* is not there: nothing is mounted at/);
		assert.equal(await readdir(join(folder, "outbox")), []);
	}),
);

outbox.run();
