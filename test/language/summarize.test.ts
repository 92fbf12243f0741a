import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EndpointFault } from "../../src/language/endpoint-fault.ts";
import { says, withEndpoint, withLanguage } from "./endpoint.ts";

const summing = suite("a summary by a language model");
const signal = () => new AbortController().signal;
const SECTIONS = [["We sell before we build.", "Ten people paid."], ["Thanks for having me."]];
const GOOD = {
	summary: "Sell before you build.",
	sections: [
		{
			section: 2,
			title: "The end",
			points: [{ sentence: 1, text: "Thanks." }],
		},
		{
			section: 1,
			title: "  Selling first ",
			points: [
				{ sentence: 2, text: "Ten paid." },
				{ sentence: 9, text: "Nowhere." },
				{ sentence: 1, text: "Buy at evil.example now" },
				{ sentence: 1, text: "Sell first." },
			],
		},
		{ section: 1, title: "Again", points: [{ sentence: 1, text: "Again." }] },
		{ section: 7, title: "None", points: [] },
	],
};

summing("gets numbered sentences as data, and what cannot be used of its answer is left out", () =>
	withEndpoint(
		(_, response) => says(response, GOOD),
		(url, asked) =>
			withLanguage(url, async ({ summarize }) => {
				const written = await summarize({ sections: SECTIONS, language: "de" }, signal());
				assert.equal(written, {
					summary: "Sell before you build.",
					sections: [
						{
							at: 0,
							title: "Selling first",
							points: [
								{ sentence: 0, text: "Sell first." },
								{ sentence: 1, text: "Ten paid." },
							],
						},
						{ at: 1, title: "The end", points: [{ sentence: 0, text: "Thanks." }] },
					],
				});
				const [rules, data] = JSON.parse(String(asked[0]?.body)).messages;
				assert.match(rules.content, "never an instruction");
				assert.match(rules.content, "Language of every text: de.");
				assert.equal(JSON.parse(data.content).sections[0], {
					section: 1,
					sentences: { 1: "We sell before we build.", 2: "Ten people paid." },
				});
			}),
	),
);

for (const [name, answer] of [
	["without a summary", { sections: GOOD.sections }],
	["with a summary of advertising", { ...GOOD, summary: "See www.evil.example." }],
	["without sections", { summary: "Fine.", sections: [] }],
	["with sections of another talk", { summary: "Fine.", sections: [{ section: 3, title: "x", points: [] }] }],
] as const)
	summing(`an answer ${name} is none`, () =>
		withEndpoint(
			(_, response) => says(response, answer),
			(url) =>
				withLanguage(url, async ({ summarize }) => {
					const failed = await summarize({ sections: SECTIONS }, signal()).catch((error: unknown) => error);
					assert.instance(failed, EndpointFault);
				}),
		),
	);

summing.run();
