import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { options } from "../../../src/engine/io/ffmpeg-arguments.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { amount, ordinary, question } from "./sayings.ts";
import { type Heard, laughter, pcmOf, srtOf, type Timeline, timelineOf } from "./timeline.ts";
import { bursts, RATE } from "./voice.ts";

const call = promisify(execFile);
const LIMIT_MS = 300_000;
const SECONDS = 90;

/** Kinds of video that are made by script. */
export const SOURCES = ["talk", "two speakers", "screen recording", "music and action"] as const;
export type SourceName = (typeof SOURCES)[number];

/** A made video, and its transcript where it has one. */
export interface MadeSource {
	readonly file: string;
	readonly transcript?: string;
}

interface Making {
	readonly ffmpeg: string;
	readonly folder: string;
	/** Of the picture, in pixels; it is 16:9. */
	readonly height: number;
	readonly preset: "ultrafast" | "veryfast";
	/** Absent: 90. */
	readonly seconds?: number;
}

/** Writes a video. Its sound is stored as it is, so that every ffmpeg hears the same. */
export async function makeSource(
	name: SourceName,
	{ ffmpeg, folder, height, preset, seconds = SECONDS }: Making,
): Promise<MadeSource> {
	const base = `${folder}/${name.replaceAll(" ", "-")}`;
	const timeline = soundOf(name);
	await writeFile(`${base}.pcm`, pcmOf(timeline));
	const { inputs, graph } = pictureOf(name, height);
	const pictures = inputs.flatMap((input) => ["-f", "lavfi", "-i", input]);
	const sound = ["-f", "s16le", "-ar", String(RATE), "-ac", "1", "-i", `${base}.pcm`];
	const maps = [
		"-filter_complex",
		`${graph},noise=alls=4:allf=t,format=yuv420p[v]`,
		"-map",
		"[v]",
		"-map",
		`${inputs.length}:a`,
	];
	const coding = [
		"-c:v",
		"libx264",
		"-preset",
		preset,
		...options("-crf 23 -g 60 -c:a pcm_s16le -t"),
		String(seconds),
	];
	const args = [
		...options("-hide_banner -nostdin -loglevel error -y"),
		...pictures,
		...sound,
		...maps,
		...coding,
		`${base}.mov`,
	];
	await call(ffmpeg, args, { timeout: LIMIT_MS });
	if (name !== "talk") return { file: `${base}.mov` };
	await writeFile(`${base}.srt`, srtOf(timeline.sentences));
	return { file: `${base}.mov`, transcript: `${base}.srt` };
}

function soundOf(name: SourceName): Timeline {
	const seed = SOURCES.indexOf(name) + 1;
	const chance = chanceOf(seed);
	const noiseDb = { talk: -60, "two speakers": -52, "screen recording": -56, "music and action": -48 }[name];
	return timelineOf(name === "music and action" ? music(chance) : speech(name, chance), { seed, noiseDb });
}

/** Ordinary sentences, now and then one that stands out, and laughter. */
function speech(name: SourceName, chance: Chance): readonly Heard[] {
	const [shortest, longest] = {
		talk: [400, 900],
		"two speakers": [120, 700],
		"screen recording": [900, 2_600],
		"music and action": [0, 0],
	}[name];
	const heard: Heard[] = [];
	for (let at = 0; lengthOf(heard) < SECONDS; at += 1) {
		const said =
			at % 9 === 6
				? laughter(at)
				: bursts(at % 7 === 3 ? question(chance) : at % 7 === 5 ? amount(chance) : ordinary(chance));
		heard.push({ said, pauseMs: Math.round(chance.between(shortest ?? 0, longest ?? 0)) });
	}
	return heard;
}

/** Chords over a beat, now soft, now loud, and a crowd from time to time. */
function music(chance: Chance): readonly Heard[] {
	const heard: Heard[] = [];
	for (let at = 0; lengthOf(heard) < SECONDS; at += 1) {
		const said =
			at % 6 === 5 ? laughter(at) : { samples: chord(chance.pick([196, 220, 262, 294])), words: [] };
		heard.push({ said, louderDb: at % 4 === 2 ? 6 : chance.between(-6, 0), pauseMs: at % 8 === 7 ? 600 : 0 });
	}
	return heard;
}

function chord(root: number): Float32Array {
	return Float32Array.from({ length: 3 * RATE }, (_, at) => {
		const time = at / RATE;
		const tones = [1, 5 / 4, 3 / 2].reduce(
			(sum, tone) => sum + Math.sin(2 * Math.PI * root * tone * time),
			0,
		);
		return 0.2 * tones * (0.3 + 0.7 * Math.exp(-6 * (time % 0.5)));
	});
}

function lengthOf(heard: readonly Heard[]): number {
	return heard.reduce((sum, each) => sum + each.said.samples.length / RATE + each.pauseMs / 1000, 0);
}

interface Picture {
	readonly inputs: readonly string[];
	readonly graph: string;
}

/** What is seen, drawn in a picture of this height. */
function pictureOf(name: SourceName, height: number): Picture {
	const size = `${(height * 16) / 9}x${height}`;
	const of = (share: number) => 2 * Math.round((share * height) / 2);
	const still = (color: string) => `color=c=${color}:s=${size}:r=30`;
	const person = `color=c=0x803030:s=${of(0.5)}x${of(0.75)}:r=30,drawbox=w=iw:h=ih*0.6:c=0x30506c:t=fill,drawbox=x=iw*0.25:w=iw*0.5:h=ih*0.55:c=0xe0ac80:t=fill`;
	const sway = (x: number, y: number) =>
		`x='${of(x)}+${of(0.02)}*sin(5*t)':y='${of(y)}+${of(0.015)}*sin(7*t)'`;
	const room = `${still("0x30506c")},drawgrid=w=${of(0.12)}:h=${of(0.12)}:t=2:c=0x3c6488`;
	if (name === "talk") {
		const slides = "drawbox=c=0xd8d0c0:t=fill:enable='between(t,31,60)'";
		return { inputs: [`${room},${slides}`, person], graph: `[0:v][1:v]overlay=${sway(0.6, 0.25)}` };
	}
	if (name === "two speakers") {
		return {
			inputs: [room, person, person],
			graph: `[0:v][1:v]overlay=${sway(0.15, 0.25)}[l];[l][2:v]overlay=${sway(1.1, 0.25)}`,
		};
	}
	if (name === "screen recording") {
		const page = (color: string, enable: string) =>
			`drawgrid=w=iw:h=${of(0.034)}:t=${of(0.01)}:c=${color}:enable='${enable}'`;
		const lines = `${still("0x101418")},${page("0x9aa4b0", "lt(mod(t,40),20)")},${page("0xc8b070", "gte(mod(t,40),20)")}`;
		const small = `${person},scale=${of(0.15)}:${of(0.22)}`;
		const window = `drawbox=x=${of(1.42)}:y=${of(0.62)}:w=${of(0.32)}:h=${of(0.3)}:c=0xd8c8a0:t=fill`;
		return { inputs: [`${lines},${window}`, small], graph: `[0:v][1:v]overlay=${sway(1.5, 0.67)}` };
	}
	return { inputs: [`testsrc2=s=${size}:r=30`], graph: "[0:v]rotate=t/3,negate=enable='lt(mod(t,9),4)'" };
}
