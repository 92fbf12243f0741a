import type { CheckResult } from "../model/health.ts";

/** A service that has started, as its clients have to know it. */
export interface Serving {
	readonly url: string;
	readonly versionHeaders: readonly string[];
	readonly limits: { readonly requestsPerMinute?: number; readonly runningTasks?: number };
}

/** What clients have to send, what they are held to, and where that is written. */
export function renderServing({ url, versionHeaders, limits }: Serving): string {
	const { requestsPerMinute, runningTasks } = limits;
	const held = [
		...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute} requests a minute`]),
		...(runningTasks === undefined ? [] : [`${runningTasks} running tasks`]),
	];
	return [
		`Version header: ${versionHeaders.join(" or ")}, with the value v2.`,
		`Limits: ${held.join(", ") || "none"}.`,
		`Documentation: ${url}/docs and ${url}/openapi.json`,
		"",
	].join("\n");
}

/** The ffmpeg that is used, and what is missing. */
export function renderServiceFindings(findings: readonly CheckResult[]): string {
	return findings
		.map(({ name, detail, remedy }) => `${name}: ${detail}${remedy === undefined ? "" : ` ${remedy}`}\n`)
		.join("");
}
