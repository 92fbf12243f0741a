import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
	Destination,
	DestinationRefusal,
	PostFile,
	Progress,
	PublishOutcome,
	Settled,
	Work,
} from "../../../src/service/delivery/destination.ts";
import { type HeldClock, heldClock } from "../world.ts";

/** What of a post is on disk. */
export interface Kept {
	phase: "queued" | "ready" | "armed" | "done" | "refused" | "unknown";
	progress?: Progress | undefined;
	/** What the end says: an address, a refusal, what was seen. */
	words?: string;
}

/** Where a process may be killed: at the nth write of its record, just before or just after it is on disk. */
export interface Kill {
	readonly write: number;
	readonly when: "before" | "after";
}

class Killed extends Error {}

/** Waits that are over at once, so that a schedule of days takes no time. */
const MOST_STEPS = 40;

/**
 * Delivers one post by phases as the worker does, in a process that is killed once and started again: what is
 * armed without an outcome is settled, never published.
 */
export async function deliverByPhases(
	destination: Destination,
	{ work, clock, kill }: { readonly work: Work; readonly clock: HeldClock; readonly kill?: Kill | undefined },
): Promise<Kept> {
	const kept: Kept = { phase: "queued" };
	let writes = 0;
	const write = async (change: Partial<Kept>) => {
		writes += 1;
		if (kill?.write === writes && kill.when === "before") throw new Killed();
		Object.assign(kept, change);
		if (kill?.write === writes && kill.when === "after") throw new Killed();
	};
	const save = async (progress: Progress) => write({ progress });
	const tools = { ...work.tools, save };
	for (let step = 0; step < MOST_STEPS && !isEnded(kept); step += 1) {
		const waitMs = await stepOf(destination, { kept, work: { ...work, tools }, write }).catch(
			(error: unknown) => {
				if (error instanceof Killed) return 0;
				if (kept.phase === "armed") throw error;
				return 60_000;
			},
		);
		await clock.move(waitMs);
	}
	return kept;
}

function isEnded({ phase }: Kept): boolean {
	return phase === "done" || phase === "refused" || phase === "unknown";
}

interface Step {
	readonly kept: Kept;
	readonly work: Work;
	readonly write: (change: Partial<Kept>) => Promise<void>;
}

/** Does what is next. Gives how long to wait then, in milliseconds. */
async function stepOf(destination: Destination, { kept, work, write }: Step): Promise<number> {
	if (kept.phase === "queued") {
		const prepared = await destination.prepare(work, kept.progress);
		if (prepared.kind === "refused" && isForNow(prepared.why)) return 60_000;
		if (prepared.kind === "refused") await write({ phase: "refused", words: prepared.why.message });
		else if (prepared.kind === "ready") await write({ phase: "ready", progress: prepared.progress });
		else await write({ progress: prepared.progress });
		return prepared.kind === "wait" ? prepared.ms : 0;
	}
	if (kept.phase === "armed") {
		const settled: Settled = (await destination.settle?.(work, kept.progress)) ?? {
			kind: "cannot_tell",
			look: "",
		};
		return afterSettling(settled, write);
	}
	if (kept.progress === undefined) throw new Error("nothing is prepared");
	const { progress: ready } = kept;
	const outcome = await destination.publish(work, ready, (progress = ready) =>
		write({ phase: "armed", progress }),
	);
	return afterPublishing(destination, outcome, write);
}

function isForNow({ cause }: DestinationRefusal): boolean {
	return ["rate", "quota", "busy"].includes(cause);
}

async function afterPublishing(
	destination: Destination,
	outcome: PublishOutcome,
	write: Step["write"],
): Promise<number> {
	if (outcome.kind === "posted") await write({ phase: "done", words: outcome.url ?? "" });
	else if (outcome.kind === "accepted") await write({ phase: "armed", progress: outcome.progress });
	else if (outcome.kind === "unknown" && destination.settle === undefined)
		await write({ phase: "unknown", words: outcome.seen });
	else if (outcome.kind === "refused") {
		const isLater = isForNow(outcome.why);
		await write({ phase: isLater ? "ready" : "refused", words: outcome.why.message });
		return isLater ? 60_000 : 0;
	}
	return 0;
}

async function afterSettling(settled: Settled, write: Step["write"]): Promise<number> {
	if (settled.kind === "wait") return settled.ms;
	if (settled.kind === "posted") await write({ phase: "done", words: settled.url ?? "" });
	else if (settled.kind === "failed") await write({ phase: "refused", words: settled.why.message });
	else if (settled.kind === "cannot_tell") await write({ phase: "unknown", words: settled.look });
	else await write({ phase: settled.again === "same" ? "ready" : "queued" });
	return 0;
}

/** Runs with a post of one small video to one account, in a folder of its own. */
export async function withWork(
	body: (parts: { readonly work: Work; readonly clock: HeldClock; readonly folder: string }) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-phases-"));
	const clock = heldClock();
	try {
		const video = await postFile(join(folder, "clip"), { text: "a rendered clip", type: "video/mp4" });
		const thumbnail = await postFile(join(folder, "image"), { text: "an image", type: "image/jpeg" });
		const work: Work = {
			post: {
				taskId: "01KABCDEFGHJKMNPQRSTVWXYZ0",
				config: { title: "A title", description: "Words — “quoted”" },
				scheduledAt: null,
				data: { task_id: "01KABCDEFGHJKMNPQRSTVWXYZ0", title: "A title", thumbnail: "thumbnail.jpg" },
				thumbnailName: "thumbnail.jpg",
			},
			account: { id: "acc_0123456789abcdef01234567", platform: "youtube", username: "Acme" },
			tools: {
				save: async () => {},
				note: () => {},
				video: async () => video,
				thumbnail: async () => thumbnail,
				link: async (file) => `http://127.0.0.1:9/files/${file}`,
				clock,
				signal: new AbortController().signal,
			},
		};
		await body({ work, clock, folder });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function postFile(
	path: string,
	{ text, type }: { readonly text: string; readonly type: PostFile["type"] },
): Promise<PostFile> {
	await writeFile(path, text);
	return {
		path,
		size: text.length,
		type,
		sha256: async () => createHash("sha256").update(text).digest("hex"),
	};
}
