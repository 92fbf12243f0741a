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
		`SELECT ${APPLIED}, commit <> $2 AND $2 = ANY(${ANCESTORS}) AS newer
		FROM ${WITH_HISTORY} WHERE workspace = $1 FOR UPDATE OF applied`,
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
		`SELECT workspace FROM ${WITH_HISTORY} JOIN unnest($1::text[], $2::text[]) AS part (workspace, own)
			USING (workspace) WHERE commit <> own AND own = ANY(${ANCESTORS})`,
		[checkouts.map(({ workspace }) => workspace), checkouts.map(({ commit }) => commit)],
	);
	return new Set(rows.map(({ workspace }) => String(workspace)));
}

/** What a commit contains, kept once for all workspaces that are at it; older versions keep it with each. */
const WITH_HISTORY = "showrun.applied LEFT JOIN showrun.histories AS history USING (commit)";
const ANCESTORS = "coalesce(history.ancestors, applied.ancestors)";

/** What `appliedOf` reads. */
export const APPLIED = `commit, host, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at`;

/** Notes what is applied from here on. */
export async function noteApplied(ask: Ask, workspace: string, checkout: Checkout): Promise<void> {
	const { commit } = checkout;
	const [row] = await ask(
		`SELECT commit, history.commit IS NOT NULL AS noted FROM ${WITH_HISTORY}
		WHERE workspace = $1 FOR UPDATE OF applied`,
		[workspace],
	);
	if (row?.commit === commit && row.noted === true) return;
	const former = String(row?.commit ?? "");
	await noteHistory(ask, checkout, former);
	await ask(
		`INSERT INTO showrun.applied AS known (workspace, commit, host) VALUES ($1, $2, $3)
		ON CONFLICT (workspace) DO UPDATE SET commit = $2, host = $3, at = clock_timestamp(), ancestors = '{}'
		WHERE known.commit <> $2`,
		[workspace, commit, hostname()],
	);
	await forgetHistory(ask, former);
}

/**
 * Notes what a commit contains, unless another workspace did. What a shallow clone does not contain is known
 * from the commit before.
 */
async function noteHistory(ask: Ask, { commit, ancestors }: Checkout, former: string): Promise<void> {
	const [known] = await ask(
		"SELECT $2 IN ('', commit) OR $2 = ANY(ancestors) AS whole FROM showrun.histories WHERE commit = $1",
		[commit, former],
	);
	if (known?.whole === true) return;
	await ask(
		`INSERT INTO showrun.histories AS known (commit, ancestors)
		VALUES ($1, ARRAY(SELECT DISTINCT unnest($2::text[] || coalesce((
			SELECT (${ANCESTORS})[1:${MOST}] FROM ${WITH_HISTORY}
			WHERE applied.commit = $3 AND $3 = ANY($2) LIMIT 1), '{}'))))
		ON CONFLICT (commit) DO UPDATE SET ancestors =
			ARRAY(SELECT DISTINCT unnest(EXCLUDED.ancestors || known.ancestors[1:${MOST}]))`,
		[commit, ancestors, former],
	);
}

/** What nobody applies any more is of no use. Who begins to just now finds it missing, and notes it again. */
async function forgetHistory(ask: Ask, commit: string): Promise<void> {
	await ask(
		`DELETE FROM showrun.histories AS history WHERE commit = $1
			AND NOT EXISTS (SELECT FROM showrun.applied WHERE applied.commit = history.commit)`,
		[commit],
	);
}

/** So many commits back one is recognised. */
export const MOST = 5_000;

/** A row of `applied`. */
export function appliedOf({ commit, host, at }: Readonly<Record<string, unknown>>): AppliedCommit {
	return { commit: String(commit), host: String(host), at: String(at) };
}
