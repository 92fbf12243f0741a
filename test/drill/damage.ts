import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { videoAddress } from "../../src/model/address.ts";
import { Fault } from "../../src/model/fault.ts";
import type { JournalEntry, Snapshot } from "../../src/model/snapshot.ts";
import { fileStore, type StatePlace } from "../../src/state/file/store.ts";
import { repair } from "../../src/state/repair/repair.ts";
import { copyFolder } from "../builders/copy-folder.ts";
import { armed, outcome, postedEntries, postIntent } from "../builders/entries.ts";
import { clip, NOW, posted } from "../builders/world.ts";
import { ROOM } from "../journeys/program.ts";
import type { Found } from "./part.ts";

/** What a process left that was killed after its last entry. */
interface Image {
	readonly last: JournalEntry["type"];
	readonly place: StatePlace;
	/** The folder as it was left, and where it is laid out again. */
	readonly from: string;
	readonly folder: string;
	/** What this machine remembered besides before the last entry. */
	readonly memory: string;
	readonly state: Snapshot;
}

const OPENING = { command: "drill", waitMs: 0, signal: new AbortController().signal };
const SECOND: readonly JournalEntry[] = [
	postIntent("op-2", 1),
	armed("op-2"),
	outcome("op-2", "done", posted(clip(1))),
];

/**
 * Cuts the journal at every byte of its last record, and flips a bit of every byte of everything
 * that is kept.
 */
export async function damage(): Promise<Found> {
	const images = await Promise.all(SECOND.map((_, at) => left(SECOND.slice(0, at + 1))));
	const all = { cases: 0, broken: [] as string[] };
	for (const image of images) {
		for (const { cases, broken } of [
			await cut(image),
			...(image.last === "intent" ? [] : [await flip(image)]),
		]) {
			all.cases += cases;
			all.broken.push(...broken.map((each) => `${image.last}: ${each}`));
		}
	}
	return all;
}

/** A post that is done, and another one as far as these entries go; then the process is gone. */
async function left(entries: readonly JournalEntry[]): Promise<Image> {
	const [folder, from, memory] = ["damage-", "left-", "memory-"].map((name) =>
		mkdtempSync(join(ROOM, name)),
	) as [string, string, string];
	const place = { path: join(folder, "state.json"), outside: { folder: join(folder, "memory") } };
	const first = await fileStore(place).open(OPENING);
	for (const entry of postedEntries("op-1")) await first.append(entry);
	await first.close();
	const second = await fileStore(place).open(OPENING);
	for (const entry of entries) {
		copyFolder(place.outside.folder, memory);
		await second.append(entry);
	}
	copyFolder(folder, from);
	await second.close();
	for (const each of [from, memory]) unlock(each);
	layOut({ folder, from });
	return {
		last: entries.at(-1)?.type ?? "intent",
		place,
		from,
		folder,
		memory,
		state: await fileStore(place).read(),
	};
}

/** The process is not really gone, so its locks would count. */
function unlock(folder: string): void {
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
		if (/\.(lock|sock)$/.test(name)) rmSync(join(folder, name));
}

function layOut({ folder, from }: Pick<Image, "folder" | "from">): void {
	rmSync(folder, { recursive: true, force: true });
	copyFolder(from, folder);
}

async function cut(image: Image): Promise<Found> {
	const journal = `${image.place.path}.journal`;
	layOut(image);
	const bytes = readFileSync(journal);
	const start = bytes.lastIndexOf(10, bytes.length - 2) + 1;
	const broken: string[] = [];
	for (let at = start; at < bytes.length; at++) {
		layOut(image);
		writeFileSync(journal, bytes.subarray(0, at));
		// An outcome is remembered elsewhere only once the journal has it; an arming before.
		if (image.last === "outcome") copyFolder(image.memory, join(image.folder, "memory"));
		const read = await readOf(image);
		broken.push(...problems(read, image).map((each) => `cut at ${at}: ${each}`));
		if (read instanceof Error) broken.push(`cut at ${at}: a torn tail is refused: ${read.message}`);
		else broken.push(...(await goingOn(image)).map((each) => `cut at ${at}: ${each}`));
	}
	return { cases: bytes.length - start, broken };
}

/** What is added now must be there afterwards. */
async function goingOn({ place }: Image): Promise<readonly string[]> {
	const writer = await fileStore(place).open(OPENING);
	const added = await writer
		.append({ type: "forget", address: videoAddress("k", "other"), at: NOW })
		.catch((error: unknown) => error);
	const closed = await writer.close().catch((error: unknown) => error);
	const { serial } = await fileStore(place).read();
	const problem = added ?? closed;
	return problem === undefined && serial === writer.snapshot().serial
		? []
		: [`nothing can be added any more: ${problem}`];
}

async function flip(image: Image): Promise<Found> {
	layOut(image);
	const kept = readdirSync(image.folder, { recursive: true, encoding: "utf8", withFileTypes: true })
		.filter(
			(entry) =>
				entry.isFile() &&
				/state\.json$|\.journal$|\.jsonl$/.test(entry.name) &&
				!entry.parentPath.includes("backups"),
		)
		.map((entry) => join(entry.parentPath, entry.name));
	const found = { cases: 0, broken: [] as string[] };
	for (const file of kept) {
		const bytes = readFileSync(file);
		for (let at = 0; at < bytes.length; at++) {
			const flipped = Buffer.from(bytes);
			flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
			writeFileSync(file, flipped);
			const said = await afterFlip(image, at % REPAIR_EVERY === 0 ? "repaired" : "looked at");
			found.broken.push(
				...said.map((each) => `byte ${at} of ${file.slice(image.folder.length + 1)} flipped: ${each}`),
			);
			found.cases++;
			writeFileSync(file, bytes);
		}
	}
	return found;
}

/** A repair takes a while, and what was a byte of the same word before is repaired the same way. */
const REPAIR_EVERY = 5;

/** What is refused is repaired, and then nothing is missing. */
async function afterFlip(image: Image, how: "repaired" | "looked at"): Promise<readonly string[]> {
	const read = await readOf(image);
	const said = [...problems(read, image), ...differences(read, image)];
	if (!(read instanceof Error) || how === "looked at") return said;
	const repaired = await repair(image.place, OPENING).catch((error: unknown) => error);
	const after = repaired instanceof Error ? repaired : await readOf(image);
	layOut(image);
	if (after instanceof Error) return [...said, `it cannot be repaired: ${after.message}`];
	return [...said, ...[...problems(after, image), ...lost(after, image)].map((each) => `repaired: ${each}`)];
}

function readOf({ place }: Image): Promise<Snapshot | Error> {
	return fileStore(place)
		.read()
		.catch((error: Error) => error);
}

/** What nobody knew the outcome of is still unknown after a repair. */
function lost(after: Snapshot, { state }: Image): readonly string[] {
	const open = Object.keys(state.operations).filter((id) => after.operations[id] === undefined);
	return open.map((id) => `nobody is asked about ${id} any more`);
}

/** All that may have been posted is remembered, or the state is refused with words and a remedy. */
function problems(read: Snapshot | Error, image: Image): readonly string[] {
	if (read instanceof Fault)
		return read.message !== "" && read.remedy ? [] : [`it is refused without a remedy: ${read.message}`];
	if (read instanceof Error) return [`it ends in a bug: ${read.stack}`];
	const remembered = new Set(read.ledger.map(({ operation }) => operation));
	const forgotten = image.state.ledger.filter(({ operation }) => !remembered.has(operation));
	return forgotten.map(({ operation }) => `${operation} is forgotten without a word`);
}

/** What was changed later is never read as something else. */
function differences(read: Snapshot | Error, { state }: Image): readonly string[] {
	return read instanceof Error || JSON.stringify(read) === JSON.stringify(state)
		? []
		: ["it is read as something else without a word"];
}
