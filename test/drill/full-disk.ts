import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileStore } from "../../src/state/file/store.ts";
import { withChildren } from "../builders/children.ts";
import { ROOM } from "../journeys/program.ts";
import type { Found } from "./part.ts";

const OPENING = { command: "drill", waitMs: 0, signal: new AbortController().signal };

/** Fills a file system of 2 MB with entries until it takes no more, and reads what is left. */
export async function fullDisk(): Promise<Found> {
	const disk = mkdtempSync(join(ROOM, "disk-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], { stdio: "pipe" });
	} catch {
		return { cases: 0, broken: [], notRun: "mount" };
	}
	try {
		return await fill(disk);
	} finally {
		execFileSync("umount", [disk], { stdio: "pipe" });
	}
}

async function fill(disk: string): Promise<Found> {
	const [path, rescued] = [join(disk, "state.json"), join(ROOM, "rescued")];
	mkdirSync(rescued, { recursive: true });
	const lines = await withChildren(new URL("../state/child.ts", import.meta.url), async (start) => {
		const child = start("fill", path, "100000");
		await child.ended();
		return child.lines;
	});
	const acknowledged = lines.filter((line) => line.startsWith("acknowledged")).length;
	const told = lines.find((line) => line.startsWith("{"));
	const before = await fileStore({ path }).read();
	const broken = [
		...(told === undefined ? ["it was filled, and nobody said so"] : []),
		...(before.serial === acknowledged
			? []
			: [`${acknowledged} entries were acknowledged, and ${before.serial} are there`]),
	];
	const bytes = readFileSync(path);
	const opened = await fileStore({ path })
		.open(OPENING)
		.catch((error: Error) => error);
	// What cannot be opened on a full disk is refused with words, and nothing of it changes.
	if (opened instanceof Error && !readFileSync(path).equals(bytes))
		broken.push(`opening it changed it: ${opened.message}`);
	if (!(opened instanceof Error)) await opened.close().catch(() => {});
	return { cases: acknowledged, broken };
}
