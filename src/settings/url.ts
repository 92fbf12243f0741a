import type { Words } from "../system/yaml/source.ts";
import type { Path } from "../system/yaml/values.ts";
import type { Given } from "./sources.ts";

/** Checks the base address of a service and takes slashes off its end. Never repeats the address: it may hold a password. */
export function serviceUrl(given: Given, report: (words: Words, path?: Path) => void): string | undefined {
	const url = URL.canParse(given.value) ? new URL(given.value) : undefined;
	const problem = problemOf(url);
	if (url === undefined || problem !== undefined) {
		const detail = `${given.label} ${problem ?? "is not a valid address"}.`;
		report({ rule: "bad-url", summary: "The address of the service cannot be used", detail, hint: "Write it like https://api.example.com." }, given.path);
		return undefined;
	}
	if (url.protocol === "http:" && !isLoopback(url.hostname))
		report({ ...PLAIN_HTTP, detail: `${given.label} starts with http://, so the API key travels unencrypted.` }, given.path);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

const PLAIN_HTTP = { severity: "warning", rule: "plain-http", summary: "The connection to the service is not encrypted", hint: "Use https://." } as const;

function problemOf(url: URL | undefined): string | undefined {
	if (url === undefined) return "is not a valid address";
	if (url.protocol !== "http:" && url.protocol !== "https:") return "does not start with https:// or http://";
	if (url.username || url.password) return "holds a user name or a password; the key is given by SHOWRUN_API_KEY or `service.api_key`";
	if (url.search || url.hash) return "has a query or a fragment; only the base address is wanted";
	return undefined;
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
