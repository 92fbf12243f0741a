import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FoundClip, RewriteRequest } from "../../src/engine/port.ts";
import { rewriteTexts } from "../../src/engine/rewrite-texts.ts";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import type { Language, WriteRequest } from "../../src/language/port.ts";
import { signal, TALK_SRT, withFolder } from "./media.ts";

const wording = suite("words of a language model");

const CLIP: FoundClip = {
	...{
		beginMs: 0,
		endMs: 18_400,
		title: "Why do most talks fail",
		description: "Because.",
		tags: ["talks"],
		score: 80,
	},
	parts: { hook: 0.5 },
};
const fails = async () =>
	Promise.reject(new EndpointFault("the language model at 127.0.0.1:1 cannot be reached (ECONNREFUSED)"));

function language(parts: Partial<Language>): Language {
	return {
		identity: "a model",
		write: async () => ({}),
		translate: async ({ lines }) => lines.map((line) => `[${line}]`),
		...parts,
	};
}

async function wordedBy(model: Language | undefined, wish: Partial<RewriteRequest> = {}) {
	return withFolder(async (folder) => {
		const transcript = join(folder, "talk.srt");
		await writeFile(transcript, TALK_SRT);
		return rewriteTexts({ transcript, clip: CLIP, texts: "improved", ...wish }, model, signal());
	});
}

wording("without a model, and where nothing is said, nothing is asked and nothing changes", async () => {
	assert.equal(await wordedBy(undefined), { clip: CLIP, notes: [] });
	const silent = { clip: { ...CLIP, beginMs: 500_000, endMs: 510_000 } };
	assert.equal(await wordedBy(language({ write: fails }), silent), { ...silent, notes: [] });
	assert.equal(
		(await rewriteTexts({ clip: CLIP, texts: "improved" }, language({ write: fails }), signal())).notes,
		[],
	);
});

wording("a model is not given what was hardly understood, and not asked where nothing else was said", () =>
	withFolder(async (folder) => {
		const transcript = join(folder, "talk.vtt");
		const about = { transcript, clip: CLIP, texts: "improved" } as const;
		const asked: WriteRequest[] = [];
		const write: Language["write"] = async (request) => {
			asked.push(request);
			return { title: "Written" };
		};
		const unsure = "00:04.000 --> 00:08.000\nThe <c.unsure>glorb</c> ships.\n";
		await writeFile(transcript, `WEBVTT\n\n${unsure}`);
		assert.equal(await rewriteTexts(about, language({ write }), signal()), { clip: CLIP, notes: [] });
		await writeFile(transcript, `WEBVTT\n\n00:00.000 --> 00:04.000\nWe ship today.\n\n${unsure}`);
		const { clip } = await rewriteTexts(about, language({ write }), signal());
		assert.equal([clip.title, asked.map(({ said }) => said)], ["Written", ["We ship today."]]);
	}),
);

wording("what is written is bounded between words, and what is missing stays as it was found", async () => {
	const asked: WriteRequest[] = [];
	const write: Language["write"] = async (request) => {
		asked.push(request);
		return {
			title: "word ".repeat(30),
			tags: ["a1", "b2", "c3", "d4", "e5", "f6", "g7"],
			hook: "never cut inside of a ".repeat(5),
		};
	};
	const { clip, notes } = await wordedBy(language({ write }), { tone: "calm" });
	assert.match(clip.title, /^(word )+word…$/);
	assert.ok(clip.title.length <= 80);
	assert.equal([clip.description, clip.tags.length, clip.hook?.tone, notes], ["Because.", 6, "calm", []]);
	assert.match(clip.hook?.text ?? "", /^(?:never|cut|inside|of|a| )+…$/);
	assert.match(asked[0]?.said ?? "", /Why do most talks fail in the first minute\?/);
	assert.equal([asked[0]?.tone, asked[0]?.language], ["calm", undefined]);
});

wording("a failure leaves the words that were found, and says so", async () => {
	assert.equal(await wordedBy(language({ write: fails })), {
		clip: CLIP,
		notes: [
			"The language model at 127.0.0.1:1 cannot be reached (ECONNREFUSED): titles and descriptions are taken from what is said.",
		],
	});
	const { notes } = await wordedBy(language({ write: fails, translate: fails }), {
		tone: "calm",
		target: "de",
		captions: "both",
	});
	assert.match(
		notes[0] ?? "",
		/titles and descriptions are not translated to de, and the hook text is a sentence from the clip\.$/,
	);
	assert.match(notes[1] ?? "", /some captions are in the original language only\.$/);
});

wording("a bug is no failure of an endpoint", async () => {
	const write = async () => Promise.reject(new TypeError("a bug"));
	const error = await wordedBy(language({ write })).catch((caught: unknown) => caught);
	assert.instance(error, TypeError);
});

wording(
	"captions are translated sentence by sentence, with the times of the sentences, only where they are wanted",
	async () => {
		const { clip } = await wordedBy(language({}), { target: "de", captions: "translation" });
		assert.is(clip.captions?.language, "de");
		assert.ok((clip.captions?.lines.length ?? 0) > 1);
		assert.ok(clip.captions?.lines.every(({ begin, end, text }) => end > begin && /^\[.+\]$/.test(text)));
		assert.is(
			(await wordedBy(language({}), { target: "de", captions: "original" })).clip.captions,
			undefined,
		);
		assert.is((await wordedBy(language({}), { captions: "both" })).clip.captions, undefined);
	},
);

wording("a title that was not translated is named", async () => {
	const { notes } = await wordedBy(language({ write: async () => ({ description: "Weil." }) }), {
		target: "de",
	});
	assert.equal(notes, [
		"The language model did not translate all titles: some stay in the language of the source.",
	]);
});

wording("texts that are kept are not written again; a hook text may be", async () => {
	const write: Language["write"] = async ({ tone }) => ({
		title: "Another",
		...(tone !== undefined && { hook: "Hm." }),
	});
	assert.equal((await wordedBy(language({ write: fails }), { texts: "kept" })).notes, []);
	const { clip } = await wordedBy(language({ write }), { texts: "kept", tone: "casual" });
	assert.equal([clip.title, clip.hook], [CLIP.title, { text: "Hm.", tone: "casual" }]);
});

wording.run();
