import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { epochMs } from "../model/brand.ts";
import { defined } from "../model/defined.ts";
import { replaceFile } from "../system/files.ts";
import type { ChannelState } from "./channel-state.ts";
import type { DigestState } from "./digest.ts";
import type { Announced } from "./news.ts";
import type { Note } from "./note.ts";
import type { Queue } from "./queue.ts";

/** What is recorded of all channels, by name. Losing it repeats what is so. */
export type NotifyKept = Readonly<Record<string, ChannelState>>;

/** Path of what is recorded of the channels of a workspace. */
export function notifyKeptIn({ root }: { readonly root: string }): string {
	return join(root, ".showrun", "cache", "notify.json");
}

/** What an earlier process kept in the file; nothing where it cannot be read. */
export async function readNotifyKept(path: string): Promise<NotifyKept> {
	try {
		const value: unknown = JSON.parse(await readFile(path, "utf8"));
		if (!isRecord(value) || !isRecord(value.channels)) return {};
		return Object.fromEntries(
			Object.entries(value.channels).flatMap(([name, each]) =>
				isRecord(each) ? [[name, stateIn(each)]] : [],
			),
		);
	} catch {
		return {};
	}
}

/** Keeps it in the file. A full disk is no reason to stop, and may be what there is to tell. */
export async function writeNotifyKept(path: string, channels: NotifyKept): Promise<void> {
	await replaceFile(path, `${JSON.stringify({ channels })}\n`, { mode: 0o600 }).catch(() => {});
}

function stateIn({ told, queue, digest }: Fields): ChannelState {
	return {
		told: announcedIn(told),
		queue: queueIn(isRecord(queue) ? queue : {}),
		...defined({ digest: digestIn(digest) }),
	};
}

function announcedIn(value: unknown): Announced {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(
		entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
	);
}

function queueIn({ waiting, sending, sent, dropped, trouble }: Fields): Queue {
	return {
		waiting: Array.isArray(waiting) ? waiting.filter(isNote) : [],
		sent: Array.isArray(sent) ? sent.filter((at) => typeof at === "number").map(epochMs) : [],
		dropped: typeof dropped === "number" ? dropped : 0,
		...defined({ sending: sendingIn(sending), trouble: typeof trouble === "string" ? trouble : undefined }),
	};
}

function sendingIn(value: unknown): Queue["sending"] {
	if (!isRecord(value) || !isNote(value.note)) return undefined;
	const { note, failures, nextAt } = value;
	return typeof failures === "number" && typeof nextAt === "number"
		? { note, failures, nextAt: epochMs(nextAt) }
		: undefined;
}

/** It was written by this program, so its lines need no second look. */
function isNote(value: unknown): value is Note {
	return (
		isRecord(value) &&
		typeof value.id === "string" &&
		typeof value.at === "string" &&
		Array.isArray(value.sections)
	);
}

function digestIn(value: unknown): DigestState | undefined {
	if (!isRecord(value) || typeof value.until !== "number" || typeof value.day !== "string") return undefined;
	return { until: epochMs(value.until), day: value.day };
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
	return typeof value === "object" && value !== null;
}
