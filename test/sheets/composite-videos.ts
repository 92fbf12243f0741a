import { join } from "node:path";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { type Build, ffmpeg } from "../engine/media.ts";

/** Videos with real faces, put together from two samples: a talking head and a portrait. */
export interface Cast {
	readonly build: Build;
	readonly folder: string;
	/** A talking head before a blue wall. */
	readonly head: string;
	/** A still portrait. */
	readonly portrait: string;
}

const SECONDS = 8;
const CODED = [
	"-t",
	String(SECONDS),
	...options("-c:v libx264 -preset ultrafast -crf 18 -pix_fmt yuv420p -c:a aac"),
];
const ROOM = "drawgrid=w=80:h=80:t=2:c=0x3c6488";
/** A game: everything moves. Old builds of ffmpeg have no filter that scrolls. */
const GAME = `testsrc2=s=2240x720:r=30:d=${SECONDS},crop=1280:720:x=4*n:y=0`;
const sway = (x: string, y: string) => `overlay=x='${x}+5*sin(3*t)':y='${y}+4*sin(2*t)':shortest=1`;

/** Head and shoulders of the portrait. */
const BUST = "crop=300:300:76:0";
/** Filter graphs over a still room (0), the head (1), the portrait (2) and a game (3). */
const GRAPHS = {
	"two-apart": `[1]crop=220:288:60:0,scale=440:576[a];[2]${BUST},scale=540:540[b];[0][a]overlay=60:144[l];[l][b]${sway("700", "180")}[v]`,
	"two-near": `[1]crop=220:288:60:0,scale=220:288[a];[2]${BUST},scale=240:240[b];[0][a]overlay=420:432[l];[l][b]${sway("640", "480")}[v]`,
	"three-people": `[1]crop=220:288:60:0,scale=330:432[a];[2]${BUST},scale=400:400,split[b][f];[f]hflip[c];[0][a]overlay=20:288[l];[l][b]${sway("430", "320")}[m];[m][c]${sway("860", "320")}[v]`,
	"four-in-a-call": `[1]scale=640:-2,crop=640:360,split[a][e];[e]hflip,hue=h=60[d];[2]${BUST},scale=640:-2,crop=640:360:0:0,split[b][f];[f]hflip[c];[0][a]overlay=0:0[l];[l][b]overlay=640:0[m];[m][c]overlay=0:360[n];[n][d]overlay=640:360[v]`,
	walker: `[2]scale=600:600[b];[0][b]${sway("680*clip((t-2)/3,0,1)", "110")}[v]`,
	"at-the-edge": `[1]crop=220:288:60:0,scale=440:576[a];[0][a]overlay=-90:144[v];[2]nullsink`,
	"changed-places": `[1]crop=220:288:60:0,scale=330:432[a];[2]${BUST},scale=400:400[b];[0][a]overlay=x='80+780*clip((t-3)/2,0,1)':y=280[l];[l][b]overlay=x='820-780*clip((t-3)/2,0,1)':y=320:shortest=1[v]`,
	"from-one-to-the-other": `[0]split[r][s];[1]crop=220:288:60:0,scale=440:576[a];[2]scale=600:600[b];[r][a]overlay=60:144[l];[s]hue=h=90[t];[t][b]${sway("640", "120")}[m];[l][m]overlay=enable='between(mod(t,5),2.6,5)'[v]`,
	gameplay: `[1]scale=360:-2[a];[3][a]overlay=20:20[v];[2]nullsink`,
} as const;

export const CASTS = Object.keys(GRAPHS).filter((name): name is keyof typeof GRAPHS => name in GRAPHS);

/** Makes one of them. */
export async function makeCast(
	name: keyof typeof GRAPHS,
	{ build, folder, head, portrait }: Cast,
): Promise<string> {
	const file = join(folder, `${name}.mp4`);
	const room = ["-f", "lavfi", "-i", `color=c=0x405060:s=1280x720:r=30:d=${SECONDS},${ROOM}`];
	const people = [
		"-ss",
		"20",
		"-t",
		String(SECONDS),
		"-i",
		head,
		...options("-loop 1 -framerate 30 -t"),
		String(SECONDS),
		"-i",
		portrait,
	];
	const rest = ["-f", "lavfi", "-i", GAME, "-f", "lavfi", "-i", `sine=frequency=300:d=${SECONDS}`];
	await ffmpeg(build, [
		...room,
		...people,
		...rest,
		"-filter_complex",
		GRAPHS[name],
		...options("-map [v] -map 4:a"),
		...CODED,
		file,
	]);
	return file;
}
