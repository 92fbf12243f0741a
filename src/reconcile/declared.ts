import { defined } from "../model/defined.ts";
import { Fault } from "../model/fault.ts";
import type { PlanOptions } from "../model/observed.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { underway } from "../plan/posted.ts";
import type { ReadContext } from "./context.ts";

/**
 * What the plan may rely on: where the settings leave something to the service, what its answers declared in
 * this run.
 */
export function optionsNow({ options, service }: Pick<ReadContext, "options" | "service">): PlanOptions {
	const { asDeclared = [] } = options;
	const declared = service.extensions();
	if (declared === undefined) return options;
	const { idempotency, publishStatus, ...others } = declared;
	const { publishUpdate, publishCancel, publishLateRule, exportLimit, addedClips, brand } = others;
	const found = {
		idempotency: idempotency !== undefined,
		keyLifetimeMs: idempotency?.lifetimeMs ?? options.keyLifetimeMs,
		publishStatus,
	};
	const open = Object.fromEntries(asDeclared.map((name) => [name, found[name]]));
	const said = { publishUpdate, publishCancel, publishLateRule, exportLimit, addedClips, brand };
	return { ...options, ...said, ...defined(open) };
}

/** Has the service declare itself where the state holds something that depends on it. */
export async function learnExtensions(context: ReadContext, snapshot: Snapshot): Promise<void> {
	const { asDeclared = [], idempotency } = context.options;
	const isNeeded =
		((idempotency || asDeclared.includes("idempotency")) && Object.keys(snapshot.operations).length > 0) ||
		(asDeclared.includes("publishStatus") && holdsPostUnderway(context, snapshot));
	if (isNeeded) await askExtensions(context);
}

/** Has the service declare itself, where no answer of this run did. Nothing depends on whether it can. */
export async function askExtensions({
	service,
	signal,
	options,
}: Pick<ReadContext, "service" | "signal" | "options">): Promise<void> {
	if (options.asDeclared === undefined || service.extensions() !== undefined) return;
	try {
		await service.askExtensions(signal);
	} catch (error) {
		if (!(error instanceof Fault) || signal.aborted) throw error;
	}
}

function holdsPostUnderway({ clock, options }: ReadContext, { resources }: Snapshot): boolean {
	const readable = { ...options, publishStatus: true };
	return Object.values(resources).some(
		(state) =>
			state.kind === "post" &&
			((state.cancelling ?? state.updating) !== undefined || underway(state, { now: clock.now() }, readable)),
	);
}
