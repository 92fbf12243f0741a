import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const disk = suite("outboxes whose disk fails");
const PROCESS = fileURLToPath(new URL("disk-process.ts", import.meta.url));
const MOUNTABLE = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "showrun", tmpdir()]).status === 0;
if (!MOUNTABLE) console.log("not run: this user may not mount a disk (unshare)");

disk("a disk that is full, read-only or not mounted is waited for, and every post arrives once", async () => {
	if (!MOUNTABLE) return;
	const folder = await mkdtemp(join(tmpdir(), "showrun-disk-"));
	await mkdir(join(folder, "kept"));
	try {
		const args = ["-m", process.execPath, "--import", "tsx", PROCESS, folder];
		const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8", timeout: 120_000 });
		assert.equal(JSON.parse(stdout || `{"failed":${JSON.stringify(stderr)}}`), {
			"01FULL waits": ["PROCESSING", "The disk is full: free some space, then try again."],
			"01FULL ends": "DONE",
			"01READONLY waits": [
				"PROCESSING",
				"The disk is mounted read-only: mount it writable, or move the folders of the service.",
			],
			"01READONLY ends": "DONE",
			"01UNMOUNTED waits": [
				"PROCESSING",
				`The outbox ${folder}/outbox is not there: nothing is mounted at ${folder}/outbox. Mount the disk; its posts are delivered then.`,
			],
			"01UNMOUNTED ends": "DONE",
			posts: ["01FULL", "01READONLY", "01UNMOUNTED"],
			beneath: [],
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

disk.run();
