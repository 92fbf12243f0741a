/**
 * Makes keynote.mp4 and keynote.srt from talk.ts: `npx tsx examples/quickstart/media/make.ts`.
 * Needs ffmpeg with libx264 and libass, the program flite with its voices slt and rms, and the DejaVu fonts
 * (Debian: `apt-get install ffmpeg flite fonts-dejavu-core fonts-dejavu-extra`). The same programs
 * give the same files.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HEIGHT, WIDTH } from "./ass.ts";
import { type Cue, timelineOf, wavOf } from "./sound.ts";
import { stageOf } from "./stage.ts";
import { TALK } from "./talk.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const timeline = timelineOf(TALK);
const work = mkdtempSync(join(tmpdir(), "keynote-"));
try {
	writeFileSync(join(work, "talk.wav"), wavOf(timeline.samples));
	writeFileSync(join(work, "stage.ass"), stageOf(TALK, timeline));
	writeFileSync(join(here, "keynote.srt"), timeline.cues.map(srtCue).join("\n"));
	execFileSync("ffmpeg", encoding(join(here, "keynote.mp4")), { cwd: work, stdio: "inherit" });
} finally {
	rmSync(work, { recursive: true, force: true });
}

function encoding(output: string): string[] {
	const seconds = timeline.seconds.toFixed(3);
	return [
		...["-hide_banner", "-loglevel", "error", "-y"],
		...["-f", "lavfi", "-i", `color=c=black:s=${WIDTH}x${HEIGHT}:r=30:d=${seconds}`, "-i", "talk.wav"],
		...["-vf", "ass=stage.ass,format=yuv420p"],
		...["-af", "highpass=f=70,aresample=48000,volume=1.05,alimiter=limit=0.9:level=false"],
		...["-c:v", "libx264", "-preset", "slow", "-crf", "25", "-tune", "animation", "-g", "150"],
		...["-threads", "2", "-c:a", "aac", "-b:a", "96k", "-ac", "2", "-t", seconds],
		...["-movflags", "+faststart", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"],
		output,
	];
}

function srtCue({ text, from, to }: Cue, index: number): string {
	return `${index + 1}\n${srtTime(from)} --> ${srtTime(to)}\n${text}\n`;
}

function srtTime(seconds: number): string {
	const ms = Math.round(seconds * 1000);
	const pad = (value: number, width: number) => String(value).padStart(width, "0");
	return `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)},${pad(ms % 1000, 3)}`;
}
