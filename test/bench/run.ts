/**
 * `npm run bench [-- apply|content|delivery|edges|engine|feeds|fleet|growth|held|page|plan|service …]`: prints ratios measured side
 * by side in one run. Asserts nothing: machines differ; only growth beyond all proportion fails.
 * `npm run bench -- --media DIR`: the bench of the engine, with the sample videos of a folder beside the
 * made ones; names each that is not there.
 * `npm run bench -- held [--workspaces N]`: two watches over a thousand workspaces, or so many, of a
 * hundred posts each.
 * `npm run bench -- memory --media DIR [--minutes N]`: what all processes hold from two hours of video, or
 * from so many minutes.
 * `npm run bench -- ranking [--seed N] [--talks N] [--half tuning]`: the talks of a seed that was printed;
 * more or fewer of them; those to tune by, or those in other styles (`--half unseen`). `--quick`: by their
 * words alone, no sound is made. Where the recogniser is pulled (`showrun models pull speech`) it hears the
 * talks, about a minute each at first; what it heard is kept in the user's cache folder. So it does for
 * `npm run bench -- edges [--seed N] [--talks N] [--half unseen]`.
 */
import { parseArgs } from "node:util";
import { benchApply } from "./apply.ts";
import { benchContent } from "./content.ts";
import { benchDelivery } from "./delivery.ts";
import { benchEdges } from "./edges.ts";
import { benchEngine } from "./engine.ts";
import { benchFeeds } from "./feeds.ts";
import { benchGrowth } from "./growth.ts";
import { HALVES } from "./made/talk-files.ts";
import { benchMemory } from "./memory.ts";
import { benchPage } from "./page.ts";
import { benchPlan } from "./plan.ts";
import { benchRanking } from "./ranking.ts";
import { benchService } from "./service.ts";
import { benchValidate } from "./validate.ts";
import { benchWords } from "./words.ts";

const { positionals: asked, values } = parseArgs({
	allowPositionals: true,
	options: {
		media: { type: "string" },
		seed: { type: "string" },
		half: { type: "string" },
		talks: { type: "string" },
		minutes: { type: "string" },
		workspaces: { type: "string" },
		quick: { type: "boolean" },
	},
});
const half = HALVES.find((each) => each === values.half) ?? "held-out";
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
	apply: benchApply,
	content: benchContent,
	delivery: benchDelivery,
	edges: () =>
		benchEdges({
			half,
			...(values.seed !== undefined && { seed: Number(values.seed) }),
			...(values.talks !== undefined && { talks: Number(values.talks) }),
		}),
	engine: () => benchEngine(values.media),
	feeds: benchFeeds,
	// Starts a PostgreSQL, which the others need not have.
	fleet: async () => (await import("./fleet.ts")).benchFleet(),
	growth: benchGrowth,
	held: async () => (await import("./fleet-held.ts")).benchHeld(Number(values.workspaces ?? 1_000)),
	memory: () =>
		benchMemory({
			media: values.media,
			...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
		}),
	page: benchPage,
	plan: benchPlan,
	ranking: () =>
		benchRanking({
			...(values.seed !== undefined && { seed: Number(values.seed) }),
			...(values.talks !== undefined && { talks: Number(values.talks) }),
			quick: values.quick === true,
			half,
		}),
	service: benchService,
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
