import { userInfo } from "node:os";
import { StopFault } from "../../model/fault.ts";
import { isNamed, shortSource } from "../../state/ledger/sources.ts";
import { systemClock } from "../../system/clock.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { out } from "../terminal/terminal.ts";
import { ledgerOf } from "../wiring/ledger.ts";
import { settingsIn } from "../wiring/workspace.ts";

/** `showrun sources same` and `other`: a person's word on two sources, by the names that the plan prints. */
export async function sayOfSources(
	as: "same" | "other",
	[a, b]: readonly [string, string],
	flags: { readonly in: string },
): Promise<void> {
	const ledger = await ledgerOf(await settingsIn(flags.in, { keyless: true }));
	const known = [...new Set((await ledger.all()).map(({ content }) => content))];
	if (a === b)
		throw new StopFault("The two sources are the same.", {
			remedy: "Name two different sources, as `showrun plan` prints them.",
		});
	if (!known.some((key) => isNamed(a, key) || isNamed(b, key))) {
		throw new StopFault(`Nothing was posted from a source \`${a}\` or \`${b}\`.`, {
			remedy: didYouMean(a, known.map(shortSource), "Sources"),
		});
	}
	const at = systemClock.now();
	await ledger.note(() => [{ type: "source-word", a, b, as, by: userInfo().username, at }]);
	out(
		as === "same"
			? `${a} and ${b} hold the same content from now on.\n`
			: `${a} and ${b} hold different contents from now on.\n`,
	);
}
