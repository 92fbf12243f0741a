import { defined } from "../../../model/defined.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Fault } from "../../../model/fault.ts";
import { suspensionSentence } from "../../../model/suspension.ts";
import type { Overview, Problem } from "../../../page/port.ts";
import { systemClock } from "../../../system/clock.ts";
import { readSuspension } from "../../../system/suspension.ts";
import { type Agenda, agendaWith, type Planned } from "../agenda.ts";
import { shortageOf } from "../free-space.ts";
import { readWatchRetries } from "../watch-kept.ts";
import { outboxOf } from "../workspace.ts";
import type { PageInputs } from "./inputs.ts";
import {
	campaignsOf,
	isOfSameFiles,
	isOfSameTexts,
	isOfState,
	type LastPlan,
	planHere,
	stillPlanned,
} from "./last-plan.ts";

/** Overviews, one after the other. */
export interface Overviews {
	/** How things stand with everything, as `showrun status` tells it. What is wrong is told as well. */
	read(): Promise<Overview>;
}

interface OverviewParts {
	readonly inputs: () => Promise<PageInputs>;
	/** What takes longer than a moment is planned by it while pages are made. */
	readonly planApart: (inputs: PageInputs) => Promise<LastPlan | undefined>;
	readonly signal: AbortSignal;
	/** Hears when the next overview says more than the last one could. */
	readonly changed: () => void;
	/** A plan that takes longer is not waited for where only the state has changed. Milliseconds. */
	readonly quickMs?: number;
}

const QUICK_MS = 100;
/** A plan is made anew after so long, because times go by. Milliseconds. */
const MAX_MS = 60_000;
/** Pages that are open are made before that. Milliseconds. */
const CALM_MS = 1_000;
/** Between plans that nobody waits for is so many times the time that one takes. */
const REST = 3;

/**
 * Goes on from the overview before: where nothing but the state or reviews have changed, that is shown at
 * once, and what follows from it for posts as soon as it is planned.
 */
export function openOverviews({ quickMs = QUICK_MS, ...parts }: OverviewParts): Overviews {
	const { inputs, signal } = parts;
	let last: LastPlan | undefined;
	const planLater = inTurn(parts, (made) => {
		last = made;
	});
	return {
		async read() {
			const now = await inputs();
			const before = last;
			const isSlow = before !== undefined && before.tookMs > quickMs && before.moves === undefined;
			if (!isSlow || !isOfSameTexts(before, now)) {
				last = await planHere(now, signal);
				return overviewOf(now, last, last);
			}
			const isOfReviews = isOfSameFiles(before, now);
			const isCurrent = isOfState(before, now.known);
			if (!isCurrent || !isOfReviews || systemClock.now() - before.madeAt > MAX_MS) planLater();
			const campaigns = isOfReviews ? before.campaigns : await campaignsOf(now);
			const planned = isCurrent ? before : stillPlanned(before, now.known);
			return overviewOf(now, { ...before, campaigns }, planned);
		},
	};
}

/** One plan at a time, and a rest after each. */
function inTurn({ inputs, planApart, changed }: OverviewParts, made: (plan: LastPlan) => void): () => void {
	let isDue = false;
	let nextAt = 0;
	const planNow = async () => {
		const begun = systemClock.now();
		const plan = await planApart(await inputs());
		nextAt = systemClock.now() + REST * (systemClock.now() - begun);
		if (plan === undefined) return;
		made(plan);
		changed();
	};
	return () => {
		if (isDue) return;
		isDue = true;
		const later = () =>
			void planNow()
				.catch(() => {})
				.finally(() => {
					isDue = false;
				});
		setTimeout(later, Math.max(CALM_MS, nextAt - systemClock.now())).unref();
	};
}

async function overviewOf(
	{ settings, known, diagnostics }: PageInputs,
	{ campaigns, faults }: LastPlan,
	now: Planned,
): Promise<Overview> {
	const agenda: Agenda = agendaWith({ settings, campaigns, known, now: systemClock.now() }, now);
	const suspension = readSuspension(settings.root, agenda.now);
	const shortage = await shortageOf(settings);
	return {
		...agenda,
		problems: [
			...diagnostics.filter(({ severity }) => severity === "error").map(problemOf),
			...faults.map(unreadable),
		],
		warnings: [
			...(suspension ? [`${suspensionSentence(suspension)} To go on: \`showrun resume\``] : []),
			...(shortage === undefined ? [] : [shortage]),
		],
		retries: await readWatchRetries(agenda),
		...defined({ outbox: await outboxOf({ campaigns: agenda.campaigns, settings }) }),
	};
}

function problemOf({ summary, detail, hint, place }: Diagnostic): Problem {
	return { summary, detail, ...defined({ hint, place }) };
}

function unreadable({ message, remedy }: Pick<Fault, "message" | "remedy">): Problem {
	return { summary: "A video cannot be read", detail: message, ...defined({ hint: remedy }) };
}
