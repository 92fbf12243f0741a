import type { PlanInputs, RunContext } from "./context.ts";

/**
 * Writes down which items of feeds became videos and which were left, once, before anything is done with
 * them.
 */
export async function recordItems(
	{ writer, clock }: Pick<RunContext, "writer" | "clock">,
	inputs: PlanInputs,
): Promise<void> {
	for (const { entry } of inputs.feeds ?? [])
		if (entry !== undefined) await writer.append({ ...entry, at: clock.now() });
	delete inputs.feeds;
}
