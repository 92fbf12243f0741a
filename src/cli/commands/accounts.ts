import { renderAccounts } from "../../views/accounts.ts";
import { connectService } from "../service.ts";
import { inkOf, out, stopSignal } from "../terminal.ts";
import { openSettings } from "../workspace.ts";

/** `showrun accounts list`: reads the connected accounts. */
export async function listAccounts(paths: readonly string[], flags: { readonly json?: true }): Promise<void> {
	const signal = stopSignal();
	const connected = await connectService(await openSettings(paths), "read");
	try {
		const accounts = await connected.service.accounts(signal);
		if (flags.json) for (const account of accounts) out(`${JSON.stringify({ type: "account", ...account })}\n`);
		else out(renderAccounts(accounts, inkOf(process.stdout)));
	} finally {
		await connected.close();
	}
}
