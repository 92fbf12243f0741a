import { NoCampaignFault } from "../../../campaign/find-files.ts";
import { defined } from "../../../model/defined.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Fault } from "../../../model/fault.ts";
import type { Settings } from "../../../model/settings.ts";
import { suspensionSentence } from "../../../model/suspension.ts";
import type { Overview, Problem } from "../../../page/port.ts";
import { readSuspension } from "../../../system/suspension.ts";
import type { InputFlags } from "../../flags/inputs.ts";
import { agendaFrom } from "../agenda.ts";
import { shortageOf } from "../free-space.ts";
import { lookAtState } from "../look-at-state.ts";
import { readWatchRetries } from "../watch-kept.ts";
import { type Inspected, inspect, outboxOf } from "../workspace.ts";

/** What the page is about. */
export interface PageSubject {
	readonly paths: readonly string[];
	readonly flags: InputFlags;
	readonly settings: Settings;
	readonly signal: AbortSignal;
}

/** How things stand with everything, as `showrun status` tells it; what is wrong is told instead of shown. */
export async function readOverview({
	paths,
	flags,
	settings: given,
	signal,
}: PageSubject): Promise<Overview> {
	const found = await inspected({ paths, flags, signal });
	const settings = found.settings ?? given;
	const faults: Fault[] = [];
	const agenda = await agendaFrom(
		{ settings, readable: found.campaigns, known: await lookAtState(settings) },
		{ signal, complain: (fault) => void faults.push(fault) },
	);
	const suspension = readSuspension(settings.root, agenda.now);
	const shortage = await shortageOf(settings);
	return {
		...agenda,
		problems: [
			...found.diagnostics.filter(({ severity }) => severity === "error").map(problemOf),
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

async function inspected({
	paths,
	flags,
	signal,
}: Omit<PageSubject, "settings">): Promise<Pick<Inspected, "settings" | "campaigns" | "diagnostics">> {
	try {
		return await inspect({ paths }, signal, { ...flags, keyless: true });
	} catch (error) {
		// A page over a workspace whose campaigns are gone still shows what the state knows.
		if (!(error instanceof NoCampaignFault)) throw error;
		return { settings: undefined, campaigns: [], diagnostics: [] };
	}
}

function problemOf({ summary, detail, hint, place }: Diagnostic): Problem {
	return { summary, detail, ...defined({ hint, place }) };
}

function unreadable({ message, remedy }: Fault): Problem {
	return { summary: "A video cannot be read", detail: message, ...defined({ hint: remedy }) };
}
