import { isAbsolute, resolve } from "node:path";
import { accountKey, type Platform } from "../model/account.ts";
import { defined } from "../model/defined.ts";
import { type Checked, type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { LateRule } from "../model/late-rule.ts";
import { listenAddress } from "../model/listen-address.ts";
import { withWritten } from "../model/own-brand.ts";
import { levelsById } from "../model/rules/level.ts";
import type { EmbeddedSettings, ServeLimits, ServiceSettings, Settings } from "../model/settings.ts";
import { isInside } from "../system/paths.ts";
import type { Path } from "../yaml/plain-value.ts";
import { levelMistakes } from "../yaml/rule-levels.ts";
import { byPlace, type Words } from "../yaml/source.ts";
import { appsOf } from "./apps.ts";
import { endpointsOf } from "./endpoints.ts";
import { eventWebhooksOf } from "./event-webhooks.ts";
import { keyOf } from "./key.ts";
import { milliseconds } from "./milliseconds.ts";
import { notifyOf } from "./notify.ts";
import { ownRecogniserOf } from "./own-recogniser.ts";
import { postingOf } from "./posting.ts";
import { trustedProxies } from "./proxies.ts";
import { bucketOf, serviceDatabase } from "./service-store.ts";
import type { ReadSettings } from "./settings-file.ts";
import { pick, type ReportProblem, type Sources } from "./sources.ts";
import { stateOf } from "./state.ts";
import { uiOf } from "./ui.ts";
import { feedAddress, publicAddress, serviceUrl } from "./url.ts";
import { webhookOf } from "./webhook-account.ts";

/** Settles every setting: flags over environment over file over defaults. Pure. */
export function resolveSettings(sources: Sources): Checked<Settings> {
	const found: Diagnostic[] = [...sources.read.diagnostics];
	const report: ReportProblem = (words, path) => found.push(reported(words, sources.read, path));
	const value: Settings = {
		root: sources.root,
		...(Object.keys(sources.read.draft).length > 0 && { hasFile: true }),
		service: serviceOf(sources, report),
		...stateOf(sources, report),
		statePersistent: sources.read.draft.state_persistent ?? false,
		embedded: embeddedOf(sources, report),
		feeds: { privateAddresses: sources.read.draft.feeds?.private_addresses ?? false },
		daemon: {
			cron: sources.read.draft.daemon?.cron ?? "*/10 * * * *",
			port: sources.read.draft.daemon?.port ?? 0,
			...defined({
				metrics: listenAddress(String(sources.read.draft.daemon?.metrics ?? "")),
				ui: sources.read.draft.daemon?.ui,
			}),
		},
		...policyOf(sources),
		...defined({
			notify: notifyOf(sources, report),
			ui: uiOf(sources, report),
			use: sources.read.draft.use?.map((path) => resolve(sources.root, path ?? "")),
			brand: withWritten(undefined, sources.read.draft.brand, (path) => resolve(sources.root, path)),
		}),
		rules: rulesOf(sources, report),
	};
	const diagnostics = found.sort(byPlace);
	return hasErrors(found) ? { ok: false, diagnostics } : { ok: true, value, diagnostics };
}

function reported(words: Words, read: ReadSettings, path: Path | undefined): Diagnostic {
	return { ...words, severity: words.severity ?? "error", ...(path && read.spot(path)) };
}

function rulesOf({ read }: Sources, report: ReportProblem): Settings["rules"] {
	const given = read.draft.rules ?? {};
	for (const { id, words } of levelMistakes(given)) report(words, ["rules", id]);
	return levelsById(given);
}

function policyOf({ read }: Sources): Pick<Settings, "policy"> {
	const { policy } = read.draft;
	const limits = defined({
		maxPostsPerRun: policy?.max_posts_per_run,
		maxCancelsPerRun: policy?.max_cancels_per_run,
		budgetUnits: policy?.budget?.units,
	});
	return Object.keys(limits).length === 0 ? {} : { policy: limits };
}

function serviceOf(sources: Sources, report: ReportProblem): ServiceSettings {
	const raw = sources.read.draft.service ?? {};
	const given = pick(sources, {
		flag: "serviceUrl",
		env: "SHOWRUN_SERVICE_URL",
		file: raw.url,
		path: ["service", "url"],
	});
	const url = given && serviceUrl(given, report);
	const remote = given !== undefined;
	let keyMissing: ServiceSettings["keyMissing"];
	const reportKey: ReportProblem = (words, path) => {
		const { rule, detail: message, hint: remedy = "" } = words;
		if (rule === "missing-api-key" && sources.keyless) keyMissing = { message, remedy };
		else report(words, path);
	};
	const apiKey = remote ? keyOf(sources, given, reportKey) : undefined;
	return defined({
		url,
		apiKey,
		keyMissing,
		versionHeader: (raw.version_header ?? "x-service-api-version").toLowerCase(),
		platforms: platformsOf(raw.platforms ?? {}),
		limits: {
			requestsPerMinute: raw.limits?.requests_per_minute ?? (remote ? 15 : Number.POSITIVE_INFINITY),
			runningTasks: raw.limits?.running_tasks ?? (remote ? 5 : Number.POSITIVE_INFINITY),
		},
		idempotency: !remote || raw.idempotency,
		keyLifetimeMs: remote && raw.key_lifetime !== undefined ? milliseconds(raw.key_lifetime) : undefined,
		publishStatus: !remote || raw.publish_status,
		transcripts: !remote || raw.transcripts,
	});
}

function platformsOf(raw: Readonly<Partial<Record<Platform, string>>>): Readonly<Record<Platform, string>> {
	return {
		youtube: raw.youtube ?? "youtube",
		tiktok: raw.tiktok ?? "tiktok",
		twitter: raw.twitter ?? "twitter",
		instagram: raw.instagram ?? "instagram",
		facebook: raw.facebook ?? "facebook",
		linkedin: raw.linkedin ?? "linkedin",
	};
}

/** The version header of the interface document, and the one that public clients send. */
const VERSION_HEADERS: readonly string[] = ["x-service-api-version", "x-wayinvideo-api-version"];

function embeddedOf(sources: Sources, report: ReportProblem): EmbeddedSettings {
	const raw = sources.read.draft.embedded ?? {};
	const ffmpeg = ffmpegOf(sources, report);
	const models = pick(sources, { env: "SHOWRUN_MODELS", file: raw.models, path: ["embedded", "models"] });
	const feedUrl = raw.feed_url === undefined ? undefined : feedAddress(raw.feed_url, report);
	return defined({
		data: resolve(sources.root, raw.data ?? ".showrun/service"),
		database: serviceDatabase(raw.store, sources.env),
		bucket: bucketOf(raw.media?.s3),
		outbox: resolve(sources.root, raw.outbox ?? "outbox"),
		plan: raw.plan ?? "enterprise",
		resultLifetimeMs: milliseconds(raw.result_lifetime ?? "30d"),
		cacheBytes: Math.round((raw.cache_gigabytes ?? 20) * 1e9),
		minFreeBytes: Math.round((raw.min_free_gigabytes ?? 0.5) * 1e9),
		keep: {
			recordsMs: milliseconds(raw.keep?.records ?? "90d"),
			uploadsMs: milliseconds(raw.keep?.uploads ?? "7d"),
			cacheMs: milliseconds(raw.keep?.cache ?? "90d"),
		},
		accounts: outboxAccounts(raw.accounts ?? [], { sources, report }),
		feedUrl,
		publicUrl: raw.public_url === undefined ? undefined : publicAddress(raw.public_url, report),
		trustedProxies: trustedProxies(raw.trusted_proxies ?? [], report),
		ffmpeg,
		models: models && resolve(models.from, models.value),
		recogniser: ownRecogniserOf(sources, report),
		...endpointsOf(sources, report),
		apps: appsOf(sources, report),
		urls: urlsOf(raw.urls ?? {}),
		platforms: postingOf(sources),
		versionHeaders: (raw.version_headers ?? VERSION_HEADERS).map((name) => name.toLowerCase()),
		limits: serveLimitsOf(raw.limits),
		tenantLimits: Object.fromEntries(
			Object.entries(raw.tenants ?? {}).map(([name, own]) => [name, serveLimitsOf(own?.limits)]),
		),
		webhooks: eventWebhooksOf(raw, sources, report),
	});
}

type DraftEmbedded = NonNullable<ReadSettings["draft"]["embedded"]>;

function serveLimitsOf(raw: DraftEmbedded["limits"] | undefined): ServeLimits {
	const gigabytes = raw?.storage_gigabytes;
	return defined({
		requestsPerMinute: raw?.requests_per_minute,
		runningTasks: raw?.running_tasks,
		storageBytes: gigabytes && Math.round(gigabytes * 1e9),
	});
}

function urlsOf(raw: NonNullable<DraftEmbedded["urls"]>): EmbeddedSettings["urls"] {
	return {
		privateAddresses: raw.private_addresses ?? false,
		maxBytes: Math.round((raw.max_gigabytes ?? 20) * 1e9),
		limitMs: milliseconds(raw.time_limit ?? "2h"),
		ytDlp: raw.yt_dlp ?? false,
	};
}

/** A bare name is left to PATH. */
function ffmpegOf(sources: Sources, report: ReportProblem): string | undefined {
	const given = pick(sources, {
		flag: "ffmpeg",
		env: "SHOWRUN_FFMPEG",
		file: sources.read.draft.embedded?.ffmpeg,
		path: ["embedded", "ffmpeg"],
	});
	if (given === undefined || !/[\\/]/.test(given.value)) return given?.value;
	const path = resolve(given.from, given.value);
	if (given.path !== undefined && (!isAbsolute(given.value) || isInside(sources.root, path)))
		report(
			{
				rule: "program-in-workspace",
				summary: "A settings file cannot bring the program it runs",
				detail:
					"`embedded.ffmpeg` must be an absolute path outside the workspace, so that a pull request cannot replace ffmpeg.",
				hint: "Set SHOWRUN_FFMPEG instead.",
			},
			given.path,
		);
	return path;
}

type RawAccounts = NonNullable<NonNullable<ReadSettings["draft"]["embedded"]>["accounts"]>;

function lateRuleOf(raw: RawAccounts[number]["late"]): LateRule | undefined {
	const { max, then: action } = raw ?? {};
	return max === undefined || action === undefined ? undefined : { maxMs: milliseconds(max), action };
}

function outboxAccounts(
	raw: RawAccounts,
	{ sources, report }: { readonly sources: Sources; readonly report: ReportProblem },
): EmbeddedSettings["accounts"] {
	const seen = new Set<string>();
	return raw.flatMap(({ platform, username, token, webhook, late }, index) => {
		if (platform === undefined || username === undefined) return [];
		const key = accountKey({ platform, username });
		if (seen.has(key))
			report(
				{
					rule: "duplicate-account",
					summary: "This account is listed twice",
					detail: `${key} is already in the list.`,
					hint: "Delete one of the two.",
				},
				["embedded", "accounts", index],
			);
		seen.add(key);
		const via = webhookOf(webhook, ["embedded", "accounts", index, "webhook"], { sources, report });
		return [{ ...defined({ platform, username, token, late: lateRuleOf(late) }), ...via }];
	});
}
