import { access, chmod, mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import type {
	Brand,
	Engine,
	FoundClip,
	LeftOut,
	RenderReport,
	RenderRequest,
	Run,
} from "../../engine/port.ts";
import { defined } from "../../model/defined.ts";
import { sha256 } from "../../system/files.ts";
import { readIfThere, writePrivate } from "../../system/private.ts";
import { jsonObject } from "../store/json.ts";
import type { RenderSettings, SourceVideo, StoredBrand, StoredFile } from "../store/shapes.ts";
import type { Concurrency, Rank } from "./concurrency.ts";

/** What one rendering is made of: equal values mean the same file. */
export interface Rendering {
	readonly source: SourceVideo;
	readonly clip: FoundClip;
	readonly render: RenderSettings;
}

/** A clip, and the brand whose logo is drawn, if any. */
export type ThumbnailWish = Pick<Rendering, "source" | "clip"> & {
	readonly render?: Pick<RenderSettings, "brand"> | undefined;
};

/** The name of a rendered clip, and what differs from what was asked for. */
export interface Rendered extends Pick<RenderReport, "notes"> {
	readonly name: string;
	readonly leftOut: readonly LeftOut[];
}

/** The cache of rendered clips and thumbnails. Names are hashes of what the files were made of. */
export interface Renders extends Paths {
	/** Renders unless it is there already, which needs no turn. `turn` says how soon it is needed. */
	video(wanted: Rendering, run: RankedRun): Promise<Rendered>;
	/** Whether a rendered video is still there. */
	has(name: string): Promise<boolean>;
	/** Likewise. */
	thumbnail(wanted: ThumbnailWish, run: Omit<RankedRun, "progress">): Promise<string>;
	/** How many steps of the engine run at once. */
	readonly atOnce: number;
	/** Runs a step of the engine once there is room for it. */
	readonly runStep: Concurrency["run"];
}

/** Work of the engine, and how soon it is needed. */
export interface RankedRun extends Run {
	readonly turn?: Rank;
}

/** Where the files are, by their names. */
interface Paths {
	videoPath(name: string): string;
	thumbnailPath(name: string): string;
	sourcePath(file: StoredFile): string;
}

/** Opens the cache in the data folder. The steps of the engine are those of the whole process. */
export function openRenders(data: string, engine: Engine, steps: Concurrency): Renders {
	const { run: runStep, runNamed, atOnce } = steps;
	const folder = join(data, "renders");
	const paths = pathsIn(data, folder);
	return {
		...paths,
		atOnce,
		runStep,
		has: (name) => isThere(paths.videoPath(name)),
		video: async (wanted, { turn, ...run }) => {
			const name = videoName(wanted, await engine.identity(run.signal));
			const notesPath = join(folder, `${name}.json`);
			const render = async () => {
				run.signal.throwIfAborted();
				if (await isThere(paths.videoPath(name))) return markUsed(notesPath);
				await mkdir(folder, { recursive: true, mode: 0o700 });
				const report = await engine.render(renderRequest(wanted, paths, name), run);
				await chmod(paths.videoPath(name), 0o600);
				await writePrivate(notesPath, `${JSON.stringify(report)}\n`);
			};
			// Both: the video is there before its notes are.
			if (await isThere(notesPath, paths.videoPath(name))) await markUsed(notesPath);
			else await runNamed(name, render, turn);
			return { name, ...(await reportIn(notesPath)) };
		},
		thumbnail: async (wanted, { signal, turn }) => {
			const name = thumbnailName(wanted);
			const output = paths.thumbnailPath(name);
			const make = async () => {
				signal.throwIfAborted();
				if (await isThere(output)) return;
				await mkdir(folder, { recursive: true, mode: 0o700 });
				await engine.thumbnail(thumbnailRequest(wanted, paths, name), signal);
				await chmod(output, 0o600);
			};
			if (!(await isThere(output))) await runNamed(name, make, turn);
			return name;
		},
	};
}

function pathsIn(data: string, folder: string): Paths {
	return {
		sourcePath: (file) => join(data, "sources", `${file.sha256}.${file.extension}`),
		videoPath: (name) => join(folder, `${name}.mp4`),
		thumbnailPath: (name) => join(folder, `${name}.jpg`),
	};
}

/** What the thumbnail of a clip is called in the cache. */
export function thumbnailName({ source, clip, render }: ThumbnailWish): string {
	const drawn = render?.brand?.logo ? [brandKey(render.brand, false)] : [];
	return sha256(JSON.stringify(["thumbnail", source.sha256, clip.beginMs, clip.endMs, ...drawn]));
}

function renderRequest({ source, clip, render }: Rendering, paths: Paths, name: string): RenderRequest {
	const transcript = source.transcript && paths.sourcePath(source.transcript);
	const [file, output] = [paths.sourcePath(source), paths.videoPath(name)];
	const brand = render.brand && brandFrom(render.brand, paths);
	return defined({ ...render, brand, transcript, file, clip, output });
}

function thumbnailRequest({ source, clip, render }: ThumbnailWish, paths: Paths, name: string) {
	const [file, output] = [paths.sourcePath(source), paths.thumbnailPath(name)];
	return defined({ file, output, clip, brand: render?.brand && brandFrom(render.brand, paths) });
}

function brandFrom({ logo, font, ...rest }: StoredBrand, { sourcePath }: Paths): Brand {
	return {
		...rest,
		...(logo && { logo: sourcePath(logo) }),
		...(font && { font: "file" in font ? { file: sourcePath(font.file) } : font }),
	};
}

/**
 * Covers what can be seen or heard in the file: texts only where they are drawn. Spelled out, so that no
 * order of keys changes it.
 */
function videoName({ source, clip, render }: Rendering, engine: string): string {
	const { reframe, caption, hook } = render;
	return sha256(
		JSON.stringify([
			"video",
			engine,
			[source.sha256, caption || hook ? (source.transcript?.sha256 ?? null) : null],
			[clip.beginMs, clip.endMs],
			render.resolution,
			reframe ? [reframe.ratio, reframe.layout] : null,
			caption ? [caption.style, caption.display] : null,
			hook ? [hook.style, hook.position, clip.hook?.text ?? null] : null,
			caption || hook ? (render.language ?? null) : null,
			caption && render.target !== undefined ? [render.target, clip.captions ?? null] : null,
			...(render.brand ? [brandKey(render.brand, caption !== undefined || hook !== undefined)] : []),
		]),
	);
}

function brandKey({ logo, place, opacity, font, colours = {} }: StoredBrand, isWritten: boolean): unknown {
	const { text, highlight, plate, hookText, hookPlate } = colours;
	return [
		logo ? [logo.sha256, place, opacity] : null,
		isWritten && font ? ("file" in font ? font.file.sha256 : [font.family]) : null,
		isWritten ? [text, highlight, plate, hookText, hookPlate].map((colour) => colour ?? null) : null,
	];
}

/** A clip's last use is the time of its notes: that of the video is part of its ETag. */
async function markUsed(notesPath: string): Promise<void> {
	const now = new Date();
	await utimes(notesPath, now, now).catch(() => undefined);
}

async function reportIn(path: string): Promise<Omit<Rendered, "name">> {
	const { notes, leftOut } = jsonObject((await readIfThere(path)) ?? "") ?? {};
	return {
		notes: Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [],
		leftOut: Array.isArray(leftOut) ? leftOut.filter(isLeftOut) : [],
	};
}

function isLeftOut(value: unknown): value is LeftOut {
	const { what, note } = (value ?? {}) as Partial<Record<keyof LeftOut, unknown>>;
	return (what === "captions" || what === "hook") && typeof note === "string";
}

async function isThere(...paths: readonly string[]): Promise<boolean> {
	return Promise.all(paths.map((path) => access(path))).then(
		() => true,
		() => false,
	);
}
