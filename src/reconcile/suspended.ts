import { SuspendedFault } from "../model/suspension.ts";
import type { RunContext } from "./context.ts";

/** Throws `SuspendedFault` while a person says that nothing may be sent. */
export function mustNotBeSuspended({ suspension }: Pick<RunContext, "suspension">): void {
	const found = suspension?.();
	if (found !== undefined) throw new SuspendedFault(found);
}
