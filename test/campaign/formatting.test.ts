import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import schema from "../../schemas/campaign.schema.json" with { type: "json" };
import { type CheckedFile, checkFile } from "../../src/campaign/check.ts";
import { friendlyWord } from "../../src/campaign/friendly-values.ts";
import { checkTexts } from "../../src/compose/check.ts";
import { formatYaml } from "../../src/yaml/format.ts";
import { connected } from "../builders/connected.ts";
import { handwritten } from "../builders/handwriting.ts";
import { valuesOf } from "../builders/schema-values.ts";

async function check(text: string): Promise<CheckedFile> {
	const source = { file: "c.campaign.yaml", text: text.replace(/^\uFEFF/, "") };
	const look = async () => "file" as const;
	const { whole } = await checkFile({
		source,
		path: "/w/c.campaign.yaml",
		root: "/w",
		given: [],
		look,
		checkTexts,
		levels: {},
		strict: false,
	});
	return whole;
}

/** What a checked file means, wherever it says so: the campaign, and what is wrong with it. */
function meaning({ campaign, diagnostics }: CheckedFile): unknown {
	const found = diagnostics.map(({ severity, rule, summary, detail, hint }) =>
		JSON.stringify([severity, rule, summary, detail, hint]),
	);
	return { campaign: withoutPlaces(campaign), found: found.sort() };
}

function withoutPlaces(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPlaces);
	if (typeof value !== "object" || value === null) return value;
	const kept = Object.entries(value).filter(([key]) => !/^(places?|addedAt|digest)$/.test(key));
	return Object.fromEntries(kept.map(([key, each]) => [key, withoutPlaces(each)]));
}

const formatting = suite("formatting a campaign");

formatting(
	"changes neither what it asks for nor what is wrong with it, and formats to a fixed point",
	async () => {
		let free = 0;
		await fc.assert(
			fc.asyncProperty(handwritten(valuesOf(schema).map(connected)), async ({ text }) => {
				const after = formatYaml(text, schema, friendlyWord);
				assert.is(formatYaml(after ?? "", schema, friendlyWord), after);
				const [given, formatted] = [await check(text), await check(after ?? "")];
				assert.equal(meaning(formatted), meaning(given));
				if (given.campaign !== undefined) free++;
			}),
			{ numRuns: 20, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
		);
		assert.ok(free >= 1, `${free} of 20 were free of errors`);
	},
);

formatting.run();
