import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readWatchRetries } from "../../../src/cli/wiring/watch-kept.ts";
import { epochMs } from "../../../src/model/brand.ts";

const kept = suite("what status reads of watch");
const retry = { digest: "d", times: 2, until: 5_000, message: "cannot be reached" };

kept("addresses that are tried again and are not done, and until when nothing is sent", async () => {
	const root = await mkdtemp(join(tmpdir(), "showrun-kept-"));
	try {
		await mkdir(join(root, ".showrun", "cache"), { recursive: true });
		const open = { address: "a.post.open", ...retry };
		const file = { retries: [open, { ...open, address: "a.post.done" }], breaker: { unknowns: 3, until: 9 } };
		const items = [
			{ address: "a.post.open", standing: "todo" },
			{ address: "a.post.done", standing: "done" },
		];
		const read = (now: number) =>
			readWatchRetries({ settings: { root }, items, now: epochMs(now) } as unknown as Parameters<
				typeof readWatchRetries
			>[0]);
		assert.equal(await read(1), { retries: [] }, "nothing was kept");
		await writeFile(join(root, ".showrun", "cache", "watch.json"), JSON.stringify(file));
		assert.equal(await read(1), { retries: [open], stoppedUntil: 9 });
		assert.equal(await read(10), { retries: [open] });
		const trouble = { message: "The service cannot be reached.", since: 1, until: 60_000 };
		await writeFile(join(root, ".showrun", "cache", "watch.json"), JSON.stringify({ ...file, trouble }));
		assert.equal(await read(61_000), { retries: [open], trouble });
		assert.equal(await read(60_000 + 10 * 60_000), { retries: [open] }, "that watch is gone");
	} finally {
		await rm(root, { recursive: true, force: true });
	}
});

kept.run();
