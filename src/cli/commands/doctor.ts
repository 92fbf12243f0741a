import { NoCampaignFault } from "../../campaign/find-files.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { loadSettings } from "../../settings/load.ts";
import { renderFinding, renderHealth } from "../../views/health.ts";
import { lookAtCache } from "../doctor/cache.ts";
import { lookAtDestinations } from "../doctor/destinations.ts";
import { lookAtEndpoints } from "../doctor/endpoints.ts";
import { failure, looked, warning, well } from "../doctor/finding.ts";
import { lookAtComparison, lookAtDisk, lookAtFfmpeg, lookAtFonts, lookAtNode } from "../doctor/machine.ts";
import { lookAtModels } from "../doctor/models.ts";
import { lookAtProxies } from "../doctor/proxy.ts";
import { lookAtService } from "../doctor/service.ts";
import { lookAtGit, lookAtLocks, lookAtState } from "../doctor/state.ts";
import { EXIT, Exit } from "../exit.ts";
import type { InputFlags } from "../flags/inputs.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { headingsOf, inEachWorkspace, type OneWorkspace } from "../wiring/each-workspace.ts";
import { modelsAt } from "../wiring/models.ts";
import { inspect } from "../wiring/workspace.ts";

interface DoctorFlags extends InputFlags {
	readonly json?: true;
	/** Looks at all processes that share the databases as well. */
	readonly fleet?: true;
}

/**
 * `showrun doctor`: looks at everything a run needs, changes nothing, and says what to do. Exit code 1 when
 * something does not work.
 */
export async function doctor(paths: readonly string[], flags: DoctorFlags): Promise<void> {
	const signal = stopSignal();
	const options = { signal, headings: headingsOf(flags), states: true } as const;
	await inEachWorkspace(paths, options, (one) => examine(one, flags, signal));
}

async function examine(one: OneWorkspace, flags: DoctorFlags, signal: AbortSignal): Promise<void> {
	const findings: CheckResult[] = [];
	for await (const finding of examination(one, flags, signal)) {
		findings.push(finding);
		out(
			flags.json ? lines([{ type: "finding", ...finding }]) : renderFinding(finding, inkOf(process.stdout)),
		);
	}
	if (!flags.json) out(renderHealth(findings));
	if (findings.some(({ level }) => level === "fail")) throw new Exit(EXIT.error);
}

async function* examination(
	one: OneWorkspace,
	flags: DoctorFlags,
	signal: AbortSignal,
): AsyncGenerator<CheckResult> {
	yield lookAtNode(process.versions.node);
	const { settings, campaigns, findings } = await lookAtFiles(one, flags, signal);
	yield* findings;
	if (settings !== undefined) {
		yield* await looked("service", () => lookAtService(settings, campaigns, signal));
		yield* await looked("proxy", async () => lookAtProxies(settings, process.env));
		yield* await looked("state", () => lookAtState(settings, signal));
		yield* await looked("lock", () => lookAtLocks(settings));
		yield* lookAtShared(settings, flags);
		yield* await looked("git", () => lookAtGit(settings, signal));
		if (settings.notify)
			yield* await looked("notify", async () =>
				(await import("../doctor/notify.ts")).lookAtNotify(settings, process.env),
			);
	}
	yield* await looked("disk", () => lookAtDisk(settings));
	if (settings && settings.service.url === undefined) {
		yield* await looked("accounts", () => lookAtDestinations(settings));
		yield* await looked("cache", () => lookAtCache(settings));
	}
	if (settings?.service.url !== undefined)
		return yield* await looked("ffmpeg", () => lookAtComparison(settings.embedded.ffmpeg, campaigns, signal));
	yield* await looked("ffmpeg", () => lookAtFfmpeg(settings?.embedded.ffmpeg, signal));
	const models = settings?.embedded.models ?? (process.env.SHOWRUN_MODELS || undefined);
	yield* await looked("fonts", () => lookAtFonts(modelsAt(models), signal));
	if (settings && settings.service.url === undefined)
		yield* await looked("endpoints", () => lookAtEndpoints(settings, process.env.PATH ?? ""));
	const { recogniser } = settings?.embedded ?? {};
	yield* await looked("models", () => lookAtModels(defined({ models, recogniser }), signal));
}

/** What other machines see too. Loaded when it is used: most workspaces share nothing. */
async function* lookAtShared(settings: Settings, { fleet }: DoctorFlags): AsyncGenerator<CheckResult> {
	const { database } = settings.service.url === undefined ? settings.embedded : {};
	if (database)
		yield* await looked("database", async () =>
			(await import("../doctor/database.ts")).lookAtServiceDatabase(database),
		);
	if (fleet)
		yield* await looked("fleet", async () => (await import("../doctor/fleet.ts")).lookAtFleet(settings));
}

interface Files {
	readonly settings: Settings | undefined;
	readonly campaigns: readonly Campaign[];
	readonly findings: readonly CheckResult[];
}

/** Settings and campaigns, as `validate` finds them; nothing is kept of it. */
async function lookAtFiles(one: OneWorkspace, flags: InputFlags, signal: AbortSignal): Promise<Files> {
	const { settings, campaigns, diagnostics } = await inspect(one, signal, {
		...flags,
		cache: false,
		keyless: true,
	}).catch(withoutCampaigns(one));
	if (settings === undefined) return { settings, campaigns, findings: [complaint("settings", diagnostics)] };
	const found =
		diagnostics.length > 0
			? complaint("campaigns", diagnostics)
			: well("campaigns", `${campaigns.length} valid`);
	return { settings, campaigns, findings: [well("settings", `of ${settings.root}`), found] };
}

/** A workspace may have none yet. */
function withoutCampaigns({ paths, root }: OneWorkspace) {
	return async (error: unknown) => {
		if (!(error instanceof NoCampaignFault)) throw error;
		const checked = await loadSettings({
			given: paths.length === 0 ? ["."] : paths,
			cwd: process.cwd(),
			env: process.env,
			flags: {},
			keyless: true,
			...defined({ root }),
		});
		return {
			settings: checked.ok ? checked.value : undefined,
			campaigns: [],
			diagnostics: checked.diagnostics,
		};
	};
}

function complaint(name: string, diagnostics: readonly Diagnostic[]): CheckResult {
	const errors = diagnostics.filter(({ severity }) => severity === "error");
	const [first] = errors.length > 0 ? errors : diagnostics;
	const at = first?.place === undefined ? "" : ` (${first.place.file}:${first.place.line})`;
	const more = diagnostics.length > 1 ? `, and ${diagnostics.length - 1} more` : "";
	return (errors.length > 0 ? failure : warning)(
		name,
		`${first?.summary ?? "unreadable"}${at}${more}`,
		"showrun validate",
	);
}
