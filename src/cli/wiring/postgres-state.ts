import { join } from "node:path";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { PostgresState, Settings } from "../../model/settings.ts";
import { EMBARGO_MS } from "../../model/unknown.ts";
import { fileStore } from "../../state/file/store.ts";
import { knowledgeOf, sourcesOf } from "../../state/ledger/facts.ts";
import { serviceScope } from "../../state/ledger/service-scope.ts";
import type { PostgresPlace } from "../../state/postgres/place.ts";
import { MovedFault } from "../../state/state-fault.ts";
import { sha256 } from "../../system/files.ts";
import { campaignsIn } from "./git-state.ts";
import { type Listed, ledgerOf, namingOf } from "./ledger.ts";
import { memoryFolder, outsideOf } from "./machine-record.ts";

/** Where PostgreSQL keeps the state of the settings. Undefined: it is kept elsewhere. */
export function postgresPlaceOf(settings: Settings, listed?: Listed): PostgresPlace | undefined {
	return settings.statePostgres && postgresPlace(settings, settings.statePostgres, listed);
}

/** The place that a database is for a workspace. Throws `StopFault` where its address is not set. */
export function postgresPlace(
	settings: Settings,
	{ variable, workspace, url }: PostgresState,
	listed: Listed = () => undefined,
): PostgresPlace {
	if (url === undefined)
		throw new StopFault(`The address of the database is missing: ${variable} is not set.`, {
			remedy: `Set it: export ${variable}=postgres://user:password@host/database`,
		});
	const { root, state } = settings;
	const memory = memoryFolder(process.env, process.platform);
	return {
		...{ url, workspace, embargoMs: EMBARGO_MS },
		...defined({ service: serviceOf(settings) }),
		witness: join(memory, "databases", `${sha256(`${root}\0${workspace}`).slice(0, 32)}.json`),
		campaigns: () => campaignsIn(root),
		async before() {
			const snapshot = await fileStore({ path: state, outside: outsideOf(settings) })
				.read()
				.catch(nothingIfMoved);
			return snapshot && { path: state, snapshot };
		},
		posts: {
			listed,
			naming: (lineage) => namingOf(settings, lineage),
			async knowledge(scope) {
				const facts = await (await ledgerOf(settings)).facts();
				return { ...knowledgeOf(facts, scope), sources: sourcesOf(facts, []) };
			},
		},
	};
}

/** The key of the service, named without saying it. Undefined: the embedded one has limits of its own. */
export function serviceName({ service: { url, apiKey } }: Settings): string | undefined {
	if (url === undefined) return undefined;
	return `service ${sha256(`${serviceScope(url)}\0${apiKey?.reveal() ?? ""}`).slice(0, 32)}`;
}

function serviceOf(settings: Settings): PostgresPlace["service"] {
	const name = serviceName(settings);
	const { runningTasks } = settings.service.limits;
	return name === undefined || !Number.isFinite(runningTasks) ? undefined : { name, runningTasks };
}

/** A file that was moved to the database holds nothing more. */
function nothingIfMoved(error: unknown): undefined {
	if (!(error instanceof MovedFault)) throw error;
	return undefined;
}
