import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { type Adoption, adoptDatabase } from "../../state/postgres/upkeep.ts";
import { counted, plain } from "../../views/ink.ts";
import { confirmed, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { ledgerOf } from "../wiring/ledger.ts";
import { postgresPlaceOf } from "../wiring/postgres-state.ts";

interface AdoptFlags {
	readonly empty?: true;
	readonly autoApprove?: true;
}

/**
 * `showrun state adopt` for state in a database: begins it empty, or takes one that was restored or failed
 * over, with every moment this machine knows to be posted.
 */
export async function adoptInDatabase(settings: Settings, flags: AdoptFlags): Promise<void> {
	const place = postgresPlaceOf(settings);
	if (place === undefined) return;
	const signal = stopSignal();
	const agree = async (adoption: Adoption) => {
		mustFit(adoption, flags);
		out(`${plain(adoption.fault.message)}\n${meaning(adoption)}`);
		if (
			flags.autoApprove ||
			(interactive() && (await confirmed('Continue? Only "yes" is accepted: ', signal)))
		)
			return;
		throw new StopFault("Nothing was changed.", {
			remedy: `To do it: showrun state adopt${flags.empty ? " --empty" : ""} --auto-approve`,
		});
	};
	const options = { command: "showrun state adopt", waitMs: 0, signal, ledger: await ledgerOf(settings) };
	out(
		(await adoptDatabase(place, options, agree))
			? "Adopted. See: showrun plan\n"
			: "Nothing to adopt: the database holds all that this machine recorded.\n",
	);
}

/** An empty state is never begun by accident. */
function mustFit({ fault, isThere }: Adoption, { empty }: AdoptFlags): void {
	if (!isThere && !empty)
		throw new StopFault(fault.message, {
			remedy: `${fault.remedy ?? ""}\nTo begin an empty one: showrun state adopt --empty`.trim(),
		});
	if (isThere && empty)
		throw new StopFault("--empty is for a state that is gone, and this one exists.", {
			remedy: "To accept the existing one: showrun state adopt",
		});
}

function meaning({ isThere, moments }: Adoption): string {
	if (!isThere) return "An empty state is started. Its videos are submitted, and paid for, again.\n";
	const added =
		moments.length === 0
			? "This machine knows no post that is missing from it."
			: `${counted(moments.length, "post")} that this machine knows, and it lacks, are added as posted.`;
	return `${added}\nRun this on each machine that wrote there. Videos missing from it are submitted, and paid for, again.\n`;
}
