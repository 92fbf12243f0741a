import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../system/error-code.ts";
import { piecesIn } from "../cache/entries.ts";
import { heldBy } from "../cache/in-use.ts";
import { folderMedia } from "../media/folder.ts";
import { imageName } from "../media/names.ts";
import { StoreFault } from "../store/fault.ts";
import { archivedMonths, monthPath } from "../store/folder/archive.ts";
import { jsonObject } from "../store/json.ts";
import type { PublishRecord, Stored, TaskRecord, UploadRecord } from "../store/shapes.ts";
import { forEachKind, TASK_FOLDERS, TASK_KINDS } from "../store/task-folders.ts";
import { TENANT_NAME, TENANTS } from "../tenants/scopes.ts";

/** One file of a data folder that belongs into its backup. */
export interface Member {
	/** Path below the data folder, with slashes. */
	readonly name: string;
	/** What is in it. Absent: it is large, and read from the data folder. */
	readonly bytes?: Buffer;
}

/** How many deliveries there were: taken first, so that what follows is never older than it says. */
const FIRST = "deliveries.json";
const SMALL = ["data.id", "accounts.json", "link.key", "api-key", "keys.json", "cleaned.json"];
/** What a request made comes before its key: no backup holds a post whose repetition makes another. */
const RECORDS = [
	...Object.values(TASK_FOLDERS),
	"publishes",
	"uploads",
	"connections",
	"usage",
	"idempotency",
	"webhooks",
];
const RECORD = /^[0-9A-Za-z]{1,64}\.json$/;
const CREDENTIAL = /^[\w-]{1,80}\.json$/;

/**
 * Everything that a data folder needs, in an order that a running service cannot spoil: records are replaced
 * whole, and what they name is kept for as long as they are open. Rendered clips and videos that nothing
 * needs are left out.
 */
export async function* contentsOf(data: string, now: number): AsyncGenerator<Member> {
	for (const name of [FIRST, ...SMALL]) yield* fileIn(data, name);
	for (const name of await namesIn(join(data, "credentials"), CREDENTIAL))
		yield* fileIn(data, `credentials/${name}`);
	const held: Held = { tasks: forEachKind(() => []), publishes: [], uploads: [] };
	for (const folder of RECORDS) yield* recordsIn(data, folder, held);
	for (const name of await piecesOf(data, held, now)) yield { name };
	for (const tenant of await namesIn(join(data, TENANTS), TENANT_NAME))
		for await (const { name, ...rest } of contentsOf(join(data, TENANTS, tenant), now))
			yield { name: `${TENANTS}/${tenant}/${name}`, ...rest };
}

/** Open records as they were taken: only what they name is needed. */
interface Held {
	readonly tasks: Readonly<Record<TaskRecord["kind"], TaskRecord[]>>;
	readonly publishes: PublishRecord[];
	readonly uploads: UploadRecord[];
}

/** Current ones first: what is archived meanwhile is found in the archive. */
async function* recordsIn(data: string, folder: string, held: Held): AsyncGenerator<Member> {
	const taken = new Set<string>();
	for (const name of await namesIn(join(data, folder), RECORD)) {
		for await (const member of fileIn(data, `${folder}/${name}`)) {
			taken.add(name);
			keep(held, folder, recordOf(join(data, folder, name), member));
			yield member;
		}
	}
	for (const month of await archivedMonths(join(data, folder)))
		for (const name of await namesIn(monthPath(join(data, folder), month), RECORD))
			if (!taken.has(name)) yield* fileIn(data, `${folder}/archive/${month}/${name}`);
}

function recordOf(path: string, { bytes }: Member): Stored {
	const record = jsonObject(bytes?.toString("utf8") ?? "");
	if (record?.format === 1 && typeof record.id === "string") return record as unknown as Stored;
	throw new StoreFault(`${path} is damaged, so there is no backup of this data folder.`, {
		remedy: "Restore the file from an earlier backup, or move it out of the data folder.",
	});
}

function keep(held: Held, folder: string, record: Stored): void {
	for (const kind of TASK_KINDS)
		if (TASK_FOLDERS[kind] === folder) held.tasks[kind].push(record as TaskRecord);
	if (folder === "publishes") held.publishes.push(record as PublishRecord);
	if (folder === "uploads") held.uploads.push(record as UploadRecord);
}

/** Files of the cache, and images, that those records need. */
async function piecesOf(data: string, held: Held, now: number): Promise<readonly string[]> {
	const booked = <Entry>(entries: readonly Entry[]) => ({
		current: async (matches: (entry: Entry) => boolean) => entries.filter(matches),
	});
	const { publishes, uploads } = held;
	const tasks = forEachKind((_, kind) => booked(held.tasks[kind]));
	const names = await heldBy({ tasks, publishes: booked(publishes), uploads: booked(uploads) }, now);
	const pieces = (await piecesIn(folderMedia(data))).filter(({ name }) => names.has(name));
	const images = publishes.flatMap(({ targets }) =>
		targets.flatMap(({ image, status }) =>
			image === undefined || status === "DONE" || status === "CANCELLED" ? [] : [imageName(image)],
		),
	);
	return [...new Set([...pieces.flatMap(({ files }) => files), ...images])];
}

async function* fileIn(data: string, name: string): AsyncGenerator<Member> {
	const bytes = await readFile(join(data, ...name.split("/"))).catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw error;
	});
	if (bytes) yield { name, bytes };
}

async function namesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (isMissing(error)) return [];
		throw error;
	});
	return names.filter((name) => pattern.test(name)).sort();
}
