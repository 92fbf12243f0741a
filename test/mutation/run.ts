/**
 * `npm run mutate [-- --count N] [-- --only named|PART-OF-A-PATH]`: makes small mistakes in what
 * decides what is posted (plan, the fold of state, a send, reconcile), one at a time, and runs the
 * tests that meet them. A mistake that no test notices survives; those known are in survivors.ts,
 * each with its reason, and a new one fails. `SEED=N` chooses others.
 */
import { parseArgs } from "node:util";
import { cpuSeconds } from "../bench/cpu.ts";
import { everyNamed } from "./named-run.ts";
import { everySampled } from "./sampled-run.ts";
import { SURVIVORS } from "./survivors.ts";

const { values } = parseArgs({
	options: { count: { type: "string", default: "300" }, only: { type: "string", default: "" } },
});
const seed = Number(process.env.SEED ?? 20261122);
const started = performance.now();
console.log(`SEED=${seed}`);
const alive = await everyNamed();
if (values.only !== "named") alive.push(...(await everySampled(Number(values.count), seed, values.only)));
const unknown = alive.filter((each) => SURVIVORS[each] === undefined);
for (const each of unknown) console.log(`SURVIVED ${each}`);
const minutes = (performance.now() - started) / 60_000;
console.log(`${minutes.toFixed(1)} minutes, ${cpuSeconds().toFixed(0)} CPU seconds`);
console.log(`${alive.length - unknown.length} known survivors, ${unknown.length} new`);
process.exit(unknown.length === 0 ? 0 : 1);
