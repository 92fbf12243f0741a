import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { CameraMove } from "../../src/engine/compose/camera-path.ts";
import { composeScenes } from "../../src/engine/compose/composition.ts";
import type { Magnified } from "../../src/engine/compose/magnified.ts";
import { outputSizeOf, type Size } from "../../src/engine/compose/output-size.ts";
import { faultOfRun } from "../../src/engine/io/engine-fault.ts";
import type { RenderRequest } from "../../src/engine/port.ts";
import { encodeArguments } from "../../src/engine/render/encode.ts";
import { pictureFilter, soundFilter } from "../../src/engine/render/filters.ts";
import { graphOf } from "../../src/engine/render/graph.ts";

const building = suite("shapes and arguments");
const WIDE = { width: 1280, height: 720 };
const reframe = (ratio: NonNullable<RenderRequest["reframe"]>["ratio"], layout = "Auto") => ({
	reframe: { ratio, layout },
});

const shapes: Record<
	string,
	readonly [Parameters<typeof outputSizeOf>[0], Parameters<typeof outputSizeOf>[1], string]
> = {
	"without reframe the shorter side is the resolution": [WIDE, { resolution: "1080p" }, "1920x1080"],
	"an upright source keeps its shape": [{ width: 720, height: 1280 }, { resolution: "480p" }, "480x854"],
	"odd shapes get even sizes": [{ width: 853, height: 481 }, { resolution: "480p" }, "852x480"],
	"9:16 is exact": [WIDE, { resolution: "1080p", ...reframe("9:16") }, "1080x1920"],
	"1:1 is exact": [WIDE, { resolution: "1080p", ...reframe("1:1") }, "1080x1080"],
	"4:5 is exact": [WIDE, { resolution: "1080p", ...reframe("4:5") }, "1080x1350"],
	"16:9 is exact": [WIDE, { resolution: "1080p", ...reframe("16:9") }, "1920x1080"],
	"the other resolutions": [WIDE, { resolution: "4k", ...reframe("9:16") }, "2160x3840"],
	"a very wide source is not made endless": [
		{ width: 6000, height: 600 },
		{ resolution: "1080p" },
		"3240x324",
	],
};
for (const [title, [picture, request, expected]] of Object.entries(shapes)) {
	building(title, () => {
		const { output } = outputSizeOf(picture, request);
		assert.is(`${output.width}x${output.height}`, expected);
	});
}

building("all resolutions in all ratios are exact", () => {
	const size = (resolution: RenderRequest["resolution"], ratio: "9:16" | "1:1" | "4:5" | "16:9") => {
		const { output } = outputSizeOf(WIDE, { resolution, ...reframe(ratio) });
		return `${output.width}x${output.height}`;
	};
	const table = (["480p", "720p", "1080p", "2k", "4k"] as const).map((resolution) =>
		(["9:16", "4:5", "1:1", "16:9"] as const).map((ratio) => size(resolution, ratio)),
	);
	assert.equal(table, [
		["480x854", "480x600", "480x480", "854x480"],
		["720x1280", "720x900", "720x720", "1280x720"],
		["1080x1920", "1080x1350", "1080x1080", "1920x1080"],
		["1440x2560", "1440x1800", "1440x1440", "2560x1440"],
		["2160x3840", "2160x2700", "2160x2160", "3840x2160"],
	]);
});

const unseen = [{ begin: 0, end: 9_000, subjects: [] }];
const placed = (picture: Size, ratio: "9:16" | "1:1" | "16:9", layout: string) => {
	const { output } = outputSizeOf(picture, { resolution: "720p", ...reframe(ratio, layout) });
	return composeScenes({ picture, output, ratio, layout, scenes: unseen });
};
const placings: Record<string, readonly [Size, "9:16" | "1:1" | "16:9", string, string]> = {
	"a wide picture is shown whole": [WIDE, "9:16", "Auto", "before a blurred copy"],
	"a picture of the same shape is only scaled": [WIDE, "16:9", "Auto", "filling"],
	"Auto crops where little is lost": [{ width: 640, height: 480 }, "1:1", "Auto", "filling"],
	"Full crops whatever is lost": [WIDE, "9:16", "Full", "filling"],
	"Fit shows the whole picture": [{ width: 640, height: 480 }, "1:1", "Fit", "before a blurred copy"],
};
for (const [title, [picture, ratio, layout, expected]] of Object.entries(placings)) {
	building(title, () => {
		const { scenes, notes } = placed(picture, ratio, layout);
		assert.equal(
			[scenes.map(({ layout }) => (layout.behind ? "before a blurred copy" : "filling")), notes],
			[[expected], []],
		);
	});
}

const SOURCE = {
	...WIDE,
	file: "/media/-it's.mp4",
	durationMs: 60_000,
	framesPerSecond: 25,
	hasAudio: true,
	video: 1,
	audio: 2,
	stretched: false,
	hdr: false,
};

building("captions are the last layer, after the frame rate is constant", () => {
	const { scenes } = placed(WIDE, "9:16", "Fit");
	const filter = pictureFilter({
		source: { ...SOURCE, framesPerSecond: 60 },
		output: { width: 720, height: 1280 },
		scenes,
		subtitles: "words.ass",
	});
	assert.match(filter, /^fps=30:start_time=0,.*vstack=inputs=3,ass=words\.ass:fontsdir=\.,format=yuv420p$/);
});

building("silence is not raised", () => {
	assert.not.match(soundFilter(), /volume|alimiter/);
	assert.match(soundFilter(1.25), /volume=1\.25dB,aresample=192000,alimiter=.*,aresample=48000/);
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
	const before = (option: string) => args.slice(0, input)[args.indexOf(option) + 1];
	assert.equal(
		[before("-protocol_whitelist"), before("-max_pixels"), args[input + 1]],
		["file,pipe", "37748736", "file:/media/-it's.mp4"],
	);
	assert.not.match(before("-format_whitelist") ?? "hls", /hls|concat|dash|image2|lavfi/);
	assert.equal(
		[
			args.at(-1),
			args[args.indexOf("-ss") + 1],
			args[args.indexOf("-t") + 1],
			args[args.indexOf("-level") + 1],
		],
		["file:/out/-y.mp4", "1.500", "2.750", "4.1"],
	);
});

const TALL = { width: 1080, height: 1920 };
const ENCODING = { source: SOURCE, span: { begin: 0, end: 1 }, picture: "", sound: "", file: "x" };

building("larger pictures name a level that allows them", () => {
	const level = (width: number, height: number) => {
		const args = encodeArguments({ ...ENCODING, output: { width, height } });
		return args[args.indexOf("-level") + 1];
	};
	assert.equal([level(1440, 2560), level(2160, 3840), level(480, 854)], ["5.0", "5.1", "4.1"]);
});

building(
	"a magnified picture is not searched for small moves, nor are smooth parts of a large one favoured",
	() => {
		const argsOf = (magnified?: Magnified) =>
			encodeArguments({ ...ENCODING, output: TALL, ...(magnified && { magnified }) }).join(" ");
		const less = {
			some: " -partitions i8x8 -subq 1 -bf 1 -b_strategy 0 -rc-lookahead 7",
			much: " -partitions i8x8 -subq 1 -aq-mode 0 -bf 1 -b_strategy 0 -rc-lookahead 5",
		} as const;
		for (const kind of ["some", "much"] as const) {
			assert.ok(argsOf(kind).includes(less[kind]));
			assert.is(argsOf(kind).replace(less[kind], ""), argsOf());
		}
	},
);

building("noise is calmed where it is shown three times as large, unless the cut-out moves", () => {
	const graphWith = (share: number, moves: readonly CameraMove[] = []) => {
		const from = { x: 0, y: 0, width: share, height: 1 };
		const layout = { panels: [{ from, at: { x: 0, y: 0, ...TALL }, moves }], behind: false };
		const scenes = [{ begin: 0, end: 2_000, layout }];
		return graphOf({ source: WIDE, output: TALL, scenes, rate: 30, scaling: "" });
	};
	const narrow = TALL.width / 3 / WIDE.width;
	assert.match(graphWith(narrow), /^crop=\d+:\d+:0:0,hqdn3d=1:1:3:3,scale=1080:1920/);
	const sharp = [graphWith(narrow * 1.01), graphWith(narrow, [{ atMs: 0, overMs: 400, x: 0.5, y: 0 }])];
	for (const graph of sharp) assert.not.match(graph, /hqdn3d/);
});

building("a full disk is told apart from other failures", () => {
	const full = faultOfRun(
		{ code: 1, lastLines: ["av_interleaved_write_frame(): No space left on device"] },
		"rendering a clip",
	);
	assert.equal(
		[full.name, full.message],
		["DiskFullFault", "The disk is full: there was no room left while rendering a clip."],
	);
	assert.match(full.remedy ?? "", /Free some space/);
	const limited = faultOfRun(
		{ code: null, signal: "SIGXFSZ", lastLines: ["Error opening memory font"] },
		"rendering a clip",
	);
	assert.equal([limited.name, limited.remedy], ["DiskFullFault", "Raise the limit (`ulimit -f`)."]);
	const killed = faultOfRun({ code: null, signal: "SIGKILL", lastLines: [] }, "rendering a clip");
	assert.is(
		killed.message,
		"ffmpeg was killed from outside while rendering a clip (SIGKILL). Often the machine was out of memory.",
	);
	assert.is(
		faultOfRun({ code: 1, lastLines: ["Conversion failed!"] }, "rendering a clip").message,
		"ffmpeg failed while rendering a clip (exit code 1): Conversion failed!",
	);
});

building.run();
