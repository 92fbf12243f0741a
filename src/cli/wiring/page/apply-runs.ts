import { rm } from "node:fs/promises";
import { Fault, StopFault } from "../../../model/fault.ts";
import type { Applying, CommandEnd } from "../../../page/port.ts";
import { systemClock } from "../../../system/clock.ts";
import type { PageSubject } from "./inputs.ts";
import { inputArgs, ownCommand } from "./own-command.ts";
import type { PagePlans } from "./plans.ts";

/** Applies that were started from the page, one after the other. */
export interface ApplyRuns {
	start(plan: string, by: string): Promise<CommandEnd>;
	last(): Applying | undefined;
}

interface ApplyParts {
	readonly plans: PagePlans;
	readonly changed: () => void;
}

const MOST_LINES = 400;
/** Output comes in bursts. Milliseconds. */
const QUIET_MS = 300;

/** Applies plans that were shown as `showrun apply PLAN` applies saved ones: exactly that, and once. */
export function openApplyRuns(subject: PageSubject, { plans, changed }: ApplyParts): ApplyRuns {
	let last: Applying | undefined;
	const soon = inBursts(changed);
	const run = async (file: string, begun: Applying) => {
		const tell = (text: string) => {
			last = { ...begun, text };
			soon();
		};
		last = { ...begun, ...(await applied(file, subject, tell)) };
		changed();
	};
	return {
		last: () => last,
		async start(plan, by) {
			if (last !== undefined && last.ended === undefined)
				return { ok: false, text: `An apply that ${last.by} started is under way.` };
			const before = last;
			const begun: Applying = { by, startedAt: systemClock.now(), text: "" };
			last = begun;
			try {
				const file = plans.take(plan);
				if (file === undefined) throw new StopFault(GONE);
				void run(file, begun);
				return { ok: true, text: "The apply is under way; this page follows it." };
			} catch (error) {
				last = before;
				if (!(error instanceof Fault)) throw error;
				return { ok: false, text: error.message };
			}
		},
	};
}

const GONE = "This plan is not the one that is shown now. Nothing was applied; read the new one.";

/** Runs the command to its end, and tells what it has printed so far. */
async function applied(
	file: string,
	{ flags, signal }: PageSubject,
	tell: (text: string) => void,
): Promise<Pick<Applying, "text" | "ended">> {
	const lines: string[] = [];
	const text = () => lines.map((line) => `${line}\n`).join("");
	try {
		const args = ["apply", file, ...inputArgs(flags)];
		const code = await ownCommand({
			args,
			signal,
			tell: (line) => {
				lines.push(line);
				if (lines.length > MOST_LINES) lines.shift();
				tell(text());
			},
		});
		return { text: text(), ended: { ok: code === 0, text: "" } };
	} catch (error) {
		return { text: text(), ended: { ok: false, text: String(error) } };
	} finally {
		await rm(file, { force: true });
	}
}

/** Calls back once a burst of calls, shortly after its first. */
function inBursts(call: () => void): () => void {
	let isAsked = false;
	return () => {
		if (isAsked) return;
		isAsked = true;
		setTimeout(() => {
			isAsked = false;
			call();
		}, QUIET_MS);
	};
}
