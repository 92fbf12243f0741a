import { fileURLToPath } from "node:url";
import { SAMPLE_RATE } from "../../../src/speech/protocol.ts";
import { builds } from "../../engine/media.ts";

const [build] = await builds();
const LIMIT_MS = 400_000;

/** The process that listens, from its sources. */
export const LISTENER = {
	path: process.execPath,
	args: ["--import", "tsx", fileURLToPath(new URL("../../../src/cli/listen.ts", import.meta.url))],
};

/** Samples as the recogniser takes them. */
export const PCM = ["-f", "s16le", "-ar", String(SAMPLE_RATE), "-ac", "1"];

/** A sound (ffmpeg's arguments for it) to listen to. */
export function listeningTo(input: readonly string[], durationMs: number) {
	const decoder = {
		path: build?.path ?? "",
		args: ["-hide_banner", "-nostdin", "-loglevel", "error", ...input, ...PCM, "pipe:1"],
	};
	return { sound: { decoder, durationMs }, signal: AbortSignal.timeout(LIMIT_MS), progress: () => {} };
}
