import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { options } from "../../src/engine/io/ffmpeg-arguments.ts";
import { inParallel } from "../../src/engine/io/parallel.ts";
import type { Tool, Transcribe } from "../../src/engine/io/tool.ts";
import { signalsFrom } from "../../src/engine/pick/signals.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import type { Source } from "../../src/engine/probe/source.ts";
import { findTranscript } from "../../src/engine/transcript/find-transcript.ts";
import { wordsIn } from "../../src/engine/transcript/read-transcript.ts";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import type { TranscribeRequest } from "../../src/language/port.ts";
import { defined } from "../../src/model/defined.ts";
import { ModelFault } from "../../src/models/model-fault.ts";
import { madeMedia } from "../builders/media.ts";
import { type TestRecogniser, withRecogniser } from "../builders/recogniser.ts";
import { builds, signal } from "./media.ts";

/** Twelve words said surely, a report each way a recogniser gives them. */
const SAYS = (confidence: number) => `
	const words = "here is the mistake that almost everyone makes when they start out".split(" ");
	tell({ type: "words", words: words.map((text, at) => ({ begin: 1000 + 300 * at, end: 1200 + 300 * at, text, confidence: ${confidence} })) });
	tell({ type: "at", ms: 10000 });
	tell({ type: "end" });`;
const NO_SCRIPT = "throw new Error('nobody asked for this');";

async function sourceIn(folder: string): Promise<Source> {
	const file = join(folder, "talk.mp4");
	await writeFile(file, "a talk");
	return {
		file,
		video: 0,
		audio: 1,
		stretched: false,
		hdr: false,
		durationMs: 10_000,
		width: 320,
		height: 180,
		framesPerSecond: 25,
		hasAudio: true,
	};
}

function toolFor(recogniser: TestRecogniser, given: Partial<Tool> = {}): Tool {
	return {
		ffmpeg: "ffmpeg",
		signal: signal(),
		progress: () => {},
		recognition: { recogniser, cache: join(recogniser.folder, "heard") },
		...given,
	};
}

async function hear(recogniser: TestRecogniser, request: { readonly language?: string } = {}) {
	return findTranscript(await sourceIn(recogniser.folder), request, toolFor(recogniser));
}

const [build] = await builds();
const WITHOUT = "So titles come from the name of the video.";
const recognised = suite("what is recognised");

recognised("becomes the transcript where none was given, and is said to be recognised", () =>
	withRecogniser({ listens: SAYS(1) }, async (recogniser) => {
		const { transcript, file: written = "", notes } = await hear(recogniser);
		assert.is(
			transcript?.sentences.map(({ text }) => text).join(" "),
			"Here is the mistake that almost everyone makes when they start out.",
		);
		assert.equal(wordsIn(written, 10_000), transcript?.words);
		assert.equal(notes, [
			"No transcript was given: what is said was recognised on this machine, with mistakes; captions have them too.",
		]);
	}),
);

recognised("is remembered by what the file holds: nothing is heard twice", () =>
	withRecogniser({ listens: SAYS(1) }, async (recogniser) => {
		const first = await hear(recogniser);
		assert.equal(await hear({ ...recogniser, listener: { path: "/nonexistent", args: [] } }), first);
	}),
);

recognised("is made again where the memory is damaged", () =>
	withRecogniser({ listens: SAYS(1) }, async (recogniser) => {
		const first = await hear(recogniser);
		for (const name of await readdir(join(recogniser.folder, "heard")))
			await writeFile(join(recogniser.folder, "heard", name), '[[{"text":1}]]');
		assert.equal(await hear(recogniser), first);
	}),
);

const WHYS: Readonly<
	Record<
		string,
		readonly [given: Parameters<typeof withRecogniser>[0], language: string | undefined, why: string]
	>
> = {
	"is not tried in a language it does not know": [
		{ listens: NO_SCRIPT, pulled: ["speech"] },
		"de",
		'the recogniser only knows English, not "de"',
	],
	"shows no escapes of a language's name": [
		{ listens: NO_SCRIPT, pulled: ["speech"] },
		"\u001b[31mde",
		'the recogniser only knows English, not "de"',
	],
	"is thrown away where it does not sound like English": [
		{ listens: SAYS(0.6), pulled: ["speech"] },
		undefined,
		"what is said does not sound like English, the only language the recogniser knows",
	],
	"is nothing where nobody speaks": [
		{ listens: 'tell({ type: "end" });', pulled: ["speech"] },
		undefined,
		"no words were heard",
	],
	"is not there where its model is not": [
		{ listens: NO_SCRIPT, pulled: [] },
		undefined,
		"the recogniser cannot be used, because its model was not pulled (`showrun models pull speech`)",
	],
	"is not there on machines its library is not made for": [
		{ listens: NO_SCRIPT, platform: "linux-arm64" },
		"en",
		"the recogniser cannot be used, because its library is not made for this machine (linux-arm64)",
	],
	"takes nothing along when its process crashes": [
		{ listens: 'tell({ type: "at", ms: 10 }); process.kill(process.pid, "SIGSEGV");', pulled: ["speech"] },
		undefined,
		"Speech recognition failed: it crashed or was ended from outside (SIGSEGV)",
	],
	"is not believed where its process stops in the middle": [
		{
			listens: 'console.log("{\\"type\\":"); console.error("out of memory"); process.exitCode = 3;',
			pulled: ["speech"],
		},
		undefined,
		"Speech recognition failed: out of memory",
	],
	"is not believed where its process ends well but early": [
		{ listens: "", pulled: ["speech"] },
		undefined,
		"Speech recognition failed: exit code 0",
	],
};
for (const [title, [given, language, why]] of Object.entries(WHYS)) {
	recognised(title, () =>
		withRecogniser(given, async (recogniser) => {
			const { transcript, notes } = await hear(recogniser, defined({ language }));
			assert.equal(
				[transcript, notes[0]],
				[undefined, `No transcript was given, and nothing was recognised: ${why}. ${WITHOUT}`],
			);
		}),
	);
}

recognised("is given up where its process cannot be started", () =>
	withRecogniser({ listens: "", pulled: ["speech"] }, async (recogniser) => {
		const { notes } = await hear({ ...recogniser, listener: { path: "/nonexistent/listener", args: [] } });
		assert.match(
			notes[0] ?? "",
			/nothing was recognised: Speech recognition failed: listener could not be started/,
		);
	}),
);

recognised("is believed where somebody says that it is English", () =>
	withRecogniser({ listens: SAYS(0.6) }, async (recogniser) =>
		assert.is((await hear(recogniser, { language: "en-GB" })).transcript?.words.length, 12),
	),
);

recognised("needs a model that is whole", () =>
	withRecogniser({ listens: SAYS(1) }, async (recogniser) => {
		await writeFile(recogniser.fileOf("speech"), "bending");
		const fault = await hear(recogniser).then(
			() => undefined,
			(error: unknown) => error,
		);
		assert.ok(fault instanceof ModelFault && fault.remedy?.includes("showrun models pull speech"));
	}),
);

recognised("ends when it is cancelled, also where the program is deaf", () =>
	withRecogniser({ listens: "process.on('SIGTERM', () => {}); for (;;) {}" }, async (recogniser) => {
		const stop = new AbortController();
		const source = await sourceIn(recogniser.folder);
		const work = findTranscript(source, {}, toolFor(recogniser, { signal: stop.signal })).catch(
			(error: unknown) => error,
		);
		setTimeout(() => stop.abort(new Error("enough")), 300);
		assert.equal(await work, new Error("enough"));
	}),
);
recognised.run();

const endpoint = suite("a transcription endpoint");

/** Four seconds to the sample, whatever makes them. */
const TONE = [
	...options("-f lavfi -i testsrc=s=320x180:r=25:d=4 -f lavfi -i sine=frequency=300:d=4"),
	...options("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le"),
];

async function transcribing(recogniser: TestRecogniser, transcribe: Transcribe, language: string) {
	const file = madeMedia(join(recogniser.folder, "tone.mov"), TONE);
	const source = await probeSource(build?.path ?? "", file, signal());
	return findTranscript(source, { language }, toolFor(recogniser, { ffmpeg: build?.path ?? "", transcribe }));
}

endpoint("is asked where the recogniser does not know the language, with the sound alone", () =>
	withRecogniser({ listens: NO_SCRIPT }, async (recogniser) => {
		const asked: TranscribeRequest[] = [];
		const said = await transcribing(
			recogniser,
			async (request) => {
				asked.push(request);
				return { words: [{ begin: 100, end: 900, text: "Hallo." }] };
			},
			"de-AT",
		);
		const [{ sound = new Uint8Array(), durationMs = 0, ...about } = {}] = asked;
		assert.equal(about, { name: "sound.m4a", language: "de" });
		// Builds of ffmpeg count the last, half-filled AAC frame differently.
		assert.ok(durationMs >= 4_000 && durationMs < 4_050, `${durationMs} ms`);
		assert.ok(
			sound.length > 1_000 && sound.length < 40_000 && Buffer.from(sound.slice(4, 8)).toString() === "ftyp",
			`${sound.length}`,
		);
		assert.equal(
			[said.transcript?.words, said.file?.startsWith("WEBVTT"), said.notes],
			[
				[{ begin: 100, end: 900, text: "Hallo." }],
				true,
				[
					"No transcript was given: what is said was written down by the transcription endpoint of the settings.",
				],
			],
		);
	}),
);

endpoint("is not asked where the recogniser has understood what is said within the four seconds", () =>
	withRecogniser({ listens: SAYS(1) }, async (recogniser) => {
		const never = async () => {
			throw new Error("asked for nothing");
		};
		assert.is((await transcribing(recogniser, never, "en")).transcript?.words.length, 10);
	}),
);

endpoint("that cannot be used is named beside what else was tried", () =>
	withRecogniser({ listens: NO_SCRIPT, pulled: [] }, async (recogniser) => {
		const broken = async () => {
			throw new EndpointFault("the transcription endpoint at example.com answered 500");
		};
		const why =
			'the recogniser only knows English, not "de"; and the transcription endpoint at example.com answered 500';
		assert.is(
			(await transcribing(recogniser, broken, "de")).notes[0],
			`No transcript was given, and nothing was recognised: ${why}. ${WITHOUT}`,
		);
	}),
);
endpoint.run();

const voices = suite("voices");
const VOICED = (from: number, to: number) =>
	`tell({ type: "voices", shares: Array.from({ length: 312 }, (_, at) => (at >= ${from} && at < ${to} ? 0.9 : 0.1)) }); tell({ type: "end" });`;

voices("are told from other sound where nothing is transcribed", () =>
	withRecogniser({ listens: VOICED(100, 200), pulled: ["vad"] }, async (recogniser) => {
		const { voices: found, notes } = await hear(recogniser);
		assert.equal(found, [{ begin: 3_160, end: 6_440 }]);
		assert.is(notes[1], "Speech was detected by a model.");
	}),
);

voices("are told by loudness without the model, and the note says so", () =>
	withRecogniser({ listens: NO_SCRIPT, pulled: [] }, async (recogniser) => {
		const { voices: found, notes } = await hear(recogniser);
		assert.equal(
			[found, notes[1]],
			[
				undefined,
				"Speech is detected by loudness alone, because its model was not pulled (`showrun models pull vad`).",
			],
		);
	}),
);

voices("make music no speech, and its edges places to cut", () => {
	const sound = { levels: Array.from({ length: 400 }, () => -20) };
	const given = {
		durationMs: 20_000,
		sound,
		pictures: { cuts: [], motion: [], lastMs: 20_000 },
		transcript: undefined,
	};
	const signals = signalsFrom({ ...given, voices: [{ begin: 5_000, end: 10_000 }] });
	assert.equal(
		[signals.spokenShare, signals.unvoiced],
		[
			0.25,
			[
				{ begin: 0, end: 5_000 },
				{ begin: 10_000, end: 20_000 },
			],
		],
	);
	assert.equal([signalsFrom(given).spokenShare, signalsFrom(given).unvoiced], [1, []]);
});
voices.run();

const both = suite("two things at once");
const tool = (progress: (share: number) => void = () => {}): Tool => ({
	ffmpeg: "",
	signal: new AbortController().signal,
	progress,
});
both("give both results, and the progress of the slower one", async () => {
	const shares: number[] = [];
	const work = (share: number) => async (given: Tool) => {
		given.progress(share);
		return share;
	};
	assert.equal(
		await inParallel(
			tool((share) => shares.push(share)),
			work(0.5),
			work(0.2),
		),
		[0.5, 0.2],
	);
	assert.is(shares.at(-1), 1);
	assert.equal([...shares].sort(), shares);
});
both("fail with what failed first, once the other has ended", async () => {
	let ended = false;
	const waiting = (given: Tool) =>
		new Promise<never>((_, fail) => {
			given.signal.addEventListener("abort", () => {
				ended = true;
				fail(given.signal.reason);
			});
		});
	const error = await inParallel(tool(), waiting, async () => {
		throw new Error("broken");
	}).catch((each: unknown) => each);
	assert.equal([error, ended], [new Error("broken"), true]);
});
both.run();
