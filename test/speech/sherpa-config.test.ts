import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RECOGNISER_FILES, type RecogniserKind } from "../../src/model/own-recogniser.ts";
import { heardIn, heardTextsFrom, sherpaConfig } from "../../src/speech/sherpa-config.ts";

const own = suite("a model of speech of one's own");

own("is asked for by the files of its kind, and by no other", () => {
	for (const [kind, parts] of Object.entries(RECOGNISER_FILES)) {
		const files = Object.fromEntries(parts.map((part) => [part, `/m/${part}`]));
		const { modelConfig } = sherpaConfig({ kind: kind as RecogniserKind, files, language: "de" });
		const told = JSON.stringify(modelConfig).match(/\/m\/\w+/g);
		assert.equal(told?.sort(), parts.map((part) => `/m/${part}`).sort(), kind);
	}
});

own("that knows several languages is told which, where that is known", () => {
	const whisper = (language: object) =>
		sherpaConfig({ kind: "whisper", files: {}, ...language }).modelConfig as { readonly whisper: object };
	assert.equal(whisper({ language: "de" }).whisper, {
		...{ encoder: "", decoder: "", language: "de", task: "transcribe" },
		enableTokenTimestamps: 1,
	});
	assert.equal(whisper({}).whisper, { ...whisper({ language: "" }).whisper });
});

const answer = (fields: object) => JSON.stringify({ text: "so low", tokens: ["▁so", " low"], ...fields });

own("tells when each part of a word is said, up to the next, and no longer than one is", () => {
	assert.equal(heardIn(answer({ timestamps: [1, 1.2] })), {
		text: "so low",
		tokens: [
			{ text: " so", begin: 1, end: 1.2 },
			{ text: " low", begin: 1.2, end: 1.6 },
		],
	});
	const { tokens } = heardIn(answer({ timestamps: [1, 9], durations: [0.24, 0], ys_log_probs: [0, -1] }));
	assert.equal(tokens, [
		{ text: " so", begin: 1, end: 1.24, probability: 1 },
		{ text: " low", begin: 9, end: 9.04, probability: Math.exp(-1) },
	]);
});

own("whose times or rates are not one for each part tells none", () => {
	assert.equal(heardIn(answer({ timestamps: [1] })), { text: "so low", tokens: [] });
	assert.equal(heardIn(answer({ timestamps: [1, null] })).tokens, []);
	assert.equal(heardIn('{"text":4}'), { text: "", tokens: [] });
	const { tokens } = heardIn(answer({ timestamps: [1, 2], ys_log_probs: [-1] }));
	assert.ok(tokens.every((token) => token.probability === undefined));
});

own("is heard anew where what was remembered is no such thing", () => {
	const heard = [heardIn(answer({ timestamps: [1, 1.2] })), heardIn("{}")];
	assert.equal(heardTextsFrom(JSON.parse(JSON.stringify(heard))), heard);
	const others = [{}, [null], [{ text: "a" }], [{ text: "a", tokens: [{ text: "a", begin: "1", end: 2 }] }]];
	assert.equal(
		others.map((other) => heardTextsFrom(other)),
		others.map(() => undefined),
	);
});

own.run();
