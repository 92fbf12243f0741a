import { defined } from "../../model/defined.ts";
import { Fault } from "../../model/fault.ts";
import type { CheckResult } from "../../model/health.ts";

/** Something is as it should be. */
export function well(name: string, detail: string): CheckResult {
	return { name, level: "ok", detail };
}

/** Something may become trouble. */
export function warning(name: string, detail: string, remedy: string): CheckResult {
	return { name, level: "warn", detail, remedy };
}

/** Something does not work. */
export function failure(name: string, detail: string, remedy: string): CheckResult {
	return { name, level: "fail", detail, remedy };
}

/** A look whose faults are findings too; anything else is a bug and is thrown. */
export async function looked(
	name: string,
	look: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
	try {
		return await look();
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return [
			{
				name,
				level: "fail",
				detail: error.message,
				...defined({ remedy: error.remedy }),
			},
		];
	}
}
