import { rm } from "node:fs/promises";
import type { PagePlan } from "../../../page/port.ts";
import type { PageSubject } from "./inputs.ts";
import type { MadePlan } from "./make-plan.ts";
import { inputArgs, ownAnswer } from "./own-command.ts";

/** Plans that were shown, until they are applied or others take their place. */
export interface PagePlans {
	/** `ask`: whether the service is asked, which costs requests of one elsewhere. */
	make(ask: boolean): Promise<PagePlan>;
	/** The file that plan was saved in, as `showrun plan --out` does; once. Undefined: not shown lately. */
	take(id: string): string | undefined;
}

const MOST = 8;

/** Each plan is made in a process of its own: the page answers meanwhile, however large the workspace is. */
export function openPlans(subject: PageSubject): PagePlans {
	const shown = new Map<string, string>();
	const used = new Set<string>();
	return {
		async make(ask) {
			const { plan, file } = await madeApart(subject, ask);
			if (plan.id !== undefined && file !== undefined) shown.set(plan.id, file);
			for (const [id, old] of [...shown].slice(0, Math.max(0, shown.size - MOST))) {
				shown.delete(id);
				await rm(old, { force: true });
			}
			return plan;
		},
		take(id) {
			const file = used.has(id) ? undefined : shown.get(id);
			used.add(id);
			shown.delete(id);
			return file;
		},
	};
}

async function madeApart({ paths, flags, signal }: PageSubject, ask: boolean): Promise<MadePlan> {
	const args = ["ui", "--make-plan", ask ? "asking" : "offline", ...inputArgs(flags), "--", ...paths];
	const made = await ownAnswer<MadePlan>(args, signal);
	return made ?? { plan: { text: "", why: "The plan could not be made; the terminal has the details." } };
}
