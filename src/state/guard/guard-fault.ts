import { basename } from "node:path";
import type { LedgerEntry } from "../../model/snapshot.ts";
import { StateFault } from "../state-fault.ts";
import type { Trouble } from "./examine.ts";

/** The fault of a state that must not be used as it is. */
export function guardFault(path: string, trouble: Trouble): StateFault {
	return new StateFault(`${summary(path, trouble)}${missingPosts(trouble.moments)}`, {
		remedy: REMEDIES[trouble.kind](basename(path)),
	});
}

function summary(path: string, trouble: Trouble): string {
	switch (trouble.kind) {
		case "gone": {
			const { attempts, lineage } = trouble;
			const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
			return `${path} is missing, but this machine recorded ${count} for it (lineage ${lineage}).`;
		}
		case "replaced":
			return `${path} replaced another state (lineage ${trouble.lineage}) and does not contain what that one posted.`;
		case "unseen":
			return `${path} was never used on this machine, so nothing here can tell whether it is the newest version.`;
		case "behind":
			return `The state went back in time: ${path} ends at ${trouble.serial}, but this machine has seen ${trouble.known}.`;
		case "missing":
			return `${path} does not contain everything that was posted from this machine.`;
		case "damaged":
			return "What this machine recorded about this state, outside of its folder, was damaged.";
	}
}

const REMEDIES: { readonly [Kind in Trouble["kind"]]: (name: string) => string } = {
	gone: (name) => `Restore ${name} from git, or from .showrun/backups (showrun state repair).
To start over with an empty one, which never posts the moments that were posted: showrun state adopt --empty`,
	replaced: (name) =>
		`Put back the ${name} that was there; or take this one, together with what the other one posted: ` +
		"showrun state adopt",
	unseen: (name) =>
		`Make sure that it is the newest ${name} (git pull; no other machine is applying it), ` +
		"then take it as it is: showrun state adopt",
	behind: (
		name,
	) => `Restore the newest ${name} (git checkout, git stash, a restored backup?), or: showrun state repair
To go on with this one, which never posts the moments that were posted: showrun state adopt`,
	missing: (name) => `Merge the ${name} of the other copy (git pull), or: showrun state repair
To go on with this one, which never posts the moments that were posted: showrun state adopt`,
	damaged: () =>
		"Take the state as it is, if you know that it is the newest one: showrun state adopt. " +
		"The damaged file is kept.",
};

const MOST = 3;

/** Names some of the moments. */
function missingPosts(moments: readonly LedgerEntry[]): string {
	if (moments.length === 0) return "";
	const names = moments.slice(0, MOST).map(({ address, account }) => `${address} to ${account}`);
	const more = moments.length > MOST ? ` and ${moments.length - MOST} more` : "";
	return ` Missing posts: ${names.join(", ")}${more}.`;
}
