/** A process of its own for the tests: does one thing with a state file and says each step on a line. */
import { setTimeout as wait } from "node:timers/promises";
import { Fault } from "../../src/model/fault.ts";
import type { JournalEntry } from "../../src/model/snapshot.ts";
import { fileStore } from "../../src/state/file/store.ts";
import type { StateWriter } from "../../src/state/store.ts";
import { armed, numbered, outcome, postIntent } from "../builders/entries.ts";
import { clip, posted, TALK } from "../builders/world.ts";

const [mode = "", path = "", number = "0"] = process.argv.slice(2);
const store = fileStore({ path });
const say = (text: string) => process.stdout.write(`${text}\n`);
const open = (waitMs = 0) =>
	store.open({ command: `test ${mode}`, waitMs, signal: new AbortController().signal });

const modes: Record<string, () => Promise<void>> = {
	/** Appends until it is killed. */
	async append() {
		const writer = await open();
		for (;;) {
			await writer.append(numbered(writer.snapshot().serial + 1));
			say(`acknowledged ${writer.snapshot().serial}`);
		}
	},
	/** Opens, adds one, closes; so many times. */
	async count() {
		for (let times = Number(number); times > 0; times--) {
			const writer = await open(150_000);
			const before = Number(writer.snapshot().resources[TALK]?.taskId ?? 0);
			await writer.append(numbered(before + 1));
			await writer.close();
		}
		say("counted");
	},
	/** Leaves an intent and an armed call behind. */
	async arm() {
		const writer = await open();
		for (const entry of [postIntent("op-1", 0), postIntent("op-2", 1), armed("op-2")])
			await writer.append(entry);
		say("armed");
		await wait(120_000);
	},
	/** Posts with answers of so many bytes until the disk says no. */
	async fill() {
		const writer = await open();
		await filling(writer).catch((error: unknown) => {
			if (!(error instanceof Fault)) throw error;
			say(JSON.stringify({ fault: error.message, remedy: error.remedy }));
		});
		await writer.append(numbered(1)).catch(() => say("refused"));
		await writer.close();
		say("closed");
	},
};

await modes[mode]?.();

async function filling(writer: StateWriter): Promise<void> {
	for (let idx = 0; ; idx++) {
		for (const entry of attempt(idx)) {
			await writer.append(entry);
			say(`acknowledged ${writer.snapshot().serial} ${entry.type}`);
		}
	}
}

/** The answer alone is large, so that it is what meets the end of the disk. */
function attempt(idx: number): JournalEntry[] {
	const id = `op-${idx}`;
	const done = outcome(id, "done", posted(clip(idx), { location: "x".repeat(Number(number)) }));
	return [postIntent(id, idx), armed(id), done];
}
