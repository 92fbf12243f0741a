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
	const [row] = await ask(
		`SELECT ${APPLIED}, commit <> $2 AND $2 = ANY(ancestors) AS newer
		FROM showrun.applied WHERE workspace = $1 FOR UPDATE`,
		[workspace, commit],
	);
	return row && { ...appliedOf(row), isNewer: row.newer === true };
}

/** The same, as it was committed last. */
export async function readApplied(ask: Ask, workspace: string): Promise<AppliedCommit | undefined> {
	const [row] = await ask(`SELECT ${APPLIED} FROM showrun.applied WHERE workspace = $1`, [workspace]);
	return row && appliedOf(row);
}

/** The workspaces where what was applied contains the commit of a checkout, and is another one. */
export async function readNewer(
	ask: Ask,
	checkouts: readonly { readonly workspace: string; readonly commit: string }[],
): Promise<ReadonlySet<string>> {
	const rows = await ask(
		`SELECT workspace FROM showrun.applied JOIN unnest($1::text[], $2::text[]) AS part (workspace, own)
			USING (workspace) WHERE commit <> own AND own = ANY(ancestors)`,
		[checkouts.map(({ workspace }) => workspace), checkouts.map(({ commit }) => commit)],
	);
	return new Set(rows.map(({ workspace }) => String(workspace)));
}

/** What `appliedOf` reads. */
export const APPLIED = `commit, host, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at`;

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

/** A row of `applied`. */
export function appliedOf({ commit, host, at }: Readonly<Record<string, unknown>>): AppliedCommit {
	return { commit: String(commit), host: String(host), at: String(at) };
}
