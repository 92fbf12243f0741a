import { dirname } from "node:path";
import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import { suspensionSentence } from "../../model/suspension.ts";
import { systemClock } from "../../system/clock.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";
import { readSuspension, resume, suspend, suspensionFile } from "../../system/suspension.ts";
import { plain } from "../../views/ink.ts";
import { shellWord } from "../../views/shell-word.ts";
import { out } from "../terminal/terminal.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface SuspendFlags {
	readonly in: string;
	readonly reason?: string;
	readonly until?: EpochMs;
}

/** `showrun suspend`: nothing is submitted or published in a workspace until `resume`, or until a time. */
export async function suspendCommand(flags: SuspendFlags): Promise<void> {
	const { root } = await settingsIn(flags.in, { keyless: true });
	const now = systemClock.now();
	if (flags.until !== undefined && flags.until <= now)
		throw new StopFault("The time of --until is over.", { remedy: "Give a time that is still to come." });
	const { reason = "no reason was given", until } = flags;
	const suspension = { reason, since: new Date(now).toISOString(), ...defined({ until }) };
	await makeOwnFolder(dirname(suspensionFile(root)));
	await suspend(root, suspension);
	const place = flags.in === "." ? "" : ` --in ${shellWord(plain(flags.in))}`;
	out(`${plain(suspensionSentence(suspension))}\n  To go on: showrun resume${place}\n`);
}

/** `showrun resume`: ends a suspension. */
export async function resumeCommand(flags: { readonly in: string }): Promise<void> {
	const { root } = await settingsIn(flags.in, { keyless: true });
	const before = readSuspension(root, systemClock.now());
	resume(root);
	out(before === undefined ? "Nothing was suspended.\n" : "Resumed: the next apply or watch goes on.\n");
}
