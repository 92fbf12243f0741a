import { readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pause } from "../../journeys/program.ts";
import type { Network } from "./network.ts";
import { begin, DAY, git, isKnown, kill, moveTo, now, type Program, signal, type World } from "./world.ts";

const HOUR = 3_600_000;
/** What a container has of its own, besides the network that both programs share. */
const CONTAINER = ["unshare", "-rpmfu", "--mount-proc", "--kill-child"];

/** What one trouble works with. */
export interface Trouble {
	readonly world: World;
	readonly network: Network;
	/** When the next post is due. */
	readonly due: number;
	/** From 0 to 1. */
	readonly random: () => number;
	/** Whether this machine lets its users make containers. */
	readonly containers: boolean;
}

/** Each begins some time before a post is due, and is over when it resolves. */
export const TROUBLES: Readonly<Record<string, (trouble: Trouble) => Promise<void>>> = {
	none: async ({ world, due }) => moveTo(world, due - 1_000),
	"watch is killed": async (trouble) => killAround(trouble, [trouble.world.watch]),
	"serve is killed": async (trouble) => killAround(trouble, [trouble.world.serve]),
	"a power cut": (trouble) => reboot(trouble, {}),
	"a reboot under another host name": (trouble) => reboot(trouble, { SOAK_HOST: `host-${Math.random()}` }),
	"another container of the same machine": replaceContainers,
	"serve stands still past the due minute": (trouble) => standStill(trouble, trouble.world.serve),
	"watch stands still past every limit": (trouble) => standStill(trouble, trouble.world.watch),
	"the network is cut": (trouble) => weather(trouble, "cut"),
	"the network is slow": (trouble) => weather(trouble, "slow"),
	"a checkout of 40 files": checkout,
	"broken YAML": breakFiles,
	"the disk is full": fillDisk,
	"an hour of downtime": (trouble) => downtime(trouble, HOUR),
	"a week of downtime": (trouble) => downtime(trouble, 7 * DAY),
};

/** Those that end no program. */
export const CALM: readonly string[] = [
	"none",
	"the network is cut",
	"the network is slow",
	"a checkout of 40 files",
	"broken YAML",
];

async function killAround({ world, due, random }: Trouble, programs: readonly Program[]): Promise<void> {
	moveTo(world, due - 1_000);
	await pause(random() * 2_000);
	for (const program of programs) {
		await kill(program);
		begin(world, program);
	}
}

let boots = 1;

async function reboot({ world, due, random }: Trouble, env: Readonly<Record<string, string>>): Promise<void> {
	moveTo(world, due - 1_000);
	await pause(random() * 2_000);
	boots++;
	for (const program of [world.serve, world.watch]) {
		await kill(program);
		program.through = [];
		program.env = { ...program.env, SOAK_BOOT: `boot-${boots}`, ...env };
		begin(world, program);
	}
}

/**
 * Its machine id is another one too, where nothing is left of another boot: then what is left of the old
 * container is a socket that refuses.
 */
async function replaceContainers({ world, due, random, containers }: Trouble): Promise<void> {
	moveTo(world, due - 1_000);
	await pause(random() * 2_000);
	for (const program of [world.serve, world.watch]) {
		await kill(program);
		program.through = containers ? CONTAINER : [];
		const machine = isKnown(world, program) ? { SOAK_MACHINE: `machine-${boots}-${random()}` } : {};
		program.env = { ...program.env, ...machine };
		begin(world, program);
	}
}

async function standStill({ world, due }: Trouble, program: Program): Promise<void> {
	moveTo(world, due - 30_000);
	await pause(300);
	signal(program, "SIGSTOP");
	// The other one lives through the minute that is due.
	moveTo(world, due);
	await pause(1_000);
	moveTo(world, due + 2 * HOUR);
	await pause(1_500);
	signal(program, "SIGCONT");
}

async function weather({ world, network, due }: Trouble, kind: "cut" | "slow"): Promise<void> {
	network.set(kind);
	moveTo(world, due - 1_000);
	await pause(2_500);
	network.set("fair");
}

async function checkout({ world, due }: Trouble): Promise<void> {
	git(world.work, "checkout", "-q", "other");
	moveTo(world, due - 1_000);
	await pause(700);
	git(world.work, "checkout", "-q", "main");
}

async function breakFiles({ world, due }: Trouble): Promise<void> {
	const files = ["showrun.config.yaml", "f0.campaign.yaml"].map((name) => join(world.work, name));
	const before = files.map((file) => readFileSync(file, "utf8"));
	for (const file of files) writeFileSync(file, "broken: [\n");
	signal(world.watch, "SIGHUP");
	moveTo(world, due - 1_000);
	await pause(1_500);
	for (const [at, file] of files.entries()) writeFileSync(file, before[at] ?? "");
}

/** Only where the folders are on a small disk of their own. */
async function fillDisk({ world, due }: Trouble): Promise<void> {
	const { bavail, bsize, blocks } = statfsSync(world.folder);
	const ballast = join(world.folder, "ballast");
	const isSmall = blocks * bsize < 2 ** 30;
	try {
		if (isSmall) writeFileSync(ballast, Buffer.alloc(bavail * bsize));
	} catch {}
	moveTo(world, due - 1_000);
	await pause(2_000);
	rmSync(ballast, { force: true });
}

async function downtime({ world, due }: Trouble, ms: number): Promise<void> {
	moveTo(world, due - 60_000);
	for (const program of [world.watch, world.serve]) await kill(program);
	moveTo(world, now(world) + ms);
	for (const program of [world.serve, world.watch]) begin(world, program);
}
