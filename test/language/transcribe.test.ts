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
