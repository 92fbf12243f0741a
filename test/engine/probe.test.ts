import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MediaFault } from "../../src/engine/io/engine-fault.ts";
import { inputOf, options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { sourceFrom } from "../../src/engine/probe/source.ts";
import { madeMedia, runMedia } from "../builders/media.ts";
import { builds, ffmpeg, makeVideo, signal, withEngine } from "./media.ts";

const found = await builds();
const text = suite("reading what ffmpeg prints");
const HEAD = [
	"Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:/x.mp4':",
	"  Duration: 00:01:02.50, start: 0.000000, bitrate: 1 kb/s",
];
const VIDEO =
	"    Stream #0:0(und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, 1280x720 [SAR 1:1 DAR 16:9], 561 kb/s, 30 fps, 30 tbr, 15360 tbn, 60 tbc (default)";
const AUDIO = "    Stream #0:1(und): Audio: aac (LC), 48000 Hz, stereo, fltp, 100 kb/s (default)";
const PICTURE = "    Stream #0:0: Video: mjpeg, yuvj420p, 600x600, 90k tbr, 90k tbn (attached pic)";

const cases: Record<string, readonly [readonly string[], object]> = {
	"size, rate, length and sound": [
		[...HEAD, VIDEO, AUDIO],
		{ width: 1280, height: 720, framesPerSecond: 30, durationMs: 62_500, hasAudio: true, video: 0, audio: 1 },
	],
	"sound of one channel": [[...HEAD, VIDEO, AUDIO.replace("stereo", "mono")], { audio: 1, isMono: true }],
	"sound of two channels": [[...HEAD, VIDEO, AUDIO], { isMono: undefined }],
	"no sound": [[...HEAD, VIDEO], { hasAudio: false, audio: undefined }],
	"no length": [[HEAD[0] ?? "", "  Duration: N/A, start: 0.0", VIDEO], { durationMs: undefined }],
	"a picture on its side": [
		[...HEAD, VIDEO, "    Side data:", "      displaymatrix: rotation of -90.00 degrees"],
		{ width: 720, height: 1280 },
	],
	"a picture upside down keeps its size": [
		[...HEAD, VIDEO, "      displaymatrix: rotation of 180.00 degrees"],
		{ width: 1280, height: 720 },
	],
	"the rotation of another stream is not this one's": [
		[...HEAD, VIDEO, AUDIO, "      displaymatrix: rotation of -90.00 degrees"],
		{ width: 1280, height: 720 },
	],
	"pixels that are not square": [
		[...HEAD, VIDEO.replace("1280x720 [SAR 1:1 DAR 16:9]", "720x576 [SAR 64:45 DAR 16:9]")],
		{ width: 1024, height: 576, stretched: true },
	],
	"the container's pixel shape wins over the stream's": [
		[...HEAD, VIDEO.replace("1280x720 [SAR 1:1 DAR 16:9]", "720x480 [SAR 1:1 DAR 3:2], SAR 32:27 DAR 16:9")],
		{ width: 853 },
	],
	"a cover picture is not the video": [
		[...HEAD, PICTURE, VIDEO.replace("#0:0", "#0:1")],
		{ video: 1, width: 1280 },
	],
	"a rate in thousands is no rate": [
		[...HEAD, VIDEO.replace("30 fps, 30 tbr", "1k fps, 1k tbr")],
		{ framesPerSecond: 1000 },
	],
	"the colour matrix": [
		[...HEAD, VIDEO.replace("yuv420p", "yuv420p(tv, smpte170m/smpte170m/bt709)")],
		{ matrix: "smpte170m" },
	],
	HDR: [
		[...HEAD, VIDEO.replace("yuv420p", "yuv420p10le(tv, bt2020nc/bt2020/smpte2084)")],
		{ hdr: true, matrix: "bt2020nc" },
	],
	"a stream id in brackets": [[...HEAD, VIDEO.replace("#0:0(und)", "#0:0[0x1](und)")], { video: 0 }],
};
for (const [title, [lines, expected]] of Object.entries(cases)) {
	text(title, () => {
		const source: Record<string, unknown> = { ...sourceFrom(lines, "/x.mp4") };
		assert.equal(Object.fromEntries(Object.keys(expected).map((key) => [key, source[key]])), expected);
	});
}
const probe = suite("probing files");
const HOSTILE: Record<string, readonly [string, RegExp]> = {
	"an empty file": ["", /x\.mp4 is empty/],
	"a text named .mp4": ["hello\n", /not a complete video|not a video/],
	"a long text": ["lorem ipsum ".repeat(50_000), /not a video|not a complete video|not taken/],
	"a playlist that names a local file": [
		"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nsecret.mp4\n#EXT-X-ENDLIST\n",
		/is not a video file/,
	],
	"a playlist that names the network": [
		"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n",
		/is not a video file/,
	],
	"a list of files to join": ["ffconcat version 1.0\nfile secret.mp4\n", /is not a video file/],
};

for (const build of found) {
	for (const [title, [content, message]] of Object.entries(HOSTILE)) {
		probe(`${title} is refused (${build.name})`, () =>
			withEngine(build, async (engine, folder) => {
				makeVideo(join(folder, "secret.mp4"), { seconds: 1 });
				await writeFile(join(folder, "x.mp4"), content);
				await refused(engine.probe(join(folder, "x.mp4"), signal()), message);
			}),
		);
	}

	probe(`sound alone, a cut-off file and a missing one are refused (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [sound, whole, cut] = [
				join(folder, "sound.mp4"),
				join(folder, "whole.mp4"),
				join(folder, "cut.mp4"),
			];
			madeMedia(sound, ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "aac"]);
			makeVideo(whole);
			await writeFile(cut, (await readFile(whole)).subarray(0, 20_000));
			await refused(engine.probe(sound, signal()), /holds no video, only sound/);
			await refused(engine.probe(cut, signal()), /is not a complete video/);
			await refused(engine.probe(join(folder, "gone.mp4"), signal()), /gone\.mp4 cannot be read/);
			await refused(engine.probe(folder, signal()), /is not a file/);
		}),
	);

	probe(`a picture too large to be one is refused (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = join(folder, "wide.mkv");
			madeMedia(file, ["-f", "lavfi", "-i", "color=s=9000x16:r=5:d=1", "-c:v", "mjpeg"]);
			await refused(engine.probe(file, signal()), /9000x16 pixels; each side must be 16 to 8192/);
		}),
	);

	probe(`a picture of more than 8K, and hours of nothing in a few bytes, are refused (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [square, hollow] = [join(folder, "square.mkv"), join(folder, "hollow.mp4")];
			madeMedia(square, ["-f", "lavfi", "-i", "color=s=7000x7000:r=1:d=1", "-c:v", "mjpeg"]);
			await refused(engine.probe(square, signal()), /7000x7000 pixels: more than 8K/);
			madeMedia(hollow, [
				...options("-f lavfi -i color=s=32x32:r=1/600:d=72000 -c:v libx264 -pix_fmt yuv420p"),
			]);
			await refused(engine.probe(hollow, signal()), /says it is 20\.\d hours long but holds only \d+ bytes/);
		}),
	);

	probe(`a stream that holds a larger picture than its header says is not decoded (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [small, large, both] = [
				join(folder, "small.ts"),
				join(folder, "large.ts"),
				join(folder, "both.ts"),
			];
			const coded = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-f", "mpegts"];
			madeMedia(small, ["-f", "lavfi", "-i", "testsrc=s=320x180:r=10:d=3", ...coded]);
			madeMedia(large, ["-f", "lavfi", "-i", "color=s=9216x8192:r=10:d=0.1", ...coded]);
			await writeFile(both, Buffer.concat([await readFile(small), await readFile(large)]));
			const { width } = await engine.probe(both, signal());
			assert.is(width, 320);
			const text = await ffmpeg(build, [...inputOf(both), "-f", "null", "-"]).catch(
				(error: Error) => error.message,
			);
			assert.not.match(text, /9216x8192.*->/);
		}),
	);

	probe(`a stream without a length is measured (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [whole, live] = [join(folder, "whole.mp4"), join(folder, "live.mkv")];
			makeVideo(whole, { seconds: 3 });
			runMedia(["-i", whole, "-c", "copy", "-f", "matroska", "-live", "1", live]);
			const { durationMs, width, height, hasAudio } = await engine.probe(live, signal());
			assert.ok(Math.abs(durationMs - 3_000) < 150, String(durationMs));
			assert.equal([width, height, hasAudio], [320, 180, true]);
		}),
	);

	probe(`signs in a file's name mean nothing (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = join(folder, '-i it\'s, 100% [of]:"%03d"; $(x).mp4');
			makeVideo(join(folder, "plain.mp4"));
			await writeFile(file, await readFile(join(folder, "plain.mp4")));
			assert.is((await engine.probe(file, signal())).width, 320);
		}),
	);
}

async function refused(work: Promise<unknown>, message: RegExp): Promise<void> {
	try {
		await work;
	} catch (error) {
		assert.instance(error, MediaFault);
		assert.match(error instanceof Error ? error.message : "", message);
		return;
	}
	assert.unreachable("it was taken");
}

text.run();
probe.run();
