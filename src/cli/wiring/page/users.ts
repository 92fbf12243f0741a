import { isDeepStrictEqual } from "node:util";
import { Fault } from "../../../model/fault.ts";
import type { PageUser } from "../../../model/page-user.ts";
import { loadSettings } from "../../../settings/load.ts";
import { keptIn } from "../read-cache.ts";
import type { Freshness } from "./freshness.ts";

interface Following {
	readonly paths: readonly string[];
	readonly users: readonly PageUser[];
	readonly freshness: Freshness;
}

/** Calls back whenever the users of the settings change, until the function it returns is called. */
export function followUsers(
	{ paths, users: first, freshness }: Following,
	changed: (users: readonly PageUser[]) => void,
): () => void {
	let users = first;
	const look = async () => {
		const now = await usersNow(paths);
		if (now === undefined || isDeepStrictEqual(now, users)) return;
		users = now;
		changed(users);
		// Whoever is out is shown that.
		freshness.changed("pages");
	};
	return freshness.listen((by) => {
		if (by === "files") void look();
	});
}

/** Undefined: the settings cannot be used, and those before go on. */
async function usersNow(paths: readonly string[]): Promise<readonly PageUser[] | undefined> {
	try {
		const checked = await loadSettings({
			...{ given: paths.length === 0 ? ["."] : paths, cwd: process.cwd(), env: process.env, flags: {} },
			...{ cache: keptIn, keyless: true },
		});
		return checked.ok ? (checked.value.ui?.users ?? []) : undefined;
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return undefined;
	}
}
