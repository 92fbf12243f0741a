import { runFfmpeg } from "../../system/ffmpeg.ts";

const ASK_LIMIT_MS = 20_000;

/**
 * Whether an ffmpeg joins the letters of scripts that need it: some were built without the library for that.
 * One that does not say is taken to.
 */
export async function shapesLetters(ffmpeg: string, signal: AbortSignal): Promise<boolean> {
	let says = "";
	const onErrorLine = (line: string) => {
		if (line.includes("Shaper:")) says = line;
	};
	// It tells which libraries it draws with before it finds that there is no such file.
	const source = ["-f", "lavfi", "-i", "color=s=16x16:d=0.1", "-vf", "ass=none.ass", "-f", "null", "-"];
	await runFfmpeg({
		path: ffmpeg,
		args: ["-hide_banner", "-nostdin", "-loglevel", "verbose", ...source],
		signal,
		limitMs: ASK_LIMIT_MS,
		onErrorLine,
	});
	return says === "" || says.includes("HarfBuzz");
}
