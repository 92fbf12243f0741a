import type { Evidence } from "../model/snapshot.ts";
import type { CallKind } from "./port.ts";

/** How each endpoint's answer calls what it made (interface 4.3, 4.4; service-facts). */
const NAMES: Readonly<Record<CallKind, RegExp>> = {
	submit: /"id"\s*:\s*"([!#-[\]-~]{1,256})"/,
	export: /"(?:export_task_id|id)"\s*:\s*"([!#-[\]-~]{1,256})"/,
	publish: /"task_id"\s*:\s*"([!#-[\]-~]{1,256})"/,
};

/**
 * The id that an answer names which proves nothing by itself, because it broke off or has another shape:
 * worth asking the service about. Only a success names what was made; what a refusal names may be
 * anything.
 */
export function idIn(kind: CallKind, { httpStatus = 0, rawBody = "" }: Evidence): string | undefined {
	if (httpStatus < 200 || httpStatus >= 300) return undefined;
	return NAMES[kind].exec(rawBody)?.[1];
}
