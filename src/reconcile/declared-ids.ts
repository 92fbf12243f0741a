import { entriesOf } from "../model/keys.ts";
import { sameSource } from "../model/source-key.ts";
import type { PlanInputs, RunContext } from "./context.ts";

/**
 * Writes down the id that a campaign declares for a URL that was submitted without one: the next URL under
 * that id is known to be the same video.
 */
export async function recordDeclaredIds(
	{ writer, clock, options }: Pick<RunContext, "writer" | "clock" | "options">,
	{ sources }: Pick<PlanInputs, "sources">,
): Promise<void> {
	for (const [address, wanted] of entriesOf(sources.sources)) {
		const state = writer.snapshot().resources[address];
		if (state?.kind !== "video" || options.selected?.(address) === false) continue;
		const { request } = state;
		const { source } = request;
		if (source.kind !== "url" || wanted.kind !== "url" || wanted.id === undefined) continue;
		if (source.id !== undefined || !sameSource(source, wanted)) continue;
		const resource = { ...state, request: { ...request, source: { ...source, id: wanted.id } } };
		await writer.append({ type: "resource", address, at: clock.now(), resource });
	}
}
