import fc from "fast-check";
import { histories, live } from "./model.ts";
import type { Found } from "./part.ts";

/** Lives through random histories, all from one seed. What breaks one is shown as short as it could be made. */
export async function liveAll({ histories: numRuns, seed }: { readonly histories: number; readonly seed: number }): Promise<Found> {
	const result = await fc.check(fc.asyncProperty(histories, live), { numRuns, seed });
	const broken = result.failed ? [`${result.errorInstance ?? "interrupted"}: ${JSON.stringify(result.counterexample)}`] : [];
	return { cases: result.numRuns, broken, note: `seed ${seed}` };
}
