import { StopFault } from "../../model/fault.ts";
import { faultOf, openDespite } from "../../state/file/store.ts";
import type { Trouble } from "../../state/guard/examine.ts";
import type { StateWriter } from "../../state/store.ts";
import { systemClock } from "../../system/clock.ts";
import { plain } from "../../views/ink.ts";
import { confirmed, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { gitOf } from "../wiring/git-state.ts";
import { tellLedger } from "../wiring/ledger.ts";
import { statePlace } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface AdoptFlags {
	readonly empty?: true;
	readonly autoApprove?: true;
}

/**
 * `showrun state adopt`: takes the state as it is, and with it every moment this machine knows to be posted.
 */
export async function adopt(path: string, flags: AdoptFlags): Promise<void> {
	const settings = await settingsIn(path, { keyless: true });
	const placed = gitOf(settings);
	if (placed) return (await import("./state-git.ts")).adoptRemote(placed, flags);
	if (settings.statePostgres) return (await import("./state-postgres.ts")).adoptInDatabase(settings, flags);
	const place = statePlace(settings);
	const signal = stopSignal();
	const opened = await openDespite(place, { command: "showrun state adopt", waitMs: 0, signal });
	const { writer, trouble } = opened;
	try {
		const fault = faultOf(settings.state, opened);
		if (fault === undefined) return out("Nothing to adopt: the state matches this machine's record.\n");
		mustSayWhich(trouble?.kind, flags, fault);
		out(`${plain(fault.message)}\n${meaning(trouble)}`);
		if (!(await agreed(flags, signal)))
			throw new StopFault("Nothing was changed.", {
				remedy: "Answer yes, or use: showrun state adopt --auto-approve",
			});
		await writer.append({ type: "adopted", at: systemClock.now(), moments: trouble?.moments ?? [] });
		await tellLedger(settings, writer);
	} finally {
		await writer.close();
	}
	out(`${adoptedMessage(writer)}\n`);
}

/** An empty state is never begun by accident. */
function mustSayWhich(kind: Trouble["kind"] | undefined, { empty }: AdoptFlags, fault: Error): void {
	if (kind === "gone" && !empty) throw fault;
	if (kind !== "gone" && empty)
		throw new StopFault("--empty is for a state that is gone, and this one exists.", {
			remedy: "To accept the existing one: showrun state adopt",
		});
}

async function agreed({ autoApprove }: AdoptFlags, signal: AbortSignal): Promise<boolean> {
	if (autoApprove) return true;
	return interactive() && (await confirmed('Accept it? Only "yes" is accepted: ', signal));
}

function meaning(trouble: Trouble | undefined): string {
	const { kind, moments = [] } = trouble ?? {};
	const taken =
		moments.length === 0
			? ""
			: `${moments.length} posts missing from it are added as posted, and are not made again.\n`;
	const videos = "Videos missing from it are submitted, and paid for, again.\n";
	return `${taken}${kind === "gone" ? `An empty state is started. ${videos}` : `Its content is accepted as it is. ${videos}`}`;
}

function adoptedMessage(writer: StateWriter): string {
	const { lineage, serial, ledger } = writer.snapshot();
	return `Adopted: state ${plain(lineage)} at ${serial}, with ${ledger.length} posted moments. See: showrun plan`;
}
