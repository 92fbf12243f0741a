import { basename, resolve } from "node:path";
import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import type { GitState, PostgresState, Settings } from "../model/settings.ts";
import type { ReadSettings } from "./settings-file.ts";
import { type Given, pick, type ReportProblem, type Sources } from "./sources.ts";

type StateDraft = ReadSettings["draft"]["state"];
type StateSettings = Pick<Settings, "state" | "stateGit" | "statePostgres">;

/** Variable that holds the address of the database, unless the settings name another. */
export const DATABASE_VARIABLE = "DATABASE_URL";

/** Where the state is kept. */
export function stateOf(sources: Sources, report: ReportProblem): StateSettings {
	const { state } = sources.read.draft;
	const file = typeof state === "object" ? (state.postgres === undefined ? "git" : "postgres") : state;
	const given = pick(sources, { flag: "state", env: "SHOWRUN_STATE", file, path: ["state"] });
	const usual = resolve(sources.root, ".showrun", "state.json");
	if (given === undefined) return { state: usual };
	if (given.value === "git") return { state: usual, stateGit: gitOf(state) };
	if (given.value === "postgres") return { state: usual, statePostgres: postgresOf(sources) };
	// An address in a file that is meant for git would bring its password along.
	if (/^postgres(ql)?:\/\//i.test(given.value) && given.path === undefined)
		return {
			state: usual,
			statePostgres: { ...postgresOf(sources), url: new Secret(given.value), variable: given.label },
		};
	if (/^(git:|[a-z][a-z0-9+.-]+:\/\/)/i.test(given.value)) report(unusable(given), given.path);
	return { state: resolve(given.from, given.value) };
}

/** The database that is meant where the settings name none. */
export function usualDatabase(
	root: string,
	env: Sources["env"],
	{
		variable = DATABASE_VARIABLE,
		workspace = nameOf(root),
	}: Partial<Pick<PostgresState, "variable" | "workspace">> = {},
): PostgresState {
	const url = env[variable]?.trim();
	return { variable, workspace, ...(url && { url: new Secret(url) }) };
}

function postgresOf({ root, env, read }: Pick<Sources, "root" | "env" | "read">): PostgresState {
	const { state } = read.draft;
	const { url_env: variable, workspace } = (typeof state === "object" ? state.postgres : undefined) ?? {};
	return usualDatabase(root, env, defined({ variable, workspace }));
}

function gitOf(state: StateDraft): GitState {
	const { remote = "origin", ref } = (typeof state === "object" ? state.git : undefined) ?? {};
	return defined({ remote, ref });
}

/** A checkout on another machine has the same folder, as a rule. */
function nameOf(root: string): string {
	return (
		basename(root)
			.replace(/[^A-Za-z0-9._-]+/g, "-")
			.replace(/^[^A-Za-z0-9]+/, "")
			.slice(0, 64) || "root"
	);
}

function unusable({ value, label }: Given): Parameters<ReportProblem>[0] {
	const isDatabase = /^postgres(ql)?:/i.test(value);
	return {
		rule: "bad-state",
		summary: "State is kept in a file, with git, or in PostgreSQL",
		detail: `${label} is \`${value.replace(/:.*/s, ":…")}\`, which is neither a path nor \`git\` or \`postgres\`.`,
		hint: isDatabase
			? "Keep the address, which may hold a password, in the environment: state: { postgres: { url_env: DATABASE_URL } }."
			: "Give a path, for example .showrun/state.json, or `git`; another remote: state: { git: { remote: upstream } }.",
	};
}
