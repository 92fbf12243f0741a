import { suite } from "uvu";
import * as assert from "uvu/assert";
import { json, type Play, withEndpoint, withLanguage } from "./endpoint.ts";

const transcription = suite("transcription endpoint");

const SOUND = {
	sound: new TextEncoder().encode("a sound"),
	name: "sound.m4a",
	durationMs: 10_000,
	language: "en",
};
const word = (text: string, start: number, end: number) => ({ word: text, start, end });
const signal = () => new AbortController().signal;

transcription("gets the sound as a form, once, and gives words with times and their marks", async () => {
	const answer = {
		language: "english",
		text: "Hello, world. Bye",
		words: [word("Hello", 0.5, 0.9), word("world", 0.88, 1.4), word("Bye", 2, 2.5)],
	};
	await withEndpoint(
		(_, response) => json(response, answer),
		async (url, asked) =>
			withLanguage(url, async (language) => {
				const heard = await language.transcribe(SOUND, signal());
				assert.equal(heard, {
					language: "english",
					words: [
						{ begin: 500, end: 900, text: "Hello," },
						{ begin: 900, end: 1400, text: "world." },
						{ begin: 2000, end: 2500, text: "Bye" },
					],
				});
				assert.equal(await language.transcribe(SOUND, signal()), heard);
				assert.is(asked.length, 1);
				assert.is(asked[0]?.path, "/v1/audio/transcriptions");
				const sent = String(asked[0]?.body);
				assert.match(asked[0]?.type ?? "", /^multipart\/form-data; boundary=/);
				for (const part of [
					"hearer",
					"verbose_json",
					"timestamp_granularities[]",
					"a sound",
					'filename="sound.m4a"',
				])
					assert.ok(sent.includes(part), part);
			}),
	);
});

transcription(
	"words that it is unsure of are marked, by their own probability or that of their line",
	async () => {
		const answer = {
			text: "Hello glorb. By the way",
			words: [
				{ ...word("Hello", 0.5, 0.9), probability: 0.97 },
				{ ...word("glorb", 1, 1.4), probability: 0.31 },
				word("By", 2, 2.3),
				word("the", 2.4, 2.7),
				word("way", 4, 4.5),
			],
			segments: [
				{ start: 2, end: 3, text: " By the", avg_logprob: -1.1 },
				{ start: 3.5, end: 5, text: " way", avg_logprob: -0.2 },
			],
		};
		await withEndpoint(
			(_, response) => json(response, answer),
			async (url) =>
				withLanguage(url, async (language) =>
					assert.equal(
						(await language.transcribe(SOUND, signal())).words.map(({ text, unsure }) => [
							text,
							unsure ?? false,
						]),
						[
							["Hello", false],
							["glorb.", true],
							["By", true],
							["the", true],
							["way", false],
						],
					),
				),
		);
	},
);

transcription("lines alone that it is unsure of are unsure in each word", async () => {
	const segments = [
		{ start: 1, end: 2, text: " one two", avg_logprob: -0.9 },
		{ start: 2, end: 3, text: " three", avg_logprob: -0.1 },
	];
	await withEndpoint(
		(_, response) => json(response, { text: "one two three", segments }),
		async (url) =>
			withLanguage(url, async (language) =>
				assert.equal((await language.transcribe(SOUND, signal())).words, [
					{ begin: 1000, end: 1500, text: "one", unsure: true },
					{ begin: 1500, end: 2000, text: "two", unsure: true },
					{ begin: 2000, end: 3000, text: "three" },
				]),
			),
	);
});

transcription("segments without words are spread over their time", async () => {
	await withEndpoint(
		(_, response) => json(response, { text: "one two", segments: [{ start: 1, end: 2, text: " one two" }] }),
		async (url) =>
			withLanguage(url, async (language) =>
				assert.equal((await language.transcribe(SOUND, signal())).words, [
					{ begin: 1000, end: 1500, text: "one" },
					{ begin: 1500, end: 2000, text: "two" },
				]),
			),
	);
});

transcription("words within segments keep their times, in parts or whole", async () => {
	const words = [word(" one-", 1, 1.2), word("two", 1.2, 1.5), word(" three.", 1.6, 2)];
	await withEndpoint(
		(_, response) =>
			json(response, {
				text: "one-two three.",
				segments: [{ start: 1, end: 2, text: " one-two three.", words }],
			}),
		async (url) =>
			withLanguage(url, async (language) =>
				assert.equal((await language.transcribe(SOUND, signal())).words, [
					{ begin: 1000, end: 1500, text: "one-two" },
					{ begin: 1600, end: 2000, text: "three." },
				]),
			),
	);
});

transcription("silence is an answer", async () => {
	await withEndpoint(
		(_, response) => json(response, { text: "", words: [] }),
		async (url) =>
			withLanguage(url, async (language) =>
				assert.equal(await language.transcribe(SOUND, signal()), { words: [] }),
			),
	);
});

const failing: Record<string, [play: Play, says: RegExp]> = {
	"times after the end": [
		(_, response) => json(response, { text: "a b", words: [word("a", 50, 51), word("b", 60, 61)] }),
		/impossible times/,
	],
	"times that go backwards": [
		(_, response) =>
			json(response, { text: "a b c", words: [word("a", 8, 9), word("b", 1, 2), word("c", 0, 1)] }),
		/impossible times/,
	],
	"negative times": [
		(_, response) => json(response, { text: "a", words: [word("a", -5, -4)] }),
		/impossible times/,
	],
	"a text without times": [(_, response) => json(response, { text: "hello" }), /gave no times/],
	"no JSON": [(_, response) => void response.end("hello"), /unexpected format/],
	"too large a sound": [(_, response) => json(response, {}, 413), /does not accept sound of this size/],
	"a wrong key": [(_, response) => json(response, {}, 401), /rejected the key/],
};
for (const [title, [play, words]] of Object.entries(failing)) {
	transcription(`${title}: a fault`, async () => {
		await withEndpoint(play, async (url) =>
			withLanguage(url, async (language) =>
				assert.match(
					String(await language.transcribe(SOUND, signal()).catch((error: unknown) => error)),
					words,
				),
			),
		);
	});
}

transcription.run();
