import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readPrint, readStreams } from "../../src/content/read.ts";
import { builds, signal, withFolder } from "../engine/media.ts";
import { analyse, byTurns, tenMinutes } from "./speed.ts";

/**
 * Prints what it costs to recognise a source beyond its bytes, beside what is paid for it anyway: the hash of
 * its bytes for a remote service, the analysis for the embedded one. In CPU seconds of all processes.
 */
export async function benchContent(): Promise<void> {
	const [build] = await builds();
	if (build === undefined) throw new Error("There is no ffmpeg.");
	await withFolder(async (folder) => {
		const place = { ffmpeg: build.path, folder };
		const source = await tenMinutes(place);
		const reader = { ffmpeg: build.path, signal: signal() };
		const [bytes = Number.NaN, streams = Number.NaN, print = Number.NaN, analysis = Number.NaN] =
			await byTurns([
				() => hashed(source.file),
				() => readStreams(source.file, reader),
				() => readPrint(source.file, reader),
				() => analyse(source, place),
			]);
		console.log("\nRecognising a source of 10 minutes at 720p, in CPU seconds of all processes");
		console.log(row("the hash of its bytes", bytes));
		console.log(row("the hash of its packets, for a source of a length near a posted one's", streams));
		console.log(row("its sound and key frames, where neither hash decides", print));
		console.log(row("the embedded service's analysis without models", analysis));
		console.log(
			`remote service: at most ${(streams + print).toFixed(1)} s once a source, beside ${bytes.toFixed(1)} s`,
		);
		console.log(
			`embedded service: at most ${((streams + print) / analysis).toFixed(2)} of its analysis, once a source`,
		);
	});
}

function row(name: string, cpu: number): string {
	return `${name.padEnd(72)}${cpu.toFixed(1).padStart(7)} s`;
}

async function hashed(file: string): Promise<void> {
	const hash = createHash("sha256");
	for await (const piece of createReadStream(file)) hash.update(piece);
	hash.digest();
}
