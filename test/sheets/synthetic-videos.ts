import { madeMedia } from "../builders/media.ts";

/** Somebody in a made picture: a figure that moves about a little, in pixels. */
export interface Figure {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const SECONDS = 5;
const CODED = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest"];

/** A still room with so many figures that nod and sway, and a tone. */
export function makePeople(
	file: string,
	given: { readonly size: string; readonly figures: readonly Figure[] },
): string {
	const room = `color=c=0x30506c:s=${given.size}:r=25:d=${SECONDS},drawgrid=w=80:h=80:t=2:c=0x3c6488`;
	return make(file, { background: room, windows: [], figures: given.figures });
}

/** A still screen of text-like lines with a speaker in a window. */
export function makeScreencast(
	file: string,
	given: { readonly size: string; readonly window: Figure },
): string {
	const { x, y, width, height } = given.window;
	const lines =
		"color=c=0x101418:s=SIZE:r=25:d=5,drawgrid=w=iw:h=24:t=6:c=0x9aa4b0,drawbox=x=iw*0.8:w=iw*0.2:h=ih:c=0x101418:t=fill";
	const figure = { x: x + width * 0.3, y: y + height * 0.2, width: width * 0.4, height: height * 0.8 - 6 };
	return make(file, {
		background: lines.replace("SIZE", given.size),
		windows: [given.window],
		figures: [figure],
	});
}

interface Made {
	readonly background: string;
	readonly windows: readonly Figure[];
	readonly figures: readonly Figure[];
}

function make(file: string, { background, windows, figures }: Made): string {
	const boxes = windows
		.map(({ x, y, width, height }) => `,drawbox=x=${x}:y=${y}:w=${width}:h=${height}:c=0xd8c8a0:t=fill`)
		.join("");
	const even = (value: number) => 2 * Math.round(value / 2);
	const inputs = figures.flatMap(({ width, height }) => [
		"-f",
		"lavfi",
		"-i",
		figure(even(width), even(height)),
	]);
	const layers = figures.map(({ x, y }, at) => {
		const sway = `x='${Math.round(x)}+4*sin(${5 + at}*t)':y='${Math.round(y)}+3*sin(${7 - at}*t)'`;
		return `[l${at}][${at + 2}:v]overlay=${sway}:shortest=1[l${at + 1}]`;
	});
	const graph = [`[0:v]null${boxes}[l0]`, ...layers].join(";");
	const sound = ["-f", "lavfi", "-i", `sine=frequency=300:d=${SECONDS}`];
	const maps = [
		"-filter_complex",
		graph,
		"-map",
		`[l${figures.length}]`,
		"-map",
		"1:a",
		"-t",
		String(SECONDS),
	];
	return madeMedia(file, ["-f", "lavfi", "-i", background, ...sound, ...inputs, ...maps, ...CODED]);
}

/** A head on shoulders, in flat colours. */
function figure(width: number, height: number): string {
	const head = `drawbox=x=iw*0.25:y=0:w=iw*0.5:h=ih*0.55:c=0xe0ac80:t=fill`;
	const face = `drawbox=x=iw*0.34:y=ih*0.2:w=iw*0.1:h=ih*0.06:c=black:t=fill,drawbox=x=iw*0.56:y=ih*0.2:w=iw*0.1:h=ih*0.06:c=black:t=fill`;
	const mouth = "drawbox=x=iw*0.4:y=ih*0.38:w=iw*0.2:h=ih*0.05:c=0x902020:t=fill";
	return `color=c=0x30506c:s=${width}x${height}:r=25:d=${SECONDS},drawbox=x=0:y=ih*0.6:w=iw:h=ih*0.4:c=0x803030:t=fill,${head},${face},${mouth}`;
}
