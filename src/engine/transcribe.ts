import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EndpointFault } from "../language/faults.ts";
import type { Language } from "../language/port.ts";
import { run } from "../system/run.ts";
import { inputOf } from "./probe.ts";
import type { Recognised } from "./recognise.ts";
import type { Source } from "./source.ts";
import type { Tool } from "./tool.ts";

/** Writes down what is heard, somewhere else. */
export type Transcribe = NonNullable<Language["transcribe"]>;

/** What such endpoints take at most. */
const LARGEST_BYTES = 24 * 1024 * 1024;
const NAME = "sound.m4a";
const CODING = [
	"-vn",
	"-sn",
	"-dn",
	"-c:a",
	"aac",
	"-b:a",
	"32k",
	"-ac",
	"1",
	"-ar",
	"16000",
	"-map_metadata",
	"-1",
	"-fflags",
	"+bitexact",
	"-flags:a",
	"+bitexact",
];

/** What a transcription endpoint writes down of a source's sound, which is sent there small and without the picture. */
export async function transcribedIn(
	source: Source,
	given: { readonly transcribe: Transcribe; readonly tool: Tool; readonly language: string | undefined },
): Promise<Recognised> {
	const { transcribe, tool, language } = given;
	const sound = await soundOf(source, tool);
	if (sound === undefined) return { why: "the sound is too long to be sent to the transcription endpoint in one piece, or cannot be read" };
	try {
		const { durationMs } = source;
		// Endpoints know languages, not countries.
		const { words } = await transcribe({ sound, name: NAME, durationMs, ...(language && { language: language.replace(/[-_].*/, "") }) }, tool.signal);
		return words.length > 0 ? { words } : { why: "the transcription endpoint heard no words" };
	} catch (error) {
		if (error instanceof EndpointFault) return { why: error.message };
		throw error;
	}
}

/** The sound as a small file in memory. Undefined: it is too large to send, or cannot be made. */
async function soundOf(source: Source, tool: Tool): Promise<Uint8Array | undefined> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-sound-"));
	try {
		const file = join(folder, NAME);
		const seconds = (source.durationMs / 1000).toFixed(3);
		const sound = ["-map", `0:${source.audio}`, "-af", "aresample=16000:async=1:first_pts=0", ...CODING, "-t", seconds, "-fs", String(LARGEST_BYTES + 1), file];
		const args = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", ...inputOf(source.file), ...sound];
		const end = await run({ path: tool.ffmpeg, args, signal: tool.signal, limitMs: 60_000 + source.durationMs });
		const bytes = (await stat(file).catch(() => undefined))?.size ?? 0;
		return end.code === 0 && bytes > 0 && bytes <= LARGEST_BYTES ? await readFile(file) : undefined;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
