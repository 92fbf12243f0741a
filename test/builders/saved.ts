import type { SavedPlan } from "../../src/model/saved.ts";
import { outlookOf } from "../../src/plan/outlook.ts";
import { preview } from "../../src/reconcile/pass.ts";
import { applySaved, firstPassOfSaved } from "../../src/reconcile/saved/apply.ts";
import { savedPlan } from "../../src/reconcile/saved/plan-file.ts";
import { reasonSentence } from "../../src/views/sentences/reasons.ts";
import { type RunGiven, recordingWith } from "./run.ts";
import { NOW } from "./world.ts";

/** What `plan --out` saves. */
export async function save(given: RunGiven, over: Partial<SavedPlan> = {}): Promise<SavedPlan> {
	const before = await given.store.read();
	return recordingWith(given, async ({ recording, known }) => {
		const plan = await preview(recording, before, known);
		const facts = { campaigns: known.campaigns, snapshot: before, now: NOW };
		const outlook = outlookOf({ plan, ...facts, accounts: known.accounts, requestsPerMinute: 15 });
		return {
			...savedPlan({
				plan,
				outlook,
				...facts,
				service: "embedded",
				version: "1",
				paths: [],
				targets: [],
				excludes: [],
				replace: recording.options.replace,
			}),
			...over,
		};
	});
}

/** What `apply plan.json` does. */
export function apply(saved: SavedPlan, given: RunGiven, held = { service: "embedded", version: "1" }) {
	return recordingWith(given, async ({ recording, known, clock }) => {
		const using = { saved, name: "plan.json" };
		clock.pass(60_000);
		const first = await firstPassOfSaved(using, recording, { inputs: known, ...held, why: reasonSentence });
		return { look: first, ...(await applySaved(using, recording, { inputs: known, first })) };
	});
}
