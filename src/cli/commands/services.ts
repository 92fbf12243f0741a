import { userInfo } from "node:os";
import { StopFault } from "../../model/fault.ts";
import { scopesIn } from "../../state/ledger/facts.ts";
import type { Scope } from "../../state/ledger/records.ts";
import { serviceScope } from "../../state/ledger/service-scope.ts";
import { systemClock } from "../../system/clock.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { out } from "../terminal/terminal.ts";
import { ledgerOf } from "../wiring/ledger.ts";
import { settingsIn } from "../wiring/workspace.ts";

/** `showrun services same` and `other`: a person's word on two addresses, as the plan prints them. */
export async function sayOfServices(
	as: "same" | "other",
	addresses: readonly [string, string],
	flags: { readonly in: string },
): Promise<void> {
	const ledger = await ledgerOf(await settingsIn(flags.in, { keyless: true }));
	const known = scopesIn(await ledger.facts())
		.map(serviceScope)
		.filter((scope) => /^https?:/.test(scope));
	const [a, b] = addresses.map(originOf) as [Scope, Scope];
	if (a === b)
		throw new StopFault("The two addresses are the same.", {
			remedy: "Name the address of the service before and the one now.",
		});
	if (!known.includes(a) && !known.includes(b)) {
		throw new StopFault(`Nothing was posted through \`${a}\` or \`${b}\`.`, {
			remedy: didYouMean(a, known, "Services"),
		});
	}
	const at = systemClock.now();
	await ledger.note(() => [{ type: "service-word", a, b, as, by: userInfo().username, at }]);
	out(
		as === "same"
			? `${a} and ${b} lead to the same service from now on.\n`
			: `${a} and ${b} lead to two services from now on.\n`,
	);
}

function originOf(text: string): Scope {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol === "https:" || url?.protocol === "http:") return serviceScope(url.origin);
	throw new StopFault(`\`${text}\` is not the address of a service.`, {
		remedy: "Write it as the plan prints it, for example https://clips.example.com",
	});
}
