/** `npm run bench [-- apply|plan|ranking|validate|words …]`: prints ratios measured side by side in one run. Asserts nothing: machines differ. */
import { benchApply } from "./apply.ts";
import { benchPlan } from "./plan.ts";
import { benchRanking } from "./ranking.ts";
import { benchValidate } from "./validate.ts";
import { benchWords } from "./words.ts";

const BENCHES: Readonly<Record<string, () => Promise<void>>> = { apply: benchApply, plan: benchPlan, ranking: benchRanking, validate: benchValidate, words: benchWords };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
	process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) await BENCHES[name]?.();
