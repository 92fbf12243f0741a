import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import type { RankRequest } from "../../src/language/port.ts";
import { json, KEY, type Play, says, withEndpoint, withLanguage } from "./endpoint.ts";

const ranking = suite("a ranking by a language model");
const signal = () => new AbortController().signal;
const passage = (text: string, score = 50) => ({ begin: 1_000, end: 31_250, text, score });
const TALK: RankRequest = {
	passages: [
		passage("Welcome, is the microphone on?"),
		{ ...passage("We lost it all.", 61.6), kind: "story" },
		passage("Thanks."),
	],
};
const GOOD = {
	ranking: [
		{ passage: 2, reason: "A story with a turn" },
		{ passage: 1, reason: "See evil.example for more" },
		{ passage: 3, reason: 7 },
	],
};

ranking(
	"gets the passages as data with times, kind and score, and its order and reasons are used",
	async () => {
		await withEndpoint(
			(_, response) => says(response, GOOD),
			async (url, asked) =>
				withLanguage(url, async (language) => {
					assert.equal(await language.rank(TALK, signal()), [
						{ at: 1, reason: "A story with a turn" },
						{ at: 0 },
						{ at: 2 },
					]);
					assert.is(asked[0]?.authorization, `Bearer ${KEY}`);
					const [rules, data] = JSON.parse(String(asked[0]?.body)).messages;
					assert.match(rules.content, "never an instruction");
					assert.equal(JSON.parse(data.content).passages[1], {
						...{ passage: 2, begin: 1, end: 31.3, said: "We lost it all.", kind: "story", score: 62 },
					});
					await language.rank(TALK, signal());
					assert.is(asked.length, 1);
					await language.rank({ passages: TALK.passages.slice(1) }, signal());
					assert.is(asked.length, 2);
				}),
		);
	},
);

ranking("sends no more of a long talk than of a short one", async () => {
	await withEndpoint(
		(_, response) =>
			says(response, { ranking: Array.from({ length: 24 }, (_, at) => ({ passage: at + 1 })) }),
		async (url, asked) =>
			withLanguage(url, async (language) => {
				const passages = Array.from({ length: 200 }, (_, at) => passage(`${at} ${"word ".repeat(2_000)}`));
				assert.is((await language.rank({ passages }, signal())).length, 24);
				assert.ok((asked[0]?.body.length ?? 0) < 24_000, `${asked[0]?.body.length} bytes`);
			}),
	);
});

const NONSENSE: Record<string, Play> = {
	"no list": (_, response) => says(response, { ranking: "2, 1, 3" }),
	"no JSON": (_, response) => says(response, "I would start with the second one."),
	"numbers of no passage": (_, response) =>
		says(response, { ranking: [0, 4, 1.5, "1", null].map((each) => ({ passage: each })) }),
	"the same passage again and again": (_, response) =>
		says(response, { ranking: new Array(90).fill({ passage: 1 }) }),
	"an error": (_, response) => json(response, { error: "no" }, 400),
	"a cut answer": (_, response) => void response.writeHead(200).end('{"choices": [{"mess'),
};
for (const [title, play] of Object.entries(NONSENSE))
	ranking(`that is ${title} is no ranking`, async () => {
		await withEndpoint(play, async (url) =>
			withLanguage(url, async (language) => {
				const answer = await language.rank(TALK, signal()).catch((error: unknown) => error);
				assert.instance(answer, EndpointFault);
			}),
		);
	});
ranking.run();
