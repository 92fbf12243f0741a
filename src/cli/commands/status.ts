import type { AgendaItem } from "../../model/agenda.ts";
import { defined } from "../../model/defined.ts";
import type { Suspension } from "../../model/suspension.ts";
import { readSuspension } from "../../system/suspension.ts";
import type { PlanInk } from "../../views/change.ts";
import { renderFleet } from "../../views/fleet.ts";
import { renderMoves } from "../../views/moves.ts";
import { renderChannelTroubles } from "../../views/notify.ts";
import { remedyFields } from "../../views/sentences/remedies.ts";
import { renderStatus } from "../../views/status.ts";
import { renderShortage, renderSuspension, suspensionJson } from "../../views/suspension.ts";
import { renderWatchRetries } from "../../views/watch-retries.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { type Agenda, readAgenda } from "../wiring/agenda.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { fleetOf } from "../wiring/fleet.ts";
import { shortageOf } from "../wiring/free-space.ts";
import { channelTroubles } from "../wiring/notify-troubles.ts";
import { readWatchRetries } from "../wiring/watch-kept.ts";
import { planInkOf } from "../wiring/workspace.ts";

interface StatusFlags extends InputFlags {
	readonly json?: true;
	readonly detail?: true;
}

/**
 * `showrun status`: what is done, what is waited for and until when, by state and campaigns alone. Exit code
 * 4 while an outcome is unknown, 3 while something failed, is tried again by `watch` or needs a person.
 */
export async function status(paths: readonly string[], flags: StatusFlags): Promise<void> {
	const signal = stopSignal();
	const options = { signal, headings: headingsOf(flags), states: true } as const;
	await inEachWorkspace(paths, options, (one) => statusOfOne(one, flags, signal));
}

async function statusOfOne(one: OneWorkspace, flags: StatusFlags, signal: AbortSignal): Promise<void> {
	const agenda = await readAgenda(one, flags, signal);
	const retries = await readWatchRetries(agenda);
	const { stoppedUntil, trouble } = retries;
	const isFailing = retries.retries.length > 0 || (stoppedUntil ?? trouble) !== undefined;
	const watch = isFailing ? retries : undefined;
	const disk = await shortageOf(agenda.settings);
	const notify = await channelTroubles(agenda.settings);
	const fleet = await fleetOf(agenda.settings);
	const ink = await planInkOf(agenda, flags);
	out(
		flags.json
			? lines([
					{
						...asEvent(agenda),
						...defined({ watch, disk, notify: notify.length > 0 ? notify : undefined, fleet }),
					},
				])
			: `${statusText(agenda, ink)}${renderShortage(disk, ink)}${renderWatchRetries(retries, ink)}${fleet === undefined ? "" : renderFleet(fleet, ink)}${renderChannelTroubles(notify, ink)}`,
	);
	const statuses = new Set(agenda.items.map(({ standing }) => standing));
	if (statuses.has("unknown")) throw new Exit(EXIT.unknown);
	if (isFailing || statuses.has("failed") || statuses.has("attention")) throw new Exit(EXIT.partly);
}

function statusText(agenda: Agenda, ink: PlanInk): string {
	const moves = renderMoves(agenda, ink);
	return `${renderStatus(agenda, ink)}${moves && `\n${moves}`}${renderSuspension(suspensionOf(agenda), ink)}`;
}

function suspensionOf({ settings, now }: Agenda): Suspension | undefined {
	return readSuspension(settings.root, now);
}

function asEvent(agenda: Agenda): object {
	const { snapshot, reviews, items, moves } = agenda;
	const suspension = suspensionOf(agenda);
	const suspended = suspension && suspensionJson(suspension);
	return {
		type: "status",
		...snapshot,
		reviews,
		items: items.map(itemJson),
		...defined({ moves, suspended }),
	};
}

/** What state and plan say besides is there already, or in `plan --json`. */
function itemJson({ address, standing, at, state, change }: AgendaItem): object {
	const until = change?.action === "wait" ? change.until : undefined;
	const remedy = change?.action === "attention" ? remedyFields(change.remedy) : {};
	const { reason, reasonData } = change ?? {};
	return { address, standing, at, until, status: state?.status, reason, reasonData, ...remedy };
}
