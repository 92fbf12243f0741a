import { PLATFORMS, type Platform } from "../../model/account.ts";
import { StopFault } from "../../model/fault.ts";
import { connectAccount } from "../../reconcile/connect.ts";
import { systemClock } from "../../system/clock.ts";
import { didYouMean } from "../../system/yaml/suggest.ts";
import { renderAccounts, renderSnippet } from "../../views/accounts.ts";
import { connectService } from "../service.ts";
import { err, inkOf, out, stopSignal } from "../terminal.ts";
import { openSettings } from "../workspace.ts";

/** Pause between two looks at the accounts: often at home, as the service's request limit allows elsewhere. Milliseconds. */
const LOOK_MS = { embedded: 500, remote: 10_000 };

/** `showrun accounts connect`: gives a page to open and waits for the account that is connected there. */
export async function connect(name: string, path: string, flags: { readonly json?: true }): Promise<void> {
	const platform = platformOf(name);
	const signal = stopSignal();
	const settings = await openSettings([path]);
	const connected = await connectService(settings, "write");
	const lookMs = settings.service.url === undefined ? LOOK_MS.embedded : LOOK_MS.remote;
	const show = (url: string) => {
		if (flags.json) return out(`${JSON.stringify({ type: "open", url })}\n`);
		err(`Connecting an account costs 10 units, and nothing if it is not completed.\nOpen this page, once, and allow it there; this command waits:\n\n`);
		out(`${url}\n`);
	};
	try {
		const account = await connectAccount({ service: connected.service, clock: systemClock, signal, platform, lookMs, show });
		if (flags.json) out(`${JSON.stringify({ type: "account", ...account })}\n`);
		else out(`\n${renderAccounts([account], inkOf(process.stdout))}\nIn a campaign:\n${renderSnippet(account)}`);
	} finally {
		await connected.close();
	}
}

function platformOf(name: string): Platform {
	const platform = PLATFORMS.find((each) => each === name);
	if (platform === undefined) throw new StopFault(`There is no platform "${name}".`, { remedy: didYouMean(name, PLATFORMS, "Platforms") });
	return platform;
}
