import { defined } from "../../model/defined.ts";
import type { Operation } from "../../model/snapshot.ts";
import type { Contents } from "./contents.ts";
import type { Arming } from "./ledger.ts";
import { UncomparedFault } from "./ledger-fault.ts";
import type { OwnAttempts } from "./own-attempts.ts";
import { repeatOf } from "./posts.ts";

/** What a run knows beside the ledger. */
interface Asking {
	/** Ids of the accounts that the service lists. Undefined: they were not read. */
	readonly listed: () => ReadonlySet<string> | undefined;
	/** What was found of sources in this run. Absent: only their bytes are compared. */
	readonly contents?: Contents;
	/** Attempts of this run, whose sources the plan compared. */
	readonly own: OwnAttempts;
}

/** How often others may have posted meanwhile. */
const TRIES = 20;

/**
 * Asks the ledger about an attempt. What others posted to the account since the plan was made is compared
 * first. Throws what `ask` throws.
 */
export async function askLedger(
	asking: Asking,
	operation: Operation,
	ask: (about: Arming) => Promise<void>,
): Promise<void> {
	const { contents, own } = asking;
	own.operations.add(operation.id);
	for (let tries = 1; ; tries++) {
		try {
			return await ask(armingOf(asking, operation));
		} catch (error) {
			if (!(error instanceof UncomparedFault) || contents === undefined || tries >= TRIES) throw error;
			await contents.compareLate(error.entries);
			if (!error.entries.every((each) => contents.hasCompared(each))) throw error;
		}
	}
}

function armingOf({ listed, contents, own }: Asking, operation: Operation): Arming {
	return defined({
		listed: listed(),
		repeat: repeatOf(operation),
		links: contents?.links(),
		compared: contents && { own, has: contents.hasCompared },
	});
}
