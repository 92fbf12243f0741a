import { access, mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Engine, FoundClip, Run } from "../../engine/port.ts";
import { replaceFile, sha256 } from "../../system/files.ts";
import { jsonObject } from "../store/json.ts";
import { readIfThere } from "../store/private.ts";
import type { RenderSettings, SourceVideo, StoredFile } from "../store/shapes.ts";
import { openTurns, rendersAtOnce } from "./concurrency.ts";

/** What one rendering is made of: equal values mean the same file. */
export interface Rendering {
	readonly source: SourceVideo;
	readonly clip: FoundClip;
	readonly render: RenderSettings;
}

/** The cache of rendered clips and thumbnails. Names are hashes of what the files were made of. */
export interface Renders {
	/** Renders unless it is there already. `notes` say what was done otherwise than asked. */
	video(wanted: Rendering, run: Run): Promise<{ readonly name: string; readonly notes: readonly string[] }>;
	/** Whether a rendered video is still there. */
	has(name: string): Promise<boolean>;
	thumbnail(wanted: Pick<Rendering, "source" | "clip">, signal: AbortSignal): Promise<string>;
	/** How many steps of the engine run at once. */
	readonly atOnce: number;
	/** Runs a step of the engine when there is room for one. */
	inTurn<Result>(step: () => Promise<Result>): Promise<Result>;
	videoPath(name: string): string;
	thumbnailPath(name: string): string;
	sourcePath(file: StoredFile): string;
}

/** Opens the cache in the data folder. At most `atOnce` steps of the engine run at the same time. */
export function openRenders(data: string, engine: Engine, atOnce = rendersAtOnce()): Renders {
	const { inTurn, once } = openTurns(atOnce);
	const folder = join(data, "renders");
	const sourcePath = (file: StoredFile) => join(data, "sources", `${file.sha256}.${file.extension}`);
	const videoPath = (name: string) => join(folder, `${name}.mp4`);
	const thumbnailPath = (name: string) => join(folder, `${name}.jpg`);
	return {
		atOnce,
		inTurn,
		has: (name) => isThere(videoPath(name)),
		videoPath,
		thumbnailPath,
		sourcePath,
		video: async ({ source, clip, render }, run) => {
			const name = videoName({ source, clip, render }, await engine.identity(run.signal));
			const notesPath = join(folder, `${name}.json`);
			await once(name, async () => {
				run.signal.throwIfAborted();
				if (await isThere(videoPath(name))) return usedNow(notesPath);
				await mkdir(folder, { recursive: true });
				const transcript = source.transcript && { transcript: sourcePath(source.transcript) };
				const report = await engine.render(
					{ ...render, ...transcript, file: sourcePath(source), clip, output: videoPath(name) },
					run,
				);
				await replaceFile(notesPath, `${JSON.stringify(report)}\n`);
			});
			return { name, notes: await notesOf(notesPath) };
		},
		thumbnail: async ({ source, clip }, signal) => {
			const name = sha256(JSON.stringify(["thumbnail", source.sha256, clip.beginMs, clip.endMs]));
			await once(name, async () => {
				signal.throwIfAborted();
				if (await isThere(thumbnailPath(name))) return;
				await mkdir(folder, { recursive: true });
				await engine.thumbnail({ file: sourcePath(source), clip, output: thumbnailPath(name) }, signal);
			});
			return name;
		},
	};
}

/** Only what can be seen or heard in the file counts: words are where they are drawn. Spelled out so that no order of keys can change the name. */
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
		]),
	);
}

/** The time of its notes tells when a clip was last used: that of the video itself stands in its ETag. */
async function usedNow(notesPath: string): Promise<void> {
	const now = new Date();
	await utimes(notesPath, now, now).catch(() => undefined);
}

async function notesOf(path: string): Promise<readonly string[]> {
	const notes = jsonObject((await readIfThere(path)) ?? "")?.notes;
	return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
}

async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
