import { type Probe, probe } from "../../api/probe.ts";
import { type Account, type AccountRef, accountKey } from "../../model/account.ts";
import type { Campaign } from "../../model/campaign.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { SKEW, SKEW_REMEDY } from "../../model/skew.ts";
import { connectService } from "../wiring/service.ts";
import { failure, looked, warning, well } from "./finding.ts";

/** The key, whether the service answers and takes it, its clock, and the accounts that the campaigns need. */
export async function lookAtService(
	settings: Settings,
	campaigns: readonly Campaign[],
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	const { url, apiKey, keyMissing } = settings.service;
	if (keyMissing !== undefined)
		return [
			failure("key", `missing: ${keyMissing.message}`, keyMissing.remedy),
			warning("service", "not asked: the key is missing", "Set the key first."),
		];
	if (url === undefined || apiKey === undefined)
		return [
			well("service", "embedded: on this machine, no key needed, one clock"),
			...(await looked("accounts", () => lookAtAccounts(settings, campaigns, signal))),
		];
	const answer = await looked("service", async () =>
		probeFindings(await probe({ url, apiKey }, settings.service, signal), url),
	);
	const usable = answer.every(({ level }) => level !== "fail");
	return [
		well("key", "set (never shown)"),
		...answer,
		...(usable ? await looked("accounts", () => lookAtAccounts(settings, campaigns, signal)) : []),
	];
}

function probeFindings({ status, aheadMs, tookMs }: Probe, url: string): readonly CheckResult[] {
	return [
		statusFinding(status, `${withoutUser(url)} answers in ${tookMs} ms`),
		...(aheadMs === undefined ? [] : [clockFinding(aheadMs)]),
	];
}

function withoutUser(url: string): string {
	return url.replace(/\/\/[^/@]*@/, "//");
}

function statusFinding(status: number, answers: string): CheckResult {
	if (status >= 200 && status < 300) return well("service", `${answers} and accepts the key`);
	if (status === 401 || status === 403)
		return failure(
			"service",
			`${answers}, but does not accept the key (status ${status})`,
			"Check SHOWRUN_API_KEY (or service.api_key in the settings).",
		);
	if (status === 404 || status === 405 || (status >= 300 && status < 400))
		return failure(
			"service",
			`${answers} with status ${status}`,
			"Check service.url: is it a deployment of this interface?",
		);
	return failure(
		"service",
		`${answers} with status ${status}`,
		"Try again later; if it stays, ask the operator of the service.",
	);
}

/** How far the clocks are apart. */
export function clockFinding(aheadMs: number): CheckResult {
	const seconds = Math.round(Math.abs(aheadMs) / 1000);
	if (seconds === 0) return well("clock", "agrees with the service's to the second");
	const detail = `this machine's is ${seconds} s ${aheadMs > 0 ? "behind" : "ahead of"} the service's`;
	if (Math.abs(aheadMs) > SKEW.refuseMs)
		return failure(
			"clock",
			`${detail}: nothing is published`,
			`${SKEW_REMEDY} Or publish anyway: --allow-skew`,
		);
	return Math.abs(aheadMs) > SKEW.warnMs
		? warning("clock", `${detail}; times are planned by the service's`, SKEW_REMEDY)
		: well("clock", detail);
}

async function lookAtAccounts(
	settings: Settings,
	campaigns: readonly Campaign[],
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	const connected = await connectService(settings, "read");
	try {
		return accountFindings(await connected.service.accounts(signal), campaigns);
	} finally {
		await connected.close();
	}
}

/** What is wrong with the connected accounts, and which ones posts need that nobody connected. */
export function accountFindings(
	accounts: readonly Account[],
	campaigns: readonly Campaign[],
): readonly CheckResult[] {
	const needed = new Map(campaigns.flatMap(neededBy).map((account) => [accountKey(account), account]));
	const known = new Set(accounts.map(accountKey));
	const missing = [...needed.values()].filter((account) => !known.has(accountKey(account)));
	const findings = [
		...missing.map((account) =>
			failure("accounts", `${accountText(account)} is needed but not connected`, connect(account)),
		),
		...accounts.flatMap((account) => tokenFinding(account, needed.has(accountKey(account)))),
	];
	return findings.length > 0 ? findings : [well("accounts", `${accounts.length} connected, all tokens good`)];
}

function tokenFinding(account: Account, needed: boolean): readonly CheckResult[] {
	if (!account.tokenValid)
		return [
			(needed ? failure : warning)(
				"accounts",
				`the authorization of ${accountText(account)} is no longer valid`,
				connect(account),
			),
		];
	return account.tokenExpiringSoon
		? [warning("accounts", `the authorization of ${accountText(account)} expires soon`, connect(account))]
		: [];
}

function neededBy({ posts, accounts }: Campaign): readonly AccountRef[] {
	return posts.flatMap(({ targets }) => targets.flatMap(({ account }) => accounts[account] ?? []));
}

function accountText({ platform, username }: AccountRef): string {
	return `${platform} ${username}`;
}

function connect({ platform }: AccountRef): string {
	return `showrun accounts connect ${platform}`;
}
