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
import type { Media } from "../media/media.ts";
import { notesName, sourceName, thumbnailName, videoName } from "../media/names.ts";
import { readText } from "../media/read.ts";
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
export interface Renders {
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

/** Opens the cache among the media. The steps of the engine are those of the whole process. */
export function openRenders(media: Media, engine: Engine, steps: Concurrency): Renders {
	const { run: runStep, runNamed, atOnce } = steps;
	const isThere = async (...names: readonly string[]) =>
		(await Promise.all(names.map(media.find))).every((found) => found !== undefined);
	return {
		atOnce,
		runStep,
		has: (name) => isThere(videoName(name)),
		video: async (wanted, { turn, ...run }) => {
			const name = videoKey(wanted, await engine.identity(run.signal));
			const [video, notes] = [videoName(name), notesName(name)];
			const render = async () => {
				run.signal.throwIfAborted();
				if (await isThere(video)) return markUsed(media, notes);
				const output = await media.placeFor(video);
				const report = await engine.render(await renderRequest(media, wanted, { output, ...run }), run);
				await media.put(video, output, run.signal);
				await media.write(notes, `${JSON.stringify(report)}\n`);
			};
			// Both: the video is there before its notes are.
			if (await isThere(notes, video)) await markUsed(media, notes);
			else await runNamed(name, render, turn);
			return { name, ...(await reportIn(media, notes)) };
		},
		thumbnail: async (wanted, { signal, turn }) => {
			const key = thumbnailKey(wanted);
			const name = thumbnailName(key);
			const make = async () => {
				signal.throwIfAborted();
				if (await isThere(name)) return;
				const output = await media.placeFor(name);
				await engine.thumbnail(await thumbnailRequest(media, wanted, { output, signal }), signal);
				await media.put(name, output, signal);
			};
			if (!(await isThere(name))) await runNamed(key, make, turn);
			return key;
		},
	};
}

/** What the thumbnail of a clip is called in the cache. */
export function thumbnailKey({ source, clip, render }: ThumbnailWish): string {
	const drawn = render?.brand?.logo ? [brandKey(render.brand, false)] : [];
	return sha256(JSON.stringify(["thumbnail", source.sha256, clip.beginMs, clip.endMs, ...drawn]));
}

interface Making {
	readonly output: string;
	readonly signal: AbortSignal;
}

async function renderRequest(
	media: Media,
	{ source, clip, render }: Rendering,
	{ output, signal }: Making,
): Promise<RenderRequest> {
	const bring = (file: StoredFile) => media.bring(sourceName(file), signal);
	const transcript = source.transcript && (await bring(source.transcript));
	const brand = render.brand && (await brandFrom(render.brand, bring));
	return defined({ ...render, brand, transcript, file: await bring(source), clip, output });
}

async function thumbnailRequest(
	media: Media,
	{ source, clip, render }: ThumbnailWish,
	{ output, signal }: Making,
) {
	const bring = (file: StoredFile) => media.bring(sourceName(file), signal);
	const brand = render?.brand && (await brandFrom(render.brand, bring));
	return defined({ file: await bring(source), output, clip, brand });
}

async function brandFrom(
	{ logo, font, ...rest }: StoredBrand,
	bring: (file: StoredFile) => Promise<string>,
): Promise<Brand> {
	return {
		...rest,
		...(logo && { logo: await bring(logo) }),
		...(font && { font: "file" in font ? { file: await bring(font.file) } : font }),
	};
}

/**
 * Covers what can be seen or heard in the file: texts only where they are drawn. Spelled out, so that no
 * order of keys changes it.
 */
function videoKey({ source, clip, render }: Rendering, engine: string): string {
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
async function markUsed(media: Media, notes: string): Promise<void> {
	await media.touch(notes).catch(() => undefined);
}

async function reportIn(media: Media, name: string): Promise<Omit<Rendered, "name">> {
	const { notes, leftOut } = jsonObject((await readText(media, name)) ?? "") ?? {};
	return {
		notes: Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [],
		leftOut: Array.isArray(leftOut) ? leftOut.filter(isLeftOut) : [],
	};
}

function isLeftOut(value: unknown): value is LeftOut {
	const { what, note } = (value ?? {}) as Partial<Record<keyof LeftOut, unknown>>;
	return (what === "captions" || what === "hook") && typeof note === "string";
}
