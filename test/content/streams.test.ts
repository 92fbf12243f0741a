import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readStreams } from "../../src/content/read.ts";
import { FFMPEG, runMedia } from "../builders/media.ts";
import { made, music, STILL, transformed } from "./media.ts";

const streams = suite("the hash of the first picture and the first sound");
const whole = made(music(3, 4), STILL(4));
/** What is read, which of its streams are there, and how often ffmpeg is started for it. */
const FILES: Readonly<Record<string, readonly [file: string, there: string, starts: number]>> = {
	"of both": [whole, "va", 1],
	"in another container": [transformed(whole, ["-c", "copy"], { as: "mkv" }), "va", 1],
	"of a picture alone": [transformed(whole, ["-an", "-c", "copy"], { as: "mp4" }), "v", 3],
	"of a sound alone": [transformed(whole, ["-vn", "-c", "copy"], { as: "mkv" }), "a", 3],
};

/** A line of a log that is not ended stands before the second hash. */
const NOISE = `case "$*" in *0:V:0*0:a:0*) printf 'an error' >&2;; esac`;
const CASES = [
	...Object.entries(FILES).map(([title, of]) => [title, "", ...of] as const),
	["of both, beside an error,", NOISE, whole, "va", 3] as const,
];

for (const [title, before, file, there, starts] of CASES)
	streams(`${title} is that of each alone, in as few passes as can be`, async () => {
		const folder = await mkdtemp(join(tmpdir(), "showrun-streams-"));
		try {
			const [ffmpeg, log] = [join(folder, "ffmpeg"), join(folder, "log")];
			await writeFile(ffmpeg, `#!/bin/sh\necho >> '${log}'\n${before}\nexec '${FFMPEG}' "$@"\n`, {
				mode: 0o755,
			});
			const found = await readStreams(file, { ffmpeg, signal: AbortSignal.timeout(300_000) });
			assert.is(found, ["v", "a"].map((kind) => (there.includes(kind) ? hashOf(file, kind) : "-")).join(":"));
			assert.is((await readFile(log, "utf8")).length, starts);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

function hashOf(file: string, kind: string): string | undefined {
	const stream = kind === "v" ? "0:V:0" : "0:a:0";
	const copied = ["-i", file, "-map", stream, "-c", "copy", "-copyinkf", "-f", "md5", "-"];
	return /^MD5=(\w+)$/m.exec(runMedia(copied))?.[1];
}

streams.run();
