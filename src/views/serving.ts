import type { CheckResult } from "../model/health.ts";
import type { ServeLimits } from "../model/settings.ts";

/** A service that has started, as its clients have to know it. */
export interface Serving {
	readonly url: string;
	readonly versionHeaders: readonly string[];
	/** Absent: clients reach it where it listens. */
	readonly publicUrl?: string;
	/** Whether keys travel so that others can read them. */
	readonly isUnencrypted: boolean;
	readonly limits: ServeLimits;
	/** What differs for tenants, by their names. */
	readonly tenantLimits: Readonly<Record<string, ServeLimits>>;
}

/** What clients have to send, what they are held to, and where that is written. */
export function renderServing(serving: Serving): string {
	const { url, publicUrl, isUnencrypted, versionHeaders, limits, tenantLimits } = serving;
	const address = publicUrl ?? url;
	return [
		...(publicUrl === undefined ? [] : [`Clients reach it at ${publicUrl}`]),
		...(isUnencrypted ? [`Warning: ${UNENCRYPTED}`] : []),
		`Version header: ${versionHeaders.join(" or ")}, with the value v2.`,
		`Limits: ${limitsText(limits) || `none. ${CLIENT_LIMIT}`}.`,
		...Object.entries(tenantLimits).map(
			([name, own]) => `Limits of the tenant ${name}: ${limitsText({ ...limits, ...own }) || "none"}.`,
		),
		`Documentation: ${address}/docs and ${address}/openapi.json`,
		"",
	].join("\n");
}

const CLIENT_LIMIT =
	"showrun as a client keeps to 15 requests a minute unless its service.limits.requests_per_minute says more";

function limitsText({ requestsPerMinute, runningTasks, storageBytes }: ServeLimits): string {
	return [
		...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute} requests a minute`]),
		...(runningTasks === undefined ? [] : [`${runningTasks} running tasks`]),
		...(storageBytes === undefined ? [] : [`${storageBytes / 1e9} GB of videos and clips`]),
	].join(", ");
}

const UNENCRYPTED =
	"keys, videos and posts travel unencrypted, and others may read them. Put a proxy that ends TLS in front and " +
	"name its address in embedded.public_url, or listen on 127.0.0.1 (--host).";

/** The ffmpeg that is used, and what is missing. */
export function renderServiceFindings(findings: readonly CheckResult[]): string {
	return findings
		.map(({ name, detail, remedy }) => `${name}: ${detail}${remedy === undefined ? "" : ` ${remedy}`}\n`)
		.join("");
}
