import { hostname } from "node:os";
import type { Ask } from "../../database/connection.ts";
import type { AppliedCommit } from "../../model/fleet.ts";

/** The commit that campaigns are read from. */
export interface Checkout {
	readonly commit: string;
	/** Ids of the newest commits that it contains. */
	readonly ancestors: readonly string[];
}

/** The commit that was applied last, locked until the transaction ends. Undefined: none was. */
export async function lockApplied(
	ask: Ask,
	workspace: string,
	commit: string,
): Promise<(AppliedCommit & { readonly isNewer: boolean }) | undefined> {
	const [row] = await ask(`${SELECT} FOR UPDATE`, [workspace, commit]);
	return row && { ...appliedOf(row), isNewer: row.newer === true };
}

/** The same, as it was committed last. `isNewer`: it contains `commit`, and is another one. */
export async function readApplied(
	ask: Ask,
	workspace: string,
	commit = "",
): Promise<(AppliedCommit & { readonly isNewer: boolean }) | undefined> {
	const [row] = await ask(SELECT, [workspace, commit]);
	return row && { ...appliedOf(row), isNewer: row.newer === true };
}

const SELECT = `SELECT commit, host, commit <> $2 AND $2 = ANY(ancestors) AS newer,
	to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
	FROM showrun.applied WHERE workspace = $1`;

/** Notes what is applied from here on. What a shallow clone does not contain is known from before. */
export async function noteApplied(
	ask: Ask,
	workspace: string,
	{ commit, ancestors }: Checkout,
): Promise<void> {
	await ask(
		`INSERT INTO showrun.applied AS known (workspace, commit, ancestors, host) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace) DO UPDATE SET commit = $2, host = $4, at = clock_timestamp(),
			ancestors = CASE WHEN known.commit = ANY($3) THEN
				ARRAY(SELECT DISTINCT unnest($3::text[] || known.ancestors[1:${MOST}])) ELSE $3 END
		WHERE known.commit <> $2`,
		[workspace, commit, ancestors, hostname()],
	);
}

/** So many commits back one is recognised. */
export const MOST = 5_000;

function appliedOf({ commit, host, at }: Readonly<Record<string, unknown>>): AppliedCommit {
	return { commit: String(commit), host: String(host), at: String(at) };
}
