import { NoCampaignFault } from "../../../campaign/find-files.ts";
import type { Campaign } from "../../../model/campaign.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Settings } from "../../../model/settings.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { InputFlags } from "../../flags/inputs.ts";
import { lookAtState } from "../look-at-state.ts";
import { keptIn } from "../read-cache.ts";
import { reReadStoreOf } from "../store.ts";
import { inspect } from "../workspace.ts";
import { keepReads } from "./kept-reads.ts";

/** What the page is about. */
export interface PageSubject {
	readonly paths: readonly string[];
	readonly flags: InputFlags;
	readonly settings: Settings;
	readonly signal: AbortSignal;
}

/** What files say that pages are made from. */
export interface PageInputs {
	readonly settings: Settings;
	/** Those that can be understood; a file that says what it said before gives the same value as before. */
	readonly readable: readonly Campaign[];
	readonly diagnostics: readonly Diagnostic[];
	readonly known: Snapshot;
}

/** Reads campaigns and state again and again. What did not change is not parsed anew. */
export function openInputs({
	paths,
	flags,
	settings: given,
	signal,
}: PageSubject): () => Promise<PageInputs> {
	const reads = keepReads(keptIn);
	let store: { readonly of: string; readonly it: ReturnType<typeof reReadStoreOf> } | undefined;
	return async () => {
		const { settings = given, ...found } = await inspected();
		const of = JSON.stringify(settings);
		if (store?.of !== of) store = { of, it: reReadStoreOf(settings) };
		const known = await lookAtState(settings, store.it);
		return { settings, readable: found.campaigns, diagnostics: found.diagnostics, known };
	};

	async function inspected() {
		try {
			return await inspect({ paths }, signal, { ...flags, keyless: true, keptIn: reads.keptIn });
		} catch (error) {
			// A page over a workspace whose campaigns are gone still shows what the state knows.
			if (!(error instanceof NoCampaignFault)) throw error;
			return { settings: undefined, campaigns: [], diagnostics: [] };
		} finally {
			reads.sweep();
		}
	}
}
