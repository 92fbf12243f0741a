import type { Examined } from "../../database/examine.ts";
import type { CheckResult } from "../../model/health.ts";
import type { ServiceDatabase } from "../../model/settings.ts";
import { examineServiceDatabase } from "../../service/store/postgres/examine.ts";
import type { PostgresPlace } from "../../state/postgres/place.ts";
import { postgresStore } from "../../state/postgres/store.ts";
import { examineDatabase, holderOf } from "../../state/postgres/upkeep.ts";
import { failure, looked, warning, well } from "./finding.ts";
import { stateFindings } from "./state-findings.ts";

/** Larger than any connection takes, in seconds. */
const SKEW_S = 5;

/** Whether the database can be trusted with the state, and what the state there says of itself. */
export async function lookAtDatabase(place: PostgresPlace): Promise<readonly CheckResult[]> {
	const examined = await examineDatabase(place);
	const state = await looked("state", async () => stateFindings(await postgresStore(place).read()));
	return [...state, ...databaseFindings(examined)];
}

/** Whether the database can be trusted with what the embedded service keeps. */
export async function lookAtServiceDatabase({
	url,
	variable,
}: ServiceDatabase): Promise<readonly CheckResult[]> {
	if (url !== undefined) return databaseFindings(await examineServiceDatabase(url));
	return [
		failure(
			"database",
			`${variable} is not set`,
			`export ${variable}=postgres://user:password@host/database`,
		),
	];
}

function databaseFindings({
	version,
	synchronousCommit,
	fsync,
	replicas,
	aheadSeconds,
	isEncrypted,
	isBegun,
}: Examined & { readonly isBegun: boolean }): readonly CheckResult[] {
	const transport = isEncrypted ? "encrypted" : "not encrypted";
	const replicated = replicas === "" ? "no synchronous replica" : `synchronous replicas ${replicas}`;
	const begun = isBegun ? "" : "; the first run makes its tables";
	const findings = [well("database", `PostgreSQL ${version}, ${transport}, ${replicated}${begun}`)];
	if (synchronousCommit === "off")
		findings.push(
			failure(
				"database",
				"acknowledges commits before they are on disk (synchronous_commit = off)",
				"ALTER DATABASE … SET synchronous_commit = on",
			),
		);
	if (fsync === "off")
		findings.push(
			failure(
				"database",
				"does not write commits to the disk (fsync = off)",
				"Set fsync = on in postgresql.conf.",
			),
		);
	if (Math.abs(aheadSeconds) > SKEW_S)
		findings.push(
			warning(
				"database",
				`its clock is ${Math.round(Math.abs(aheadSeconds))} s ${aheadSeconds > 0 ? "ahead of" : "behind"} this machine's`,
				"Set both by NTP. Leases go by the clock of the database alone.",
			),
		);
	return findings;
}

/** Who holds the lease. */
export async function lookAtLease(place: PostgresPlace): Promise<readonly CheckResult[]> {
	const holder = await holderOf(place);
	if (holder === undefined) return [well("lock", "not held")];
	const { command, user, pid, host, since } = holder;
	const detail = `held by "${command}" of ${user} (pid ${pid} on ${host}, since ${since})`;
	return [warning("lock", detail, "Wait until it ends; a run that died is replaced within seconds.")];
}
