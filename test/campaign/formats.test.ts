import { suite } from "uvu";
import * as assert from "uvu/assert";
import { githubAnnotations } from "../../src/views/diagnostics.ts";
import { brokenCampaigns } from "./cases.ts";
import { withChecks } from "./corpus.ts";

const campaigns = await brokenCampaigns();
const found = await withChecks(async (check) => {
	const all = [];
	for (const { name, bytes } of campaigns) all.push({ name, diagnostics: await check(bytes, name) });
	return all;
});

const formats = suite("what is wrong with the broken campaigns, for other programs");

formats(
	"is one annotation each, on one line, at its place, without a character that a terminal would obey",
	() => {
		for (const { name, diagnostics } of found) {
			const lines = githubAnnotations(diagnostics).split("\n").slice(0, -1);
			assert.is(lines.length, diagnostics.length, name);
			for (const line of lines) {
				assert.match(
					line,
					/^::(error|warning) (file=[^,]+,line=\d+,col=\d+,(endColumn=\d+,)?)?title=[^:]+\[[\w-]+\]::./,
					name,
				);
				assert.not.match(line, /\p{Cc}/u, name);
			}
		}
	},
);

formats("says in JSON what it says in text: severity, rule, words, and a place in the file", () => {
	for (const { name, diagnostics } of found)
		for (const each of diagnostics) {
			const { severity, rule, summary, detail, place } = JSON.parse(JSON.stringify(each));
			assert.match(severity, /^(error|warning)$/);
			for (const text of [rule, summary, detail])
				assert.ok(typeof text === "string" && text.length > 0, name);
			assert.ok(place.line >= 1 && place.column >= 1, name);
			assert.ok(place.file === `${name}.campaign.yaml` || /^\w+\.shared\.yaml$/.test(place.file), name);
		}
});
formats.run();
