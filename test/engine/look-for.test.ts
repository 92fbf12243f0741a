import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rateMoments } from "../../src/engine/pick/find-clips.ts";
import { isSameWord } from "../../src/engine/pick/query.ts";
import { lookFor } from "../../src/engine/speech/look-for.ts";
import { signalsOfTalk, talkOf } from "../builders/said.ts";
import { json, type Play, says, withEndpoint, withLanguage } from "../language/endpoint.ts";

const lookups = suite("moments that somebody looks for");
const signal = AbortSignal.timeout(60_000);

/** Twelve sentences about gardens, three about what a server costs, twelve about boats. */
const GARDEN = Array.from(
	{ length: 12 },
	(_, at) => `The roses beside path number ${at} need water in summer.`,
);
const COSTS = [
	"Our server costs nine hundred dollars every single month.",
	"We looked at the invoice and half of the price was logging.",
	"So we deleted the logs and the cost went down at once.",
];
const BOATS = Array.from({ length: 12 }, (_, at) => `The wooden boat number ${at} sails over to the island.`);
const TALK = talkOf([...GARDEN, ...COSTS, ...BOATS]);
const RATED = rateMoments(signalsOfTalk(TALK), { seconds: { min: 0, max: 90 } });
const [FIRST, LAST] = [TALK.sentences[12]?.begin ?? 0, TALK.sentences[14]?.end ?? 0];
const middleOf = ({ begin, end }: { readonly begin: number; readonly end: number }) => (begin + end) / 2;

async function found(query: string, limit?: number) {
	const about = await lookFor(RATED, { query, limit }, { signal });
	return about === "anything" ? about : about.scored;
}

lookups("are those that say its words, best first", async () => {
	for (const query of ["what do servers cost", "the price of the server", "logging costs"]) {
		const moments = await found(query);
		assert.ok(moments !== "anything" && moments.length > 0, query);
		const [best] = moments;
		assert.ok(best && middleOf(best) > FIRST && middleOf(best) < LAST, `${query}: ${JSON.stringify(best)}`);
		assert.is(best.score, Math.round(((best.parts.match ?? 0) + (best.parts.moment ?? 0)) * 10) / 10);
	}
});

lookups("are none where nobody says a word of it, and the note says what would find more", async () => {
	const about = await lookFor(RATED, { query: "quantum physics", limit: undefined }, { signal });
	assert.equal(about, {
		scored: [],
		notes: [
			'No words of "quantum physics" are said in the video. A language model (embedded.chat) finds moments by what they mean.',
		],
	});
});

lookups("are anything that stands out where the query names nothing", async () => {
	for (const query of ["viral moments, engaging highlights", "the best parts of the video", "…"])
		assert.is(await found(query), "anything", query);
});

lookups("never overlap, and are as many as are wanted", async () => {
	const moments = await found("boat", 2);
	assert.ok(moments !== "anything");
	assert.is(moments.length, 2);
	const [one, two] = [...moments].sort((a, b) => a.begin - b.begin);
	assert.ok(one && two && two.begin >= one.end - 0.1 * (one.end - one.begin), JSON.stringify(moments));
});

lookups("are those that a language model points at, where there is one", async () => {
	const costs: Play = ({ body }, response) => {
		const { wanted, passages } = JSON.parse(JSON.parse(String(body)).messages[1].content);
		assert.is(wanted, "money worries");
		const matches = (passages as { passage: number; said: string }[])
			.filter(({ said }) => said.includes("invoice"))
			.map(({ passage }) => ({ passage, match: 100 }));
		says(response, { matches: [...matches, { passage: 99, match: 100 }, { passage: "1", match: 1 }] });
	};
	await withEndpoint(costs, (url) =>
		withLanguage(url, async ({ match }) => {
			const about = await lookFor(RATED, { query: "money worries", limit: undefined }, { match, signal });
			assert.ok(about !== "anything" && about.scored[0]);
			const middle = middleOf(about.scored[0]);
			assert.ok(middle > FIRST - 8_000 && middle < LAST + 8_000, `${middle}: ${FIRST} to ${LAST}`);
			assert.equal(about.notes, []);
		}),
	);
});

lookups("are found by words where the model fails, and a note says so", async () => {
	for (const play of [
		((_, response) => json(response, {}, 500)) satisfies Play,
		((_, response) => says(response, { matches: "all" })) satisfies Play,
		((_, response) => says(response, { matches: [{ passage: -1, match: 1 }] })) satisfies Play,
	])
		await withEndpoint(play, (url) =>
			withLanguage(url, async ({ match }) => {
				const about = await lookFor(RATED, { query: "server costs", limit: undefined }, { match, signal });
				assert.ok(about !== "anything");
				assert.is.not(about.scored.length, 0);
				assert.match(about.notes.join(), ": moments are found by the words that are said.");
			}),
		);
});

lookups("two forms of a word are one, and words that only begin alike are not", () => {
	const same = [
		["cost", "costs"],
		["price", "pricing"],
		["laugh", "laughter"],
		["cat", "cats"],
		["test", "testing"],
	] as const;
	const other = [
		["cat", "catalogue"],
		["demo", "democracy"],
		["is", "island"],
		["car", "care"],
	] as const;
	assert.equal(
		same.filter(([a, b]) => !isSameWord(a, b)),
		[],
	);
	assert.equal(
		other.filter(([a, b]) => isSameWord(a, b)),
		[],
	);
});

lookups.run();
