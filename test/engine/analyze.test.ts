import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import type { Analysis, AnalyzeRequest } from "../../src/engine/port.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { runMedia } from "../builders/media.ts";
import {
	type Build,
	builds,
	makePausedTalk,
	makeTalk,
	makeVideo,
	pausedSrt,
	runOf,
	TALK_SRT,
	withEngine,
	withFolder,
} from "./media.ts";

const analysis = suite("finding clips");
const found = await builds();
const asked = (file: string, given: Partial<AnalyzeRequest> = {}): AnalyzeRequest => ({
	file,
	title: "Talk",
	seconds: { min: 0, max: 30 },
	more: false,
	...given,
});
/** Speech is heard from 0 to 8 s, 10 to 18 s and so on; scenes change at 20 s and 40 s. */
const isStart = (ms: number) => ms % 10_000 === 0 || (ms % 10_000 >= 9_600 && ms % 10_000 <= 9_850);
const isEnd = (ms: number) => ms === 60_000 || (ms % 10_000 >= 8_300 && ms % 10_000 <= 8_500);

const wholes = new Map<Build, Promise<Analysis>>();
/** What a build finds in the talk: looked at once for the tests that read it. */
function wholeOf(build: Build): Promise<Analysis> {
	const analyzed = () =>
		withEngine(build, (engine, folder) => engine.analyze(asked(makeTalk(join(folder, "talk.mp4"))), runOf()));
	const whole = wholes.get(build) ?? analyzed();
	wholes.set(build, whole);
	return whole;
}

for (const build of found) {
	analysis(
		`clips begin before speech and end after it, each is as long as wanted (${build.name})`,
		async () => {
			const { clips, notes, media } = await wholeOf(build);
			assert.ok(clips.length >= 2, JSON.stringify(clips));
			assert.equal(
				clips
					.filter((clip) => !isStart(clip.beginMs) || !isEnd(clip.endMs))
					.map((clip) => [clip.beginMs, clip.endMs]),
				[],
			);
			assert.ok(
				clips.every((clip) => clip.endMs - clip.beginMs <= 30_000 && clip.endMs - clip.beginMs >= 3_000),
			);
			assert.ok(
				clips.every(
					(clip, at) => clip.score >= 0 && clip.score <= 100 && clip.score <= (clips[at - 1]?.score ?? 100),
				),
			);
			assert.ok(clips.every((clip) => /^Talk, \d:\d\d–\d:\d\d$/.test(clip.title) && clip.tags.length === 0));
			assert.equal(
				[media.width, media.height, media.hasAudio, notes],
				[192, 108, true, ["No transcript was given: titles come from the name of the video."]],
			);
		},
	);

	analysis(`the same file and request give the same answer, and progress only grows (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = makeTalk(join(folder, "talk.mp4"));
			const shares: number[] = [];
			const first = await engine.analyze(asked(file), runOf({ progress: (share) => shares.push(share) }));
			// What was seen is remembered: another engine has seen it by itself.
			assert.equal(await wholeOf(build), first);
			assert.ok(
				shares.length > 3 &&
					shares.every((share, at) => share >= (shares[at - 1] ?? 0) && share <= 1) &&
					shares.at(-1) === 1,
				shares.join(" "),
			);
		}),
	);

	analysis(`words are listened to once the pictures are seen (${build.name})`, () =>
		withFolder(async (cache) => {
			const seen: boolean[] = [];
			const transcribe = async () => {
				seen.push(existsSync(join(cache, "seen")));
				return { words: [{ begin: 0, end: 500, text: "Hello" }] };
			};
			// Watching takes longer than reading the sound.
			const wanted = join(cache, "slow");
			const slow = `case "$*" in *signalstats*) sleep 1;; esac`;
			await writeFile(wanted, `#!/bin/sh\n${slow}\nexec '${build.path}' "$@"\n`, { mode: 0o755 });
			const ffmpeg = { wanted, searchPath: "" };
			const engine = createEngine({ ffmpeg, cache, language: { identity: "", transcribe } });
			const file = makeVideo(join(cache, "talk.mp4"), { seconds: 8 });
			await engine.analyze(asked(file), runOf());
			assert.equal(seen, [true]);
		}),
	);

	analysis(`the picture of the same bytes is looked at once (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [file, copy] = [makeTalk(join(folder, "talk.mp4")), join(folder, "copy.mp4")];
			const { clips } = await engine.analyze(asked(file), runOf());
			const [name = "", ...others] = await readdir(join(folder, "cache", "seen"));
			assert.is(others.length, 0);
			const path = join(folder, "cache", "seen", name);
			const pictures = JSON.parse(await readFile(path, "utf8"));
			await writeFile(path, JSON.stringify({ ...pictures, lastMs: 50_000 }));
			await copyFile(file, copy);
			assert.match((await engine.analyze(asked(copy), runOf())).notes.join(" "), /The picture ends at 0:50/);
			await writeFile(path, '{"cuts":["x"],"motion":[null],"lastMs":1}');
			assert.equal((await engine.analyze(asked(copy), runOf())).clips, clips);
		}),
	);

	analysis(`with a transcript words come from it, and boundaries lie between sentences (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = makeTalk(join(folder, "talk.mp4"));
			const transcript = join(folder, "talk.srt");
			await writeFile(transcript, TALK_SRT);
			const { clips, notes } = await engine.analyze(asked(file, { transcript, limit: 2 }), runOf());
			assert.equal([clips.length, notes], [2, []]);
			assert.ok(
				clips.every((clip) => TALK_SRT.includes(clip.title)),
				clips.map((clip) => clip.title).join(),
			);
			assert.ok(clips.some((clip) => clip.title === "Why do most talks fail in the first minute?"));
			assert.ok(clips.every((clip) => clip.tags.length > 0 && isStart(clip.beginMs) && isEnd(clip.endMs)));
		}),
	);

	analysis(
		`captions that come early are given back at the times at which they are heard (${build.name})`,
		() =>
			withEngine(build, async (engine, folder) => {
				const file = makePausedTalk(join(folder, "paused.mp4"));
				const transcript = join(folder, "early.srt");
				await writeFile(transcript, pausedSrt(-600));
				const early = await engine.analyze(asked(file, { transcript }), runOf());
				const begins = wordsIn(early.transcript ?? "", 60_000).map(({ begin }) => begin % 3_000);
				assert.ok(
					begins.length > 40 && begins.every((begin) => begin >= 0 && begin < 2_000),
					begins.join(" "),
				);
				await writeFile(transcript, pausedSrt(0));
				const right = await engine.analyze(asked(file, { transcript }), runOf());
				assert.is(right.transcript, undefined);
			}),
	);
	analysis(`a transcript of rubbish is left aside with a note (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = makeVideo(join(folder, "short.mp4"), { seconds: 8 });
			const transcript = join(folder, "short.srt");
			await writeFile(transcript, Buffer.from([0, 1, 2, 255, 254]));
			const { clips, notes } = await engine.analyze(asked(file, { transcript }), runOf());
			assert.is(clips.length, 1);
			assert.match(notes.join(" "), /short\.srt holds no usable line/);
		}),
	);

	analysis(`a source shorter than wanted is one clip, one shorter than 3 s is none (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const short = makeVideo(join(folder, "short.mp4"), { seconds: 5 });
			const blink = makeVideo(join(folder, "blink.mp4"), { seconds: 2 });
			const one = await engine.analyze(asked(short, { seconds: { min: 60, max: 90 } }), runOf());
			assert.equal(
				one.clips.map((clip) => [clip.beginMs, clip.endMs]),
				[[0, one.media.durationMs]],
			);
			assert.match(one.notes.join(" "), /is only 0:05 long: it is taken whole/);
			const none = await engine.analyze(asked(blink), runOf());
			assert.is(none.clips.length, 0);
			assert.match(none.notes.join(" "), /shorter than 3 s/);
		}),
	);

	analysis(`a source without sound is cut where its scenes change (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const [talk, mute] = [join(folder, "talk.mp4"), join(folder, "mute.mp4")];
			makeTalk(talk);
			runMedia(["-i", talk, "-c", "copy", "-an", mute]);
			const { clips, notes, media } = await engine.analyze(asked(mute), runOf());
			assert.is(media.hasAudio, false);
			assert.match(notes.join(" "), /has no sound/);
			assert.ok(
				clips.some((clip) => Math.abs(clip.beginMs - 20_000) < 200 || Math.abs(clip.beginMs - 40_000) < 200),
				JSON.stringify(clips.map((clip) => [clip.beginMs, clip.endMs])),
			);
		}),
	);

	analysis(`it stops when it is told to (${build.name})`, () =>
		withEngine(build, async (engine, folder) => {
			const file = makeTalk(join(folder, "talk.mp4"));
			const stop = new AbortController();
			const work = engine.analyze(
				asked(file),
				runOf({ signal: stop.signal, progress: () => stop.abort(new Error("enough")) }),
			);
			assert.is(
				await work.then(
					() => "it went on",
					(error: Error) => error.message,
				),
				"enough",
			);
		}),
	);
}

if (found.length > 1) {
	analysis("every build finds the same clips", async () => {
		const answers = await Promise.all(
			found.map(async (build) => {
				const { clips } = await wholeOf(build);
				return clips.map((clip) => [clip.beginMs, clip.endMs]);
			}),
		);
		assert.equal(answers[1], answers[0]);
	});
}

analysis.run();
