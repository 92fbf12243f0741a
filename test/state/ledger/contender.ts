/**
 * Arms the same moments as its siblings, all at once, and prints which ones it got: `node
 * contender.ts FOLDER NAME COUNT`.
 */

import { openLedger } from "../../../src/state/ledger/ledger.ts";
import { DAY, post } from "./posts.ts";

const [, , folder = "", name = "", count = "0"] = process.argv;
const ledger = openLedger({ path: folder }, { command: name });
const tries = Array.from({ length: Number(count) }, async (_, index) => {
	const wanted = post({
		operation: `${name}-${index}`,
		moment: { from: index * DAY, to: index * DAY + 1_000 },
	});
	for (;;) {
		const fault = await ledger.arm(wanted, {}).then(
			() => undefined,
			(error: Error) => error,
		);
		if (fault === undefined) return index;
		if (fault.name === "PostedFault" || fault.message.startsWith("This moment")) return undefined;
		// The lock was busy for longer than a request may wait: nothing was sent, and it is tried again.
	}
});
const got = (await Promise.all(tries)).filter((index) => index !== undefined);
process.stdout.write(`${JSON.stringify(got)}\n`);
