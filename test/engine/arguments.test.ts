import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeArguments } from "../../src/engine/encode.ts";
import { faultOfRun } from "../../src/engine/faults.ts";
import { pictureFilter, soundFilter } from "../../src/engine/filters.ts";
import type { RenderRequest } from "../../src/engine/port.ts";
import { shapeOf } from "../../src/engine/shape.ts";

const building = suite("shapes and arguments");
const WIDE = { width: 1280, height: 720 };
const reframe = (ratio: NonNullable<RenderRequest["reframe"]>["ratio"], layout = "Auto") => ({ reframe: { ratio, layout } });

const shapes: Record<string, readonly [Parameters<typeof shapeOf>[0], Parameters<typeof shapeOf>[1], string]> = {
	"without reframe the shorter side is the resolution": [WIDE, { resolution: "1080p" }, "1920x1080 scale"],
	"an upright source keeps its shape": [{ width: 720, height: 1280 }, { resolution: "480p" }, "480x854 scale"],
	"odd shapes get even sizes": [{ width: 853, height: 481 }, { resolution: "480p" }, "852x480 scale"],
	"9:16 is exact, and a wide picture is shown whole": [WIDE, { resolution: "1080p", ...reframe("9:16") }, "1080x1920 fit"],
	"1:1 is exact": [WIDE, { resolution: "1080p", ...reframe("1:1") }, "1080x1080 fit"],
	"4:5 is exact": [WIDE, { resolution: "1080p", ...reframe("4:5") }, "1080x1350 fit"],
	"16:9 is exact": [WIDE, { resolution: "1080p", ...reframe("16:9") }, "1920x1080 scale"],
	"the other resolutions": [WIDE, { resolution: "4k", ...reframe("9:16") }, "2160x3840 fit"],
	"Auto crops where little is lost": [{ width: 640, height: 480 }, { resolution: "720p", ...reframe("1:1") }, "720x720 crop"],
	"Full crops whatever is lost": [WIDE, { resolution: "720p", ...reframe("9:16", "Full") }, "720x1280 crop"],
	"Fit shows the whole picture": [{ width: 640, height: 480 }, { resolution: "720p", ...reframe("1:1", "Fit") }, "720x720 fit"],
	"a very wide source is not made endless": [{ width: 6000, height: 600 }, { resolution: "1080p" }, "3240x324 scale"],
};
for (const [title, [picture, request, expected]] of Object.entries(shapes)) {
	building(title, () => {
		const { output, placing } = shapeOf(picture, request);
		assert.is(`${output.width}x${output.height} ${placing}`, expected);
	});
}

for (const layout of ["Grid 4", "Split 2", "Trio", "PiP", "OTS", "Screen First", "Gameplay A", "Gameplay B"]) {
	building(`the layout ${layout} falls back to Auto's choice and says so`, () => {
		const shape = shapeOf(WIDE, { resolution: "1080p", ...reframe("9:16", layout) });
		assert.is(shape.placing, "fit");
		assert.match(shape.notes.join(), `The layout "${layout}"`);
	});
}

building("layouts that are drawn as asked leave no note", () => {
	assert.equal(
		["Auto", "Full", "Fit"].flatMap((layout) => shapeOf(WIDE, { resolution: "1080p", ...reframe("9:16", layout) }).notes),
		[],
	);
});

const SOURCE = { ...WIDE, file: "/media/-it's.mp4", durationMs: 60_000, framesPerSecond: 25, hasAudio: true, video: 1, audio: 2, stretched: false, hdr: false };

building("captions are the last layer, after the frame rate is constant", () => {
	const filter = pictureFilter({ source: { ...SOURCE, framesPerSecond: 60 }, output: { width: 1080, height: 1920 }, placing: "fit", subtitles: "words.ass" });
	assert.match(filter, /^fps=30:start_time=0,.*overlay=.*,ass=words\.ass:fontsdir=\.,format=yuv420p$/);
});

building("silence is not raised", () => {
	assert.not.match(soundFilter({ silent: true }), /loudnorm/);
	assert.match(soundFilter({ silent: false }), /loudnorm=I=-14:TP=-2:LRA=11,aresample=48000/);
});

building("only known local containers are opened, and names are never options", () => {
	const args = encodeArguments({
		source: SOURCE,
		span: { begin: 1_500, end: 4_250 },
		output: { width: 1080, height: 1920 },
		picture: "p",
		sound: "s",
		file: "/out/-y.mp4",
	});
	const input = args.indexOf("-i");
	assert.equal(
		args.slice(input - 4, input + 2).filter((_, at) => at !== 3),
		["-protocol_whitelist", "file,pipe", "-format_whitelist", "-i", "file:/media/-it's.mp4"],
	);
	assert.equal(
		[args.at(-1), args[args.indexOf("-ss") + 1], args[args.indexOf("-t") + 1], args[args.indexOf("-level") + 1]],
		["file:/out/-y.mp4", "1.500", "2.750", "4.1"],
	);
});

building("larger pictures name a level that allows them", () => {
	const level = (width: number, height: number) => {
		const args = encodeArguments({ source: SOURCE, span: { begin: 0, end: 1 }, output: { width, height }, picture: "", sound: "", file: "x" });
		return args[args.indexOf("-level") + 1];
	};
	assert.equal([level(1440, 2560), level(2160, 3840), level(480, 854)], ["5.0", "5.1", "4.1"]);
});

building("a full disk is told apart from other failures", () => {
	const full = faultOfRun({ code: 1, lastLines: ["av_interleaved_write_frame(): No space left on device"] }, "rendering a clip");
	assert.equal([full.name, full.message], ["DiskFullFault", "The disk is full: there was no room left while rendering a clip."]);
	assert.match(full.remedy ?? "", /Free some space/);
	const limited = faultOfRun({ code: null, signal: "SIGXFSZ", lastLines: ["Error opening memory font"] }, "rendering a clip");
	assert.equal([limited.name, limited.remedy], ["DiskFullFault", "Raise the limit (`ulimit -f`)."]);
	const killed = faultOfRun({ code: null, signal: "SIGKILL", lastLines: [] }, "rendering a clip");
	assert.is(killed.message, "ffmpeg was killed from outside while rendering a clip (SIGKILL). Often the machine was out of memory.");
	assert.is(
		faultOfRun({ code: 1, lastLines: ["Conversion failed!"] }, "rendering a clip").message,
		"ffmpeg failed while rendering a clip (exit code 1): Conversion failed!",
	);
});

building.run();
