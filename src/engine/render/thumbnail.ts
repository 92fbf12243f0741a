import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { temporaryBeside } from "../../system/files.ts";
import { run } from "../../system/run.ts";
import { inTemporaryFolder } from "../../system/temporary.ts";
import { safeArea } from "../captions/captions.ts";
import { logoAndTexts } from "../captions/logo-place.ts";
import { even, type Size } from "../compose/output-size.ts";
import { displayName, faultOfError, faultOfRun, MediaFault } from "../io/engine-fault.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { type Tool, threads } from "../io/tool.ts";
import type { Engine, FoundClip } from "../port.ts";
import { toStandard } from "../probe/hdr.ts";
import type { Source } from "../probe/source.ts";
import { lookAt } from "../see/look.ts";
import { compositionOf } from "./clip-composition.ts";
import { putLogo, readLogo } from "./logo.ts";
import { type DrawnLogo, overlayOf } from "./logo-filter.ts";

const DOING = "making a thumbnail";
const LONGEST_SIDE = 1280;
const LOOK_MS = 6_000;
const LIMIT_MS = 120_000;

type Request = Parameters<Engine["thumbnail"]>[0];

/**
 * Writes the frame that is most like the middle of the clip: neither a blink, nor a flash, nor a fade. Throws
 * `MediaFault`, `DiskFullFault`.
 */
export async function thumbnail(source: Source, request: Request, tool: Tool): Promise<void> {
	const beside = temporaryBeside(request.output);
	try {
		await inTemporaryFolder("thumbnail", (folder) => write(source, request, { tool, folder, beside }));
		await rename(beside, request.output).catch(() => {
			throw new MediaFault(
				`There is no picture in ${displayName(source.file)} at ${request.clip.beginMs} ms.`,
			);
		});
	} catch (error) {
		await rm(beside, { force: true });
		throw faultOfError(error, DOING);
	}
}

async function write(
	source: Source,
	request: Request,
	{ tool, folder, beside }: { readonly tool: Tool; readonly folder: string; readonly beside: string },
): Promise<void> {
	const logo = await logoFor(source, request, { tool, folder });
	const end = await run({
		path: tool.ffmpeg,
		args: argumentsFor(source, request.clip, { file: resolve(beside), logo }),
		cwd: folder,
		signal: tool.signal,
		limitMs: LIMIT_MS,
	});
	if (end.code !== 0) throw faultOfRun(end, DOING);
}

/** The logo of a brand, put into the folder, in the corner where it covers nobody in the clip. */
async function logoFor(
	source: Source,
	request: Request,
	{ tool, folder }: { readonly tool: Tool; readonly folder: string },
): Promise<DrawnLogo | undefined> {
	const { brand, clip } = request;
	if (brand?.logo === undefined) return undefined;
	const logo = await readLogo(brand.logo);
	await putLogo(logo, folder);
	const span = { begin: clip.beginMs, end: Math.min(clip.endMs, source.durationMs) };
	const output = sizeOf(source);
	const { shots = [] } = await compositionOf({ source, request, span, output }, () =>
		lookAt(source, span, tool),
	);
	const texts = { output, safe: safeArea(output), captions: 0, hook: 0 };
	const wish = { size: logo, corners: brand.place };
	return { at: logoAndTexts(shots, texts, wish).logo, opacity: brand.opacity };
}

function sizeOf({ width, height }: Source): Size {
	const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
	return { width: even(width * scale), height: even(height * scale) };
}

function argumentsFor(
	source: Source,
	clip: FoundClip,
	{ file, logo }: { readonly file: string; readonly logo: DrawnLogo | undefined },
): readonly string[] {
	const length = Math.min(LOOK_MS, clip.endMs - clip.beginMs);
	const begin = Math.max(0, (clip.beginMs + clip.endMs - length) / 2);
	const { width, height } = sizeOf(source);
	const cut = [...options(`-ss ${secondsOf(begin)} -t ${secondsOf(length)}`), ...inputOf(source.file)];
	const standard = source.curve ? `${toStandard(source.curve)},` : "";
	const frames = Math.max(2, Math.floor((length / 1000) * 2));
	const scaling = `${standard}scale=${width}:${height}:out_range=full,setsar=1`;
	const drawn = logo ? `,format=gbrp${overlayOf(logo, "rgb")},scale=out_range=full` : "";
	const filter = `fps=2:start_time=0,${scaling},thumbnail=${frames}${drawn},format=yuvj420p`;
	const picture = options("-frames:v 1 -c:v mjpeg -q:v 3 -map_metadata -1 -f image2 -update 1");
	return [
		...ERRORS_ONLY,
		...options(`-y -threads ${threads()}`),
		...cut,
		...["-map", `0:${source.video}`, "-vf", filter],
		...picture,
		`file:${file}`,
	];
}
