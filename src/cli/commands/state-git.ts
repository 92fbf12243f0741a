import { StopFault } from "../../model/fault.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { shortOf } from "../../state/git/posts.ts";
import { openRepository } from "../../state/git/repository.ts";
import type { GitPlaced } from "../../state/git/store.ts";
import { type Adoption, adoptGit, examineGit, setAside } from "../../state/git/upkeep.ts";
import { plain } from "../../views/ink.ts";
import { confirmed, interactive, out, stopSignal } from "../terminal/terminal.ts";

interface AdoptFlags {
	readonly empty?: true;
	readonly autoApprove?: true;
}

/**
 * `showrun state adopt` for state on a remote: begins it, puts it back, or takes what is there, with every
 * moment this clone knows to be posted.
 */
export async function adoptRemote(placed: GitPlaced, flags: AdoptFlags): Promise<void> {
	const signal = stopSignal();
	const agree = async (adoption: Adoption) => {
		if (adoption.kind === "nothing") {
			out("Nothing to adopt: the state on the remote is the one this clone has seen, or a newer one.\n");
			return false;
		}
		mustFit(adoption, flags);
		out(adoptionText(adoption));
		if (
			flags.autoApprove ||
			(interactive() && (await confirmed('Continue? Only "yes" is accepted: ', signal)))
		)
			return true;
		throw new StopFault("Nothing was changed.", {
			remedy: `To do it: showrun state adopt${flags.empty ? " --empty" : ""} --auto-approve`,
		});
	};
	const adopted = await adoptGit(placed, { command: "showrun state adopt", waitMs: 0, signal }, agree);
	if (!adopted) return;
	out("Adopted. See: showrun plan\n");
	if (placed.ref === undefined) out(await howToKeep(placed));
}

/** The line that keeps the state when the workspace is moved or renamed. */
async function howToKeep(placed: GitPlaced): Promise<string> {
	const { ref, remote } = await openRepository(placed);
	const other = remote === "origin" ? "" : `remote: ${remote}, `;
	return (
		"To keep this state when the workspace is moved, add to showrun.config.yaml:\n" +
		`  state: { git: { ${other}ref: ${shortOf(ref)} } }\n`
	);
}

/**
 * `showrun state repair` for state on a remote: a journal of this clone that cannot be read is put aside;
 * about the remote it says what is wrong.
 */
export async function repairRemote(placed: GitPlaced, flags: { readonly autoApprove?: true }): Promise<void> {
	const signal = stopSignal();
	const { journal, problem } = await examineGit(placed, signal);
	if (problem === undefined)
		return out("Nothing to repair: the state on the remote and the journal of this clone fit together.\n");
	if (journal === undefined) throw problem;
	out(
		`Problem:\n  ${plain(problem.message)}\nThe journal will be set aside. Its attempts are on the remote, ` +
			"with an unknown outcome until you resolve them.\n",
	);
	if (
		!flags.autoApprove &&
		!(interactive() && (await confirmed('Continue? Only "yes" is accepted: ', signal)))
	)
		throw new StopFault("Nothing was changed.", { remedy: "To do it: showrun state repair --auto-approve" });
	const kept = await setAside(placed, { command: "showrun state repair", waitMs: 0, signal });
	out(`Repaired. Kept: ${plain(kept)}\nSee: showrun status\n`);
}

/** An empty state is never begun by accident, and never in the place of one that is known. */
function mustFit(adoption: Exclude<Adoption, { readonly kind: "nothing" }>, { empty }: AdoptFlags): void {
	if (adoption.kind === "begin") {
		if (empty || !isEmpty(adoption.state)) return;
		throw new StopFault("The remote holds no state, and there is no state file here.", {
			remedy: "To begin an empty one: showrun state adopt --empty",
		});
	}
	if (empty)
		throw new StopFault("This clone has seen a state on that remote, so no empty one is started.", {
			remedy: "To continue with it: showrun state adopt",
		});
}

function adoptionText(adoption: Exclude<Adoption, { readonly kind: "nothing" }>): string {
	const { state } = adoption;
	switch (adoption.kind) {
		case "begin":
			return isEmpty(state)
				? "The state on the remote begins empty.\n"
				: `The state on the remote begins with the state file: ${counted(state)}.\n`;
		case "bind":
			return (
				`${plain(adoption.fault.message)}\nThe state is accepted as it is: ${counted(state)}. ` +
				"Another ledger begins with what the states on the remote know.\n"
			);
		case "put-back":
			return (
				`${plain(adoption.fault.message)}\nThe newest version this clone has seen is put back: ` +
				`${counted(state)}.\n`
			);
		case "take":
			return (
				`${plain(adoption.fault.message)}\nThe state on the remote is accepted as it is: ` +
				`${counted(state)}. ${adoption.moments.length} posts missing from it are added as posted, ` +
				"and are not made again.\nVideos missing from it are submitted, and paid for, again.\n"
			);
	}
}

function counted({ resources, ledger, operations }: Snapshot): string {
	return (
		`${Object.keys(resources).length} resources, ${ledger.length} posted moments, ` +
		`${Object.keys(operations).length} unknown outcomes`
	);
}

function isEmpty({ serial }: Snapshot): boolean {
	return serial === 0;
}
