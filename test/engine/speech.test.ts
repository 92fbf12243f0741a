import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import { MediaFault } from "../../src/engine/io/engine-fault.ts";
import type { SpeechRequest } from "../../src/engine/port.ts";
import type { Language } from "../../src/language/port.ts";
import { keptMedia } from "../builders/media.ts";
import { type Play, says, withEndpoint, withLanguage } from "../language/endpoint.ts";
import { builds, runOf, withFolder } from "./media.ts";

const [BUILD] = await builds();
const VIDEO = keptMedia(".mp4", [
	...["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=40", "-f", "lavfi", "-i", "sine=220:d=40"],
	...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-shortest"],
]);
const LINES = [
	"Everybody told us to build the product first.",
	"We sold it to ten customers before a line of code was written.",
	"Nine of the ten customers paid in advance.",
	"The money of the customers paid for the product.",
	"Sell before you build, and the product builds itself.",
];
const time = (ms: number) => `00:00:${(ms / 1_000).toFixed(3).padStart(6, "0")}`;
const VTT = `WEBVTT\n\n${LINES.map((line, at) => `${time(1_000 + 7_000 * at)} --> ${time(6_000 + 7_000 * at)}\n${line}\n`).join("\n")}`;

const telling = suite("what is told of a video");

async function withTalk(
	language: Language | undefined,
	work: (engine: ReturnType<typeof createEngine>, request: SpeechRequest) => Promise<void>,
): Promise<void> {
	await withFolder(async (folder) => {
		const transcript = join(folder, "talk.vtt");
		await writeFile(transcript, VTT);
		const ffmpeg = { searchPath: "", wanted: BUILD?.path ?? "" };
		const engine = createEngine({ ffmpeg, cache: join(folder, "cache"), ...(language && { language }) });
		await work(engine, { file: VIDEO, transcript, title: "talk" });
	});
}

/** A model that says everything in capitals, and sums up by first words. */
const loud: Play = ({ body }, response) => {
	const data = JSON.parse(JSON.parse(String(body)).messages[1].content);
	const { lines, sections } = data as {
		readonly lines?: readonly string[];
		readonly sections?: readonly { readonly section: number; readonly sentences: Record<string, string> }[];
	};
	if (lines) return says(response, { lines: lines.map((line) => line.toUpperCase()) });
	return says(response, {
		summary: "Verkauf zuerst.",
		sections: sections?.map(({ section }) => ({
			section,
			title: "Verkaufen",
			points: [{ sentence: 2, text: "Zehn Kunden." }],
		})),
	});
};

telling("is every sentence with its times, from the transcript that came along", () =>
	withTalk(undefined, async (engine, request) => {
		const { sentences, origin, media } = await engine.transcribe(request, runOf());
		assert.equal(
			sentences.map(({ text }) => text),
			LINES,
		);
		assert.equal([origin, Math.round(media.durationMs / 1_000)], ["known", 40]);
		assert.ok(sentences.every(({ begin, end }, at) => begin < end && begin >= (sentences[at - 1]?.end ?? 0)));
		// The language that is spoken needs nobody who translates.
		const same = await engine.transcribe({ ...request, target: "en-GB" }, runOf());
		assert.equal(same.sentences, sentences);
	}),
);

telling("is a summary in sentences that are said where no language model is", () =>
	withTalk(undefined, async (engine, request) => {
		const { summary, highlights } = await engine.summarize(request, runOf());
		assert.ok(
			LINES.some((line) => summary.includes(line)),
			summary,
		);
		assert.ok(highlights[0]?.events.every(({ text }) => LINES.includes(text)));
	}),
);

telling("is written and translated by a language model where there is one", () =>
	withEndpoint(loud, (url) =>
		withLanguage(url, (language) =>
			withTalk(language, async (engine, request) => {
				const { sentences } = await engine.transcribe({ ...request, target: "de" }, runOf());
				assert.equal(
					sentences.map(({ text }) => text),
					LINES.map((line) => line.toUpperCase()),
				);
				const { summary, highlights } = await engine.summarize({ ...request, target: "de" }, runOf());
				assert.equal([summary, highlights[0]?.title], ["Verkauf zuerst.", "Verkaufen"]);
				const said = (await engine.transcribe(request, runOf())).sentences;
				assert.equal(highlights[0]?.events, [{ at: said[1]?.begin, text: "Zehn Kunden." }]);
			}),
		),
	),
);

telling("another language needs a language model, and says so before anything is made up", () =>
	withTalk(undefined, async (engine, request) => {
		for (const tell of [engine.transcribe, engine.summarize]) {
			const failed = await tell({ ...request, target: "de" }, runOf()).catch((error: unknown) => error);
			assert.instance(failed, MediaFault);
			assert.match(String(failed), 'the language "de" needs a language model: what is said is in "en"');
		}
	}),
);

telling("nothing is told where nobody knows what is said", () =>
	withTalk(undefined, async (engine, { transcript: _, ...request }) => {
		const wish = { ...request, seconds: { min: 0, max: 90 }, more: false, query: "customers" };
		for (const tell of [
			() => engine.transcribe(request, runOf()),
			() => engine.summarize(request, runOf()),
			() => engine.analyze(wish, runOf()),
		]) {
			const failed = await tell().catch((error: unknown) => error);
			assert.instance(failed, MediaFault);
			assert.match(String(failed), /Nobody knows what is said in \S+\.mp4\. No transcript was given\.$/);
			assert.match(String((failed as MediaFault).remedy), "showrun models pull speech");
		}
	}),
);

telling("moments are clips whose words are looked for", () =>
	withTalk(undefined, async (engine, request) => {
		const wish = { ...request, seconds: { min: 0, max: 15 }, more: false };
		const { clips, language } = await engine.analyze({ ...wish, query: "paid in advance" }, runOf());
		assert.ok(clips[0] && clips[0].beginMs <= 15_000 && clips[0].endMs >= 19_000, JSON.stringify(clips));
		assert.is(language, "en");
		const none = await engine.analyze({ ...wish, query: "submarines" }, runOf());
		assert.equal(none.clips, []);
		assert.ok(none.notes.some((note) => note.includes('"submarines"')));
	}),
);

telling.run();
