/**
 * Run in a mount namespace of its own: `disk-process.ts FOLDER` delivers into an outbox whose disk fills up,
 * is taken away, and becomes read-only. Prints what was seen at each step, one line of JSON.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openOutbox } from "../../../src/service/delivery/destinations/outbox.ts";
import { always, immediate, untilTask, withGround } from "./ground.ts";

const [folder = ""] = process.argv.slice(2);
const outbox = join(folder, "outbox");
const account = join(outbox, "youtube", "acme");

function mount(...args: readonly string[]): void {
	const { status, stderr } = spawnSync("mount", args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`mount ${args.join(" ")}: ${stderr}`);
}

function unmount(): void {
	if (spawnSync("umount", [outbox]).status !== 0) throw new Error("umount");
}

await withGround(async (ground) => {
	const destination = openOutbox({ data: ground.folder, outbox, writeFeed: async () => undefined });
	const seen: Record<string, unknown> = {};
	const deliver = async (id: string, amend: () => void) => {
		await ground.put(immediate(id, ["acme"]));
		const worker = await ground.start(always(destination));
		const held = await untilTask(ground, id, ({ targets }) => targets[0]?.note !== undefined);
		seen[`${id} waits`] = [held.status, held.targets[0]?.note];
		amend();
		const task = await untilTask(ground, id, ({ status }) => status !== "PROCESSING");
		seen[`${id} ends`] = task.status;
		await worker.close(1_000);
	};
	mkdirSync(outbox, { recursive: true });
	mount("-t", "tmpfs", "-o", "size=64k", "showrun", outbox);
	const { bavail, bsize } = statfsSync(outbox);
	writeFileSync(join(outbox, "filling"), Buffer.alloc(bavail * bsize));
	await deliver("01FULL", () => mount("-o", "remount,size=4m", outbox));
	mount("-o", "remount,ro", outbox);
	await deliver("01READONLY", () => mount("-o", "remount,rw", outbox));
	spawnSync("mount", ["--bind", outbox, join(folder, "kept")]);
	unmount();
	await deliver("01UNMOUNTED", () => mount("--bind", join(folder, "kept"), outbox));
	seen.posts = (await readdir(account)).sort();
	unmount();
	seen.beneath = await readdir(outbox);
	process.stdout.write(`${JSON.stringify(seen)}\n`);
});
