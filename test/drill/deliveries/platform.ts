import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { epochMs } from "../../../src/model/brand.ts";
import type { Destination } from "../../../src/service/delivery/destination.ts";
import type { TokenSource } from "../../../src/service/delivery/token-source.ts";
import { imageName } from "../../../src/service/media/names.ts";
import type { PublishTarget } from "../../../src/service/store/shapes.ts";
import type { WirePublishConfig } from "../../../src/wire/messages.gen.ts";
import { START, withPlatforms } from "../../platforms/call.ts";
import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { PlatformName } from "../../platforms/core/platform.ts";
import type { Handle } from "../../platforms/start.ts";
import { deliverByWorker } from "../../service/delivery/advancing.ts";
import { immediate } from "../../service/delivery/ground.ts";
import type { Kill } from "../../service/delivery/phases.ts";
import type { HeldClock } from "../../service/world.ts";

const IMAGE = { sha256: "0".repeat(64), extension: "jpg" } as const;
/** As much of one as its type is told by. */
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

const DAY_MS = 24 * 3_600_000;

/** A platform as it is posted to in the drill. */
export interface DrilledPlatform {
	readonly name: PlatformName;
	/** What its cases are called by. Absent: its name. */
	readonly label?: string;
	/** How many requests of a route one delivery makes: each is lost, slow and wrong once. */
	readonly routes: Readonly<Record<string, number>>;
	/** What goes wrong around a kill, besides nothing. */
	readonly around: Readonly<Record<string, readonly PlannedFault[]>>;
	/** More writes than any delivery has. */
	readonly writes: number;
	/** Of the video, in bytes. */
	readonly size: number;
	/** Its id as the program keeps it. Absent: that of the stand-in's first. */
	readonly account?: string;
	/** What token it is posted by, as the stand-in issues it. Absent: one of the account. */
	readonly token?: Readonly<Record<string, unknown>>;
	/** A new token. Absent: as the stand-in gives them to its people. */
	readonly tokenBy?: (platforms: Handle) => Promise<string>;
	readonly config: WirePublishConfig;
	/** How long before its time it is asked for, in milliseconds. Absent: it is due at once. */
	readonly aheadMs?: number;
	/** How the stand-in is set for every case. */
	readonly settings: Parameters<Handle["settings"]>[1];
	/** Whether nobody can read what became of a post there: then it may stay unknown. */
	readonly mayBeUnknown?: true;
	/** `way`: what the settings say otherwise than usual. */
	open(parts: DrillParts, way: Readonly<Record<string, unknown>>): Destination;
}

export interface DrillParts {
	/** Where a host of the platform is. */
	readonly host: (name: string) => string;
	readonly tokens: TokenSource;
	/** Folder for what was used of quotas. */
	readonly counts: string;
	readonly clock: HeldClock;
}

/** One delivery to the strict stand-in. */
export interface Case {
	readonly faults?: readonly PlannedFault[];
	readonly kill?: Kill;
	/** What the stand-in does differently from the start. */
	readonly settings?: Parameters<Handle["settings"]>[1];
	/** What our settings say. */
	readonly way?: Readonly<Record<string, unknown>>;
	readonly config?: WirePublishConfig;
	/** Its thumbnail is one of its own. */
	readonly hasThumbnail?: true;
}

export interface Delivered {
	readonly target: PublishTarget;
	/** How often the file came out, by the log of the stand-in: public, or as its mode promises. */
	readonly published: number;
	/** How many objects have all bytes. */
	readonly prepared: number;
	/** What a client did that none may do. */
	readonly violations: readonly string[];
	/** Secrets that were found elsewhere than in the record's progress. */
	readonly leaked: readonly string[];
}

/** Delivers a post, and says what became of it. */
export async function deliverTo(platform: DrilledPlatform, given: Case): Promise<Delivered> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-platform-"));
	let delivered: Delivered | undefined;
	await withPlatforms(async (platforms, dir) => {
		await platforms.settings(platform.name, { ...platform.settings, ...given.settings });
		await platforms.faults(...(given.faults ?? []));
		const target = await targetOf(platform, { given, platforms, folder });
		// What was on its way comes out.
		await platforms.clock({ advance: DAY_MS });
		const entries = await platforms.entries();
		const canaries = (await readFile(join(dir, "canaries.txt"), "utf8")).split("\n").filter(Boolean);
		const { progress: _, ...shown } = target;
		const texts = [JSON.stringify(shown), ...(await textsIn(join(folder, "counts")))];
		delivered = {
			target,
			published: entries.filter(({ kind }) => kind === "public" || kind === "delivered").length,
			prepared: entries.filter(({ kind }) => kind === "prepared").length,
			violations: await platforms.violations(),
			leaked: canaries.filter((canary) => texts.some((text) => text.includes(canary))),
		};
	}).finally(() => rm(folder, { recursive: true, force: true }));
	if (delivered === undefined) throw new Error("nothing was delivered");
	return delivered;
}

interface Setting {
	readonly given: Case;
	readonly platforms: Handle;
	readonly folder: string;
}

async function targetOf(
	platform: DrilledPlatform,
	{ given, platforms, folder }: Setting,
): Promise<PublishTarget> {
	const clock = clockOf(platforms);
	const [video, thumbnail] = [join(folder, "video.mp4"), join(folder, "image.jpg")];
	await writeFile(video, Buffer.alloc(platform.size, "showrun "));
	await writeFile(thumbnail, JPEG);
	if (given.hasThumbnail) await putImage(folder);
	const parts: DrillParts = {
		host: (name) => platforms.hosts[name] ?? "",
		tokens: await tokensOf(platform, platforms),
		counts: join(folder, "counts"),
		clock,
	};
	const task = immediate("01KABCDEFGHJKMNPQRSTVWXYZ0", [platform.account ?? "account"]);
	const [only] = task.targets;
	if (only === undefined) throw new Error("no account");
	const target: PublishTarget = {
		...only,
		platform: platform.name,
		config: given.config ?? platform.config,
		...(given.hasThumbnail && { image: IMAGE }),
	};
	const { aheadMs } = platform;
	const planned =
		aheadMs === undefined ? {} : ({ scheduledAt: clock.now() + aheadMs, status: "SCHEDULED" } as const);
	return deliverByWorker({
		task: { ...task, ...planned, createdAt: clock.now(), targets: [target] },
		open: () => platform.open(parts, given.way ?? {}),
		...{ clock, data: folder, video, thumbnail, kill: given.kill },
	});
}

async function putImage(data: string): Promise<void> {
	const path = join(data, imageName(IMAGE));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, JPEG);
}

/** Time stands still but for waits, and passes there and here alike. */
function clockOf(platforms: Handle): HeldClock {
	let now = Date.parse(START);
	return {
		now: () => epochMs(now),
		monotonic: () => performance.now(),
		sleep: async () => {},
		move: async (ms) => {
			now += ms;
			await platforms.clock({ advance: ms });
		},
	};
}

/** Tokens as they are handed out: another one where one was refused. */
async function tokensOf(
	{ name, account, token: wanted, tokenBy }: DrilledPlatform,
	platforms: Handle,
): Promise<TokenSource> {
	const asked =
		tokenBy ??
		(async () => {
			const input = wanted ?? (account ? { account } : {});
			return (await platforms.operate<{ readonly access_token: string }>(name, "token", input)).access_token;
		});
	let token = await asked(platforms);
	return {
		accessToken: async (_, refused) => {
			if (refused === token) token = await asked(platforms);
			return token;
		},
	};
}

async function textsIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
