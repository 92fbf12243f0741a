import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../../src/engine/io/ffmpeg-arguments.ts";
import { openFaces } from "../../../src/engine/see/faces.ts";
import { builds, ffmpeg, signal, withFolder } from "../../engine/media.ts";
import { pulled, sample } from "./pulled.ts";
import { shownIn } from "./seen.ts";

const people = suite("people in made scenes");
const models = await pulled("faces");
const [build] = await builds();
const ROOM = "color=c=0x405060:s=1280x720:r=30:d=7";
const CODED = ["-t", "7", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
/** A still portrait, 600 pixels high, that sways a little: so wide are its eyes apart from its middle. */
const portrait = (x: string) => `overlay=x='${x}+6*sin(3*t)':y='100+5*sin(2*t)':shortest=1`;

interface Scene {
	/** Filter graph: the room is input 0, the portrait 1. */
	readonly graph: string;
	readonly people: number;
	readonly layout: string;
}

const SCENES: Record<string, Scene> = {
	"somebody who walks through the picture is kept in it": {
		graph: `[1]scale=600:600[a];[0][a]${portrait("680*clip((t-2)/3,0,1)")}`,
		people: 1,
		layout: "Auto",
	},
	"two far apart are both shown": {
		graph: `[1]scale=480:480,split[a][c];[c]hflip[b];[0][a]${portrait("20")}[l];[l][b]${portrait("780")}`,
		people: 2,
		layout: "Auto",
	},
	"after a cut the camera is where the face is": {
		graph: `[1]scale=600:600,split[a][b];[0]split[r][s];[r][a]${portrait("0")}[l];[s]hue=h=90[t];[t][b]${portrait("680")}[m];[l][m]overlay=enable='between(t,3.1,5.3)'`,
		people: 1,
		layout: "Full",
	},
};
for (const [title, { graph, people: count, layout }] of Object.entries(SCENES)) {
	people(title, async () => {
		const picture = models && sample("skimage_astronaut_512.png");
		const find = picture && (await openFaces(models, signal()));
		if (!find || !build) return;
		await withFolder(async (folder) => {
			const file = join(folder, "made.mp4");
			await ffmpeg(build, [
				"-f",
				"lavfi",
				"-i",
				ROOM,
				...options("-loop 1 -t 7 -i"),
				picture,
				"-filter_complex",
				graph,
				...CODED,
				file,
			]);
			const { seen } = await shownIn(file, {
				models,
				find,
				reframe: { ratio: "9:16", layout },
				people: count,
			});
			assert.ok(seen >= 95, `${seen.toFixed(1)} % of the frames`);
		});
	});
}

people.run();
