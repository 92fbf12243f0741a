import { thumbnailKey } from "../jobs/renders.ts";
import { isFinal } from "../lifecycle.ts";
import type { Records } from "../store/records.ts";
import type {
	PublishRecord,
	RenderSettings,
	SourceVideo,
	Stored,
	StoredFile,
	TaskRecord,
	UploadRecord,
} from "../store/shapes.ts";

/** What remembers which files it needs. */
export interface Holders {
	readonly tasks: Readonly<Record<TaskRecord["kind"], Current<TaskRecord>>>;
	readonly publishes: Current<PublishRecord>;
	readonly uploads: Current<UploadRecord>;
}

type Current<Entry extends Stored> = Pick<Records<Entry>, "current">;

/** What was uploaded and not submitted for so long will not be. */
const UPLOADED_MS = 24 * 3_600_000;

/** Names of the pieces that something under way, waiting or still readable needs. */
export async function heldBy(
	{ tasks, publishes, uploads }: Holders,
	now: number,
): Promise<ReadonlySet<string>> {
	const needed = (task: TaskRecord) => isNeeded(task, now);
	const all = (await Promise.all(Object.values(tasks).map((book) => book.current(needed)))).flat();
	// What failed may be tried again.
	const waiting = await publishes.current(({ status }) => !["DONE", "CANCELLED"].includes(status));
	const unused = await uploads.current(
		({ usedBy, createdAt }) => usedBy === undefined && now - createdAt < UPLOADED_MS,
	);
	return new Set([
		...all.flatMap(({ source, render, ready, findings }) => [
			...ofSource(source),
			...sources(findings),
			...ofBrand(render),
			...ready.flatMap(({ video, thumbnail }) => renders(video, thumbnail)),
		]),
		...waiting.flatMap(({ source, clip, render, video }) => [
			...ofSource(source),
			...ofBrand(render),
			...renders(video, thumbnailKey({ source, clip, render })),
		]),
		...unused.flatMap(({ video, transcript }) => sources(video, transcript)),
	]);
}

/** Results can be read, exported again and published until they expire. */
function isNeeded({ status, expireAt }: TaskRecord, now: number): boolean {
	return !isFinal(status) || (status === "SUCCEEDED" && now <= expireAt);
}

function ofSource(source: SourceVideo | undefined): readonly string[] {
	return sources(source, source?.transcript);
}

function ofBrand(render: RenderSettings | undefined): readonly string[] {
	const { logo, font } = render?.brand ?? {};
	return sources(logo, font && "file" in font ? font.file : undefined);
}

/** Names of the pieces of files in `sources/`. */
export function sources(...files: readonly (StoredFile | undefined)[]): readonly string[] {
	return files.flatMap((file) => (file ? [`sources/${file.sha256}`] : []));
}

function renders(...names: readonly (string | undefined)[]): readonly string[] {
	return names.flatMap((name) => (name === undefined ? [] : [`renders/${name}`]));
}
