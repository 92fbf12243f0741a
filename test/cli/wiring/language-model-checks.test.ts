import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../../src/campaign/load.ts";
import { modelWishes } from "../../../src/cli/wiring/language-model-checks.ts";
import { withFiles } from "../../campaign/files.ts";

const wishes = suite("what only a language model can do");

const CAMPAIGN = `campaign: k
timezone: UTC
videos:
  one:
    source: https://example.com/a.mp4
    clipping: { LANGUAGES }
    export: { EXPORT }
    renditions:
      square: { resolution: 720p }
`;
const EMBEDDED: Parameters<typeof modelWishes>[1] = { service: {}, embedded: {} };

async function found(
	given: { readonly languages?: string; readonly exported?: string },
	settings = EMBEDDED,
): Promise<readonly string[]> {
	const text = CAMPAIGN.replace("LANGUAGES", given.languages ?? "limit: 1").replace(
		"EXPORT",
		given.exported ?? "resolution: 720p",
	);
	return withFiles({ "k.campaign.yaml": text }, async (cwd) => {
		const { campaigns, diagnostics } = await loadCampaigns(["."], {
			cwd,
			signal: AbortSignal.timeout(300_000),
		});
		assert.equal(
			diagnostics.filter(({ severity }) => severity === "error"),
			[],
		);
		return modelWishes(campaigns, settings).map(
			({ severity, rule, place }) => `${severity} ${rule} ${place?.line}`,
		);
	});
}

wishes(
	"a translation is an error and a tone a warning, each at its video, before anything is sent",
	async () => {
		assert.equal(await found({ languages: "target_language: de" }), ["error no-language-model 4"]);
		assert.equal(await found({ exported: "hook: { style: calm }" }), ["warning hook-tone 4"]);
	},
);

wishes("the source's own language needs no translation", async () => {
	assert.equal(await found({ languages: "language: en, target_language: en" }), []);
	assert.equal(await found({ languages: "language: de, target_language: en" }), [
		"error no-language-model 4",
	]);
});

wishes("a model, or a service elsewhere, does it", async () => {
	const given = { languages: "target_language: de", exported: "hook: { style: calm }" };
	assert.equal(
		await found(given, { service: {}, embedded: { chat: { url: "http://127.0.0.1:1/v1", model: "m" } } }),
		[],
	);
	assert.equal(await found(given, { service: { url: "https://api.example.com" }, embedded: {} }), []);
});

wishes.run();
