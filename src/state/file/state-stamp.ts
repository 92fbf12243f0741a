import { lstat } from "node:fs/promises";
import { undefinedIfMissing } from "../../system/error-code.ts";
import { type Stamp, stampOf } from "../../system/fingerprints.ts";
import { type Outside, readPlace, recordFileOf } from "../guard/places.ts";
import { followed } from "./followed.ts";
import { journalOf } from "./paths.ts";

/**
 * The stamp of the state of a lineage and of what this machine remembers of it: as long as it is the same,
 * reading gives the same. Undefined: the state is not there, a run is under way, or another state was there
 * before.
 */
export async function stateStamp(
	given: { readonly path: string; readonly outside: Outside },
	lineage: string,
): Promise<Stamp | undefined> {
	const { path, outside } = await followed(given);
	const state = await stampOf(path).catch(undefinedIfMissing);
	const journal = await lstat(journalOf(path)).catch(undefinedIfMissing);
	const place = (await readPlace(outside, path)) ?? lineage;
	if (state === undefined || journal !== undefined || place !== lineage) return undefined;
	const record = await stampOf(recordFileOf(outside, lineage)).catch(undefinedIfMissing);
	return {
		text: [path, state.text, record?.text].join("\n"),
		changedMs: Math.max(state.changedMs, record?.changedMs ?? 0),
	};
}
