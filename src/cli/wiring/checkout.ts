import { Fault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import { type Checkout, MOST, noteApplied } from "../../state/postgres/applied.ts";
import type { Admit } from "../../state/postgres/place.ts";
import { git } from "../../system/git.ts";

const LIMIT_MS = 10_000;

/** The commit of a folder's checkout. Undefined: it is in none, or git is not installed. */
export async function headOf(folder: string): Promise<string | undefined> {
	const [head] = await linesOf(folder, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
	return head;
}

/** The same with what it contains. */
export async function checkoutOf(folder: string): Promise<Checkout | undefined> {
	const ancestors = await linesOf(folder, ["rev-list", `--max-count=${MOST}`, "HEAD"]);
	const [commit] = ancestors;
	return commit === undefined ? undefined : { commit, ancestors };
}

/** Notes the commit that a command applies, where the state is in a database. Undefined: there is none. */
export async function notingCommit({ root, statePostgres }: Settings): Promise<Admit | undefined> {
	const checkout = statePostgres && (await checkoutOf(root));
	return checkout && ((ask) => noteApplied(ask, statePostgres.workspace, checkout));
}

async function linesOf(folder: string, args: readonly string[]): Promise<readonly string[]> {
	const { signal } = new AbortController();
	try {
		const { ok, out } = await git({ folder, env: process.env }, { args, signal, limitMs: LIMIT_MS });
		return ok ? out.split("\n").filter((line) => line !== "") : [];
	} catch (error) {
		if (error instanceof Fault) return [];
		throw error;
	}
}
