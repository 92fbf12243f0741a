import { hostname } from "node:os";
import { basename, join } from "node:path";
import type { Notice } from "../../model/notice.ts";
import type { NotifyChannel } from "../../model/notify.ts";
import type { Settings } from "../../model/settings.ts";
import { notifyKeptIn } from "../../notify/kept.ts";
import { type Notifier, openNotifier } from "../../notify/notifier.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { type Lock, LockedFault, takeLock } from "../../system/lock.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";

/** Name of the workspace in messages. */
export function workspaceName({ root }: Pick<Settings, "root">): string {
	return basename(root) || root;
}

/** A notifier that nobody else of the workspace is beside. */
export interface HeldNotifier extends Notifier {
	close(): Promise<void>;
}

interface Opening {
	readonly command: string;
	readonly signal: AbortSignal;
	readonly clock?: Clock;
	readonly log: (notice: Notice) => void;
	/** How long another process may still send. Milliseconds. */
	readonly waitMs: number;
}

/** Opens it. Undefined: the settings have no channel, or another process of the workspace tells people. */
export async function holdNotifier(settings: Settings, opening: Opening): Promise<HeldNotifier | undefined> {
	const channels = settings.notify?.channels ?? [];
	if (channels.length === 0) return undefined;
	const lock = await only(settings, opening);
	if (lock === undefined) return undefined;
	const { signal, clock = systemClock, log } = opening;
	const notifier = await openNotifier({
		...sendingWith(settings, signal),
		clock,
		channels,
		log,
		file: notifyKeptIn(settings),
	});
	return { ...notifier, close: () => lock.release() };
}

/** What is sent is sent with that. */
export function sendingWith(settings: Settings, signal: AbortSignal) {
	return {
		env: process.env,
		host: hostname(),
		workspace: workspaceName(settings),
		clock: systemClock,
		signal,
	};
}

async function only({ root }: Settings, { command, signal, waitMs }: Opening): Promise<Lock | undefined> {
	await makeOwnFolder(join(root, ".showrun"));
	return takeLock(join(root, ".showrun", "notify.lock"), { command, signal, waitMs }).catch(
		(error: unknown) => {
			if (error instanceof LockedFault) return undefined;
			throw error;
		},
	);
}

/** `slack`, and where its secret is: how a channel is shown to people. */
export function targetText({ target }: NotifyChannel): string {
	if (target.kind === "mail") return `mail to ${target.to.join(", ")}`;
	if (target.kind === "command") return `command of ${target.argvEnv}`;
	return `${target.kind} of ${"env" in target.url ? target.url.env : target.url.file}`;
}
