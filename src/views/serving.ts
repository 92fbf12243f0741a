import type { CheckResult } from "../model/health.ts";

/** A service that has started, as its clients have to know it. */
export interface Serving {
	readonly url: string;
	readonly versionHeaders: readonly string[];
	/** Absent: clients reach it where it listens. */
	readonly publicUrl?: string;
	/** Whether keys travel so that others can read them. */
	readonly isUnencrypted: boolean;
	readonly limits: { readonly requestsPerMinute?: number; readonly runningTasks?: number };
}

/** What clients have to send, what they are held to, and where that is written. */
export function renderServing({ url, publicUrl, isUnencrypted, versionHeaders, limits }: Serving): string {
	const { requestsPerMinute, runningTasks } = limits;
	const held = [
		...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute} requests a minute`]),
		...(runningTasks === undefined ? [] : [`${runningTasks} running tasks`]),
	];
	const address = publicUrl ?? url;
	return [
		...(publicUrl === undefined ? [] : [`Clients reach it at ${publicUrl}`]),
		...(isUnencrypted ? [`Warning: ${UNENCRYPTED}`] : []),
		`Version header: ${versionHeaders.join(" or ")}, with the value v2.`,
		`Limits: ${held.join(", ") || "none"}.`,
		`Documentation: ${address}/docs and ${address}/openapi.json`,
		"",
	].join("\n");
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
