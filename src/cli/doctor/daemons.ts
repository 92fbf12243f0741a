import type { CheckResult } from "../../model/health.ts";
import type { AnyDaemon } from "../../state/postgres/daemons.ts";
import { counted } from "../../views/ink.ts";
import { failure, warning, well } from "./finding.ts";
import { likenessFindings } from "./likeness.ts";

/** Who makes the passes of the workspaces of a database, and whether the daemons fit together. */
export function daemonFindings(daemons: readonly AnyDaemon[]): readonly CheckResult[] {
	if (daemons.length === 0)
		return [failure("daemons", "none: nobody keeps campaigns applied", "showrun watch")];
	const processes = groupsBy(daemons, nameOf);
	return [
		...processes.map(processFinding),
		...likenessFindings(processes.map((own) => ({ ...own[0], name: own.map(nameOf)[0] ?? "" }))),
		...groupsBy(daemons, ({ workspace }) => workspace).flatMap(workspaceFindings),
	];
}

function groupsBy(
	daemons: readonly AnyDaemon[],
	key: (daemon: AnyDaemon) => string,
): readonly (readonly AnyDaemon[])[] {
	const groups = new Map<string, AnyDaemon[]>();
	for (const daemon of daemons) {
		const own = groups.get(key(daemon)) ?? [];
		groups.set(key(daemon), own);
		own.push(daemon);
	}
	return [...groups.values()];
}

function nameOf({ host, pid }: AnyDaemon): string {
	return `the daemon on ${host} (pid ${pid})`;
}

function processFinding(own: readonly AnyDaemon[]): CheckResult {
	const leads = own.filter((each) => each.leads).length;
	const waits = own.length - leads;
	const { version } = own[0] ?? {};
	const parts = [
		own.map(nameOf)[0] ?? "",
		version === undefined ? "" : `version ${version}`,
		leads > 0 ? `leads ${counted(leads, "workspace")}` : "",
		waits > 0 ? `stands by for ${counted(waits, "workspace")}` : "",
	];
	return well("daemon", parts.filter((part) => part !== "").join(", "));
}

function workspaceFindings(daemons: readonly AnyDaemon[]): readonly CheckResult[] {
	const { workspace = "" } = daemons[0] ?? {};
	const stale = daemons.flatMap((daemon) =>
		daemon.staleCommit === undefined
			? []
			: [
					warning(
						"daemons",
						`${nameOf(daemon)} has an older commit of ${workspace} than was applied (${daemon.staleCommit.slice(0, 10)})`,
						"git pull there: until then it does not lead.",
					),
				],
	);
	if (daemons.some(({ leads }) => leads)) return stale;
	const remedy = "Wait ten seconds: another daemon takes over. Else see the logs.";
	return [...stale, warning("daemons", `nobody leads ${workspace} at the moment`, remedy)];
}
