/**
 * `npm run bench [-- apply|content|delivery|engine|growth|plan|ranking|start|validate|watch|words …]`: prints
 * ratios measured side
 * by side in one run. Asserts nothing: machines differ; only growth beyond all proportion fails.
 * `npm run bench -- --media DIR`: the bench of the engine, with the sample videos of a folder
 * beside the made ones; names each that is not there.
 */
import { parseArgs } from "node:util";
import { benchApply } from "./apply.ts";
import { benchContent } from "./content.ts";
import { benchDelivery } from "./delivery.ts";
import { benchEngine } from "./engine.ts";
import { benchGrowth } from "./growth.ts";
import { benchPlan } from "./plan.ts";
import { benchRanking } from "./ranking.ts";
import { benchValidate } from "./validate.ts";
import { benchWords } from "./words.ts";

const { positionals: asked, values } = parseArgs({
	allowPositionals: true,
	options: { media: { type: "string" } },
});
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
	apply: benchApply,
	content: benchContent,
	delivery: benchDelivery,
	engine: () => benchEngine(values.media),
	growth: benchGrowth,
	plan: benchPlan,
	ranking: benchRanking,
	// Builds the program, which the others need not wait for.
	start: async () => (await import("./start.ts")).benchStart(),
	validate: benchValidate,
	watch: async () => (await import("./watch.ts")).benchWatch(),
	words: benchWords,
};

const unknown = asked.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
	process.exit(1);
}
const all = values.media === undefined ? Object.keys(BENCHES) : ["engine"];
for (const name of asked.length > 0 ? asked : all) await BENCHES[name]?.();
