import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Running, showrun, start, until } from "../journeys/program.ts";
import { CAMPAIGN, deliveredIn, SETTINGS, video, workspace } from "../journeys/workspace.ts";
import type { Found, Part } from "./part.ts";

const SHORTAGE = /has \d+ MiB free, and takes nothing new that leaves less than/;

/** A service whose disk is nearly full takes nothing new, says so, and goes on once there is room. */
export const room: Part = {
	claim:
		"below the free space that has to stay nothing new is taken, told; with room again it goes on by itself",
	run: tryRoom,
};

async function tryRoom(): Promise<Found> {
	const files = {
		"showrun.config.yaml": `daemon: { cron: "0 0 29 2 *" }\n${SETTINGS}`,
		"talk.campaign.yaml": "",
	};
	const cwd = workspace(video("room", { seconds: 4 }), files);
	const disk = join(cwd, ".showrun");
	rmSync(disk, { recursive: true, force: true });
	mkdirSync(disk);
	if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", disk]).status !== 0)
		return { cases: 0, broken: [], notRun: "mount" };
	writeFileSync(join(cwd, "talk.campaign.yaml"), CAMPAIGN.slice(0, CAMPAIGN.indexOf("posts:")));
	const running = start(["watch"], { cwd, limitMs: 600_000 });
	try {
		return await live({ cwd, disk, running });
	} finally {
		running.kill("SIGTERM");
		await running.ended;
		execFileSync("umount", ["-l", disk]);
	}
}

interface Readiness {
	readonly status: string;
	readonly disk: string;
}

interface Lived {
	readonly cwd: string;
	readonly disk: string;
	readonly running: Running;
}

async function live({ cwd, disk, running }: Lived): Promise<Found> {
	const broken: string[] = [];
	const readiness = async (): Promise<Readiness | undefined> => {
		const url = /"health":"(http:[^"]+)\/healthz"/.exec(running.said())?.[1];
		return url === undefined ? undefined : ((await (await fetch(`${url}/readyz`)).json()) as Readiness);
	};
	await until(async () => (await readiness())?.status === "ready", { running });
	fill(disk);
	const told = await readiness();
	if (told?.status === "ready" || !SHORTAGE.test(told?.disk ?? ""))
		broken.push(`readyz said ${JSON.stringify(told)}`);
	writeFileSync(join(cwd, "talk.campaign.yaml"), CAMPAIGN.replace("limit: 2", "limit: 1"));
	await until(() => /requests wait|"outcome":"(?!done)/.test(running.said()), { running });
	const { out } = await showrun(["status"], { cwd });
	if (!SHORTAGE.test(out.replace(/\s+/g, " "))) broken.push(`status said ${out}`);
	if (deliveredIn(cwd).length > 0) broken.push("something was delivered meanwhile");
	execFileSync("mount", ["-o", "remount,size=256m", disk]);
	await until(() => deliveredIn(cwd).length === 3, { running, ms: 240_000 }).catch((error: Error) =>
		broken.push(`with room again it did not go on: ${error.message.slice(0, 200)}`),
	);
	return { cases: 4, broken };
}

/** Leaves one MiB. */
function fill(disk: string): void {
	const { bavail, bsize } = statfsSync(disk);
	writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - 2 ** 20)));
}
