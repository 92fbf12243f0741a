import { StopFault } from "../../model/fault.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { type Diagnosis, diagnose, repair } from "../../state/repair/repair.ts";
import { plain } from "../../views/ink.ts";
import { confirmed, interactive, out, stopSignal } from "../terminal/terminal.ts";
import { gitOf } from "../wiring/git-state.ts";
import { statePlace } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

/**
 * `showrun state repair`: says what is wrong with the state and what can be saved, and does it after a yes.
 */
export async function repairState(path: string, flags: { readonly autoApprove?: true }): Promise<void> {
	const settings = await settingsIn(path, { keyless: true });
	const placed = gitOf(settings);
	if (placed) return (await import("./state-git.ts")).repairRemote(placed, flags);
	if (settings.statePostgres)
		throw new StopFault(
			"The state is in PostgreSQL, which keeps itself whole; there are no files to repair.",
			{
				remedy:
					"See what is wrong: showrun doctor. A database that was restored is accepted with: showrun state adopt",
			},
		);
	const signal = stopSignal();
	const place = statePlace(settings);
	const found = await diagnose(place);
	if (found.problems.length === 0)
		return out("Nothing to repair: the state, its journal and this machine's record agree.\n");
	out(diagnosisText(found));
	if (found.repaired === undefined) throw nothingLeft();
	const agreed =
		flags.autoApprove || (interactive() && (await confirmed('Repair it? Only "yes" is accepted: ', signal)));
	if (!agreed)
		throw new StopFault("Nothing was changed.", { remedy: "To do it: showrun state repair --auto-approve" });
	const kept = await repair(place, { command: "showrun state repair", waitMs: 0, signal });
	out(`Repaired. ${kept.map((file) => `Kept: ${plain(file)}\n`).join("")}See: showrun status\n`);
}

function diagnosisText({ problems, repaired, sources }: Diagnosis): string {
	const wrong = problems.map((problem) => `  ${plain(problem)}\n`).join("");
	const from = sources.map((source) => `  ${plain(source)}\n`).join("");
	return `Problems:\n${wrong}${from === "" ? "" : `Readable:\n${from}`}${repaired ? after(repaired) : ""}`;
}

function after({ lineage, serial, resources, ledger, operations }: Snapshot): string {
	const open = Object.values(operations).map(
		({ id, address }) => `  ${plain(address)} (showrun resolve ${plain(id)})\n`,
	);
	const unknown = open.length === 0 ? "" : `Attempts with an unknown outcome:\n${open.join("")}`;
	return (
		`The repaired state is ${plain(lineage)} at serial ${serial}: ` +
		`${Object.keys(resources).length} resources, ${ledger.length} posted moments, ` +
		`${open.length} unknown outcomes.\n${unknown}`
	);
}

function nothingLeft(): StopFault {
	return new StopFault("No part of the state can be read.", {
		remedy:
			"Restore .showrun/state.json from git or a backup of yours. Without a backup: " +
			"move it away, start with `showrun state adopt --empty`, and look up at the service what was posted.",
	});
}
