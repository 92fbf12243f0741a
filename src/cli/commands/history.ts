import { matchAddress } from "../../model/address.ts";
import { StopFault } from "../../model/fault.ts";
import { attemptsIn, historyOf } from "../../state/history.ts";
import { renderHistory } from "../../views/state.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { lines, out, stopSignal } from "../terminal/terminal.ts";
import { campaignZones, localZone } from "../wiring/campaign-zones.ts";
import { lookAtState } from "../wiring/look-at-state.ts";
import { statePlace } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

/** `showrun history`: every attempt that is known, and what came of it. Asks nobody, changes nothing. */
export async function history(
	globs: readonly string[],
	flags: { readonly in: string; readonly json?: true },
): Promise<void> {
	const settings = await settingsIn(flags.in, { keyless: true });
	const all =
		(settings.stateGit ?? settings.statePostgres) === undefined
			? await historyOf(statePlace(settings))
			: attemptsIn(await lookAtState(settings));
	const known = [...new Set(all.map(({ address }) => address))];
	for (const glob of globs)
		if (all.length > 0 && !known.some((address) => matchAddress(glob, address)))
			throw unattempted(glob, known);
	const wanted = all.filter(
		({ address }) => globs.length === 0 || globs.some((glob) => matchAddress(glob, address)),
	);
	if (flags.json) return out(lines(wanted.map((attempt) => ({ type: "attempt", ...attempt }))));
	const zones = await campaignZones(settings, stopSignal());
	out(renderHistory(wanted, { zones, zone: localZone() }));
}

function unattempted(glob: string, known: readonly string[]): StopFault {
	return new StopFault(`No attempt matches \`${glob}\`.`, {
		remedy: didYouMean(glob, known, "Addresses"),
	});
}
