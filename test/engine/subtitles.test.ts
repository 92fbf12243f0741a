import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import type { Tool } from "../../src/engine/io/tool.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { sourceFrom } from "../../src/engine/probe/source.ts";
import { trackFor } from "../../src/engine/probe/subtitle-tracks.ts";
import { findTranscript } from "../../src/engine/transcript/find-transcript.ts";
import { readTranscript } from "../../src/engine/transcript/read-transcript.ts";
import { runMedia } from "../builders/media.ts";
import { builds, makeVideo, signal, withEngine, withFolder } from "./media.ts";

const found = await builds();
const HEAD = [
	"Input #0, matroska,webm, from 'file:/x.mkv':",
	"  Duration: 00:01:02.50, start: 0.000000, bitrate: 1 kb/s",
];
const VIDEO = "    Stream #0:0: Video: h264 (High), yuv420p, 1280x720, 30 fps, 30 tbr, 1k tbn (default)";

/** The track taken of those printed; what stands behind `|` is a track's title. */
function taken(audio: string, subtitles: readonly string[], language?: string): number | undefined {
	const lines = subtitles.flatMap((text, at) => {
		const [stream = "", title] = text.split("|");
		return [
			`  Stream #0:${at + 2}${stream}`,
			...(title === undefined ? [] : ["    Metadata:", `      TITLE           : ${title}`]),
		];
	});
	const source = sourceFrom(
		[...HEAD, VIDEO, `    Stream #0:1${audio}: Audio: aac (LC), 48000 Hz, stereo, fltp (default)`, ...lines],
		"/x.mkv",
	);
	return trackFor(source.subtitles ?? [], language ?? source.audioLanguage)?.index;
}

const cases: Record<
	string,
	readonly [audio: string, subtitles: readonly string[], index: number | undefined, language?: string]
> = {
	"the only one": ["", [": Subtitle: subrip"], 2],
	"none of pictures": [
		"(eng)",
		[
			"(eng): Subtitle: hdmv_pgs_subtitle",
			"(eng): Subtitle: dvd_subtitle",
			"(eng): Subtitle: none (wvtt / 0x74747677)",
		],
		undefined,
	],
	"the language of the sound": [
		"[0x2](eng)",
		[
			"[0x3](ger): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s (default)",
			"[0x4](eng): Subtitle: mov_text (tx3g / 0x67337874)",
		],
		3,
	],
	"the language that was named, however it is written": [
		"(eng)",
		["(eng): Subtitle: ass (default)", "(ger): Subtitle: ass (ssa)"],
		3,
		"de-AT",
	],
	"a language written out": [
		"(eng)",
		["(eng): Subtitle: ass (default)", "(fre): Subtitle: ass"],
		3,
		"French",
	],
	"none in another language, which would be a translation": [
		"(eng)",
		["(ger): Subtitle: subrip (default)"],
		undefined,
	],
	"one without a language rather than none": [
		"(eng)",
		["(ger): Subtitle: subrip (default)", "(und): Subtitle: subrip"],
		3,
	],
	"the named language rather than one without": [
		"(eng)",
		[": Subtitle: subrip (default)", "(eng): Subtitle: subrip"],
		3,
	],
	"the default where no language is known": [
		"(und)",
		["(ger): Subtitle: webvtt", "(eng): Subtitle: webvtt (default)"],
		3,
	],
	"a plain one rather than one for those who hear badly": [
		"(eng)",
		[
			"(eng): Subtitle: subrip (default) (hearing impaired)",
			"(eng): Subtitle: subrip|English (SDH)",
			"(eng): Subtitle: subrip|English",
		],
		4,
	],
	"one for those who hear badly rather than parts": [
		"(eng)",
		[
			"(eng): Subtitle: subrip (default) (forced)",
			"(eng): Subtitle: subrip|Signs & songs",
			"(eng): Subtitle: subrip (captions)",
		],
		4,
	],
	"no comments on the film": [
		"(eng)",
		["(eng): Subtitle: subrip (default) (comment)", "(eng): Subtitle: subrip|Director's commentary"],
		undefined,
	],
};

const choice = suite("subtitles inside a video: taken is");
for (const [title, [audio, subtitles, index, language]] of Object.entries(cases))
	choice(title, () => assert.is(taken(audio, subtitles, language), index));
choice.run();

const LINES = (words: string) =>
	`1\n00:00:01,000 --> 00:00:02,000\n${words} <i>there</i>.\n\n2\n00:00:02,500 --> 00:00:03,000\nGood {\\an8}bye.\n`;

/** A video of four seconds with subtitles in it: a German one, and an English one. */
async function withSubtitles(
	folder: string,
	given: { readonly file: string; readonly codec: string; readonly more?: readonly string[] },
): Promise<string> {
	const bare = makeVideo(join(folder, "bare.mp4"));
	const [german, english] = [join(folder, "de.srt"), join(folder, "en.srt")];
	await writeFile(german, LINES("Hallo"));
	await writeFile(english, LINES("Hello"));
	const inputs = [bare, german, english].flatMap((each) => ["-i", each]);
	const languages = options(
		"-metadata:s:a language=eng -metadata:s:s:0 language=ger -metadata:s:s:1 language=eng",
	);
	const file = join(folder, given.file);
	runMedia([
		...inputs,
		...["0", "1", "2"].flatMap((each) => ["-map", each]),
		"-c",
		"copy",
		"-c:s",
		given.codec,
		...languages,
		...(given.more ?? []),
		file,
	]);
	return file;
}

for (const build of found) {
	const files = suite(`subtitles inside files (ffmpeg ${build.name})`);
	const tool: Tool = { ffmpeg: build.path, signal: signal(), progress: () => {} };
	const KINDS = [
		["talk.mp4", "mov_text"],
		["talk.mkv", "srt"],
		["talk.mkv", "ass"],
		["talk.webm.mkv", "webvtt"],
	] as const;
	for (const [file, codec] of KINDS)
		files(`${codec} is read, in the language of the sound, and said to be used`, () =>
			withFolder(async (folder) => {
				const source = await probeSource(build.path, await withSubtitles(folder, { file, codec }), signal());
				const { transcript, file: written = "", notes } = await findTranscript(source, {}, tool);
				assert.equal(
					transcript?.sentences.map(({ text }) => text),
					["Hello there.", "Good bye."],
				);
				assert.ok(
					Math.abs((transcript?.words[0]?.begin ?? 0) - 1_000) < 60,
					JSON.stringify(transcript?.words),
				);
				assert.equal(notes, [
					"No transcript was given: the subtitles inside the video are used (stream 3, eng).",
				]);
				const kept = join(folder, "kept.vtt");
				await writeFile(kept, written);
				assert.equal((await readTranscript(kept, source.durationMs)).transcript, transcript);
			}),
		);

	files("a given transcript wins, and an unusable one does not", () =>
		withFolder(async (folder) => {
			const source = await probeSource(
				build.path,
				await withSubtitles(folder, { file: "talk.mp4", codec: "mov_text" }),
				signal(),
			);
			const given = join(folder, "given.srt");
			await writeFile(given, LINES("Given"));
			const said = await findTranscript(source, { transcript: given }, tool);
			assert.equal([said.transcript?.words[0]?.text, said.file, said.notes], ["Given", undefined, []]);
			await writeFile(given, "nothing");
			const [note] = (await findTranscript(source, { transcript: given, language: "de" }, tool)).notes;
			assert.is(
				note,
				"The transcript given.srt holds no usable line of an .srt or .vtt file: the subtitles inside the video are used (stream 2, ger).",
			);
		}),
	);

	files("what is in another language, or only parts, is not used, and that is said", () =>
		withFolder(async (folder) => {
			const more = ["-disposition:s:0", "forced"];
			const probed = await probeSource(
				build.path,
				await withSubtitles(folder, { file: "talk.mkv", codec: "srt", more }),
				signal(),
			);
			const why = async (source: typeof probed, language: string) =>
				(await findTranscript(source, { language }, tool)).notes;
			const END = "titles come from the name of the video.";
			assert.equal(await why(probed, "fr"), [
				`No transcript was given, the subtitles inside the video are in another language (ger, eng): ${END}`,
			]);
			// Four words are much for four seconds, and little for a minute.
			assert.match((await why(probed, "de"))[0] ?? "", /stream 2, ger/);
			assert.equal(await why({ ...probed, durationMs: 60_000 }, "de"), [
				`No transcript was given, the subtitles inside the video say only parts: ${END}`,
			]);
		}),
	);

	files("the clips of such a video are made of what it says", () =>
		withEngine(build, async (engine, folder) => {
			const file = await withSubtitles(folder, { file: "talk.mp4", codec: "mov_text" });
			const request = { file, title: "talk", seconds: { min: 3, max: 90 }, more: false };
			const { clips, transcript } = await engine.analyze(request, { signal: signal(), progress: () => {} });
			assert.match(`${clips[0]?.title} ${clips[0]?.description}`, /Hello there/);
			assert.match(transcript ?? "", /^WEBVTT/);
		}),
	);
	files.run();
}
