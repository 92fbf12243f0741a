import { rotateKeys } from "../../service/credentials/rotate-keys.ts";
import { counted } from "../../views/ink.ts";
import { out } from "../terminal/terminal.ts";
import { keySource, openLocalAccounts } from "../wiring/destinations.ts";
import { openSettings } from "../wiring/workspace.ts";

/** `showrun accounts key rotate`: seals the credentials of these workspaces anew, with a new key. */
export async function rotateKey(
	paths: readonly string[],
	flags: { readonly dropFormer?: true; readonly json?: true },
): Promise<void> {
	const workspaces = paths.length === 0 ? ["."] : paths;
	const settings = await Promise.all(workspaces.map((path) => openSettings({ paths: [path] })));
	const source = keySource();
	const folders = await Promise.all(
		settings.map(async (each) => (await openLocalAccounts(each)).credentials),
	);
	const rotated = await rotateKeys(source, folders, { dropFormer: flags.dropFormer === true });
	if (flags.json) out(`${JSON.stringify({ type: "rotated", ...rotated })}\n`);
	else
		out(
			`Sealed ${counted(rotated.sealed, "credential")} with a new key.\n${formerLine(rotated.former, source)}`,
		);
}

function formerLine(former: number, { file, given }: ReturnType<typeof keySource>): string {
	if (former === 0) return "";
	if (given) return "SHOWRUN_CREDENTIALS_FORMER_KEY is needed no more, once all workspaces are done.\n";
	return (
		`${counted(former, "former key")} in ${file} can still open what other workspaces sealed. ` +
		"Name all of them, with --drop-former, to remove it.\n"
	);
}
