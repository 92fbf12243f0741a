import { rename, rm } from "node:fs/promises";
import { temporaryBeside } from "../../system/files.ts";
import { run } from "../../system/run.ts";
import { even } from "../compose/output-size.ts";
import { displayName, faultOfError, faultOfRun, MediaFault } from "../io/engine-fault.ts";
import { ERRORS_ONLY, inputOf, options, secondsOf } from "../io/ffmpeg-arguments.ts";
import { type Tool, threads } from "../io/tool.ts";
import type { FoundClip } from "../port.ts";
import { toStandard } from "../probe/hdr.ts";
import type { Source } from "../probe/source.ts";

const DOING = "making a thumbnail";
const LONGEST_SIDE = 1280;
const LOOK_MS = 6_000;
const LIMIT_MS = 120_000;

/**
 * Writes the frame that is most like the middle of the clip: neither a blink, nor a flash, nor a fade. Throws
 * `MediaFault`, `DiskFullFault`.
 */
export async function thumbnail(
	source: Source,
	request: { readonly clip: FoundClip; readonly output: string },
	tool: Tool,
): Promise<void> {
	const beside = temporaryBeside(request.output);
	try {
		const end = await run({
			path: tool.ffmpeg,
			args: argumentsFor(source, request.clip, beside),
			signal: tool.signal,
			limitMs: LIMIT_MS,
		});
		if (end.code !== 0) throw faultOfRun(end, DOING);
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

function argumentsFor(source: Source, clip: FoundClip, file: string): readonly string[] {
	const length = Math.min(LOOK_MS, clip.endMs - clip.beginMs);
	const begin = Math.max(0, (clip.beginMs + clip.endMs - length) / 2);
	const scale = Math.min(1, LONGEST_SIDE / Math.max(source.width, source.height));
	const size = `${even(source.width * scale)}:${even(source.height * scale)}`;
	const cut = [...options(`-ss ${secondsOf(begin)} -t ${secondsOf(length)}`), ...inputOf(source.file)];
	const standard = source.curve ? `${toStandard(source.curve)},` : "";
	const frames = Math.max(2, Math.floor((length / 1000) * 2));
	const scaling = `${standard}scale=${size}:out_range=full,setsar=1`;
	const filter = `fps=2:start_time=0,${scaling},thumbnail=${frames},format=yuvj420p`;
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
