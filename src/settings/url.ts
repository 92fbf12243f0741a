import type { Path } from "../yaml/plain-value.ts";
import type { Words } from "../yaml/source.ts";
import type { Given } from "./sources.ts";

/**
 * Checks the base address of a service and takes slashes off its end. Never repeats the address: it may hold
 * a password.
 */
export function serviceUrl(given: Given, report: (words: Words, path?: Path) => void): string | undefined {
	const url = URL.canParse(given.value) ? new URL(given.value) : undefined;
	const problem = problemOf(url, {
		secret: "the key is given by SHOWRUN_API_KEY or `service.api_key`",
		wanted: "the base address",
	});
	if (url === undefined || problem !== undefined) {
		const detail = `${given.label} ${problem}.`;
		report(
			{
				rule: "bad-url",
				summary: "The address of the service cannot be used",
				detail,
				hint: "Write it like https://api.example.com.",
			},
			given.path,
		);
		return undefined;
	}
	if (url.protocol === "http:" && !isLoopback(url.hostname))
		report(
			{ ...PLAIN_HTTP, detail: `${given.label} starts with http://, so the API key travels unencrypted.` },
			given.path,
		);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * Checks the address that an outbox is served under and takes slashes off its end. Never repeats it either.
 */
export function feedAddress(value: string, report: (words: Words, path?: Path) => void): string | undefined {
	return ownAddress(value, report, {
		field: "feed_url",
		summary: "The address of the feeds cannot be used",
		secret: "and everybody who reads a feed would read it",
		wanted: "the address of the outbox folder",
		example: "https://clips.example.com/outbox",
	});
}

/** The same for the address of the service itself, as receivers of posts reach it. */
export function publicAddress(
	value: string,
	report: (words: Words, path?: Path) => void,
): string | undefined {
	return ownAddress(value, report, {
		field: "public_url",
		summary: "The address of the service cannot be used",
		secret: "and every receiver of a post would read it",
		wanted: "the base address",
		example: "https://clips.example.com",
	});
}

function ownAddress(
	value: string,
	report: (words: Words, path?: Path) => void,
	{
		field,
		summary,
		example,
		...words
	}: Readonly<Record<"field" | "summary" | "secret" | "wanted" | "example", string>>,
): string | undefined {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	const problem = problemOf(url, words);
	if (url !== undefined && problem === undefined) return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
	const detail = `\`embedded.${field}\` ${problem}.`;
	report({ rule: "bad-url", summary, detail, hint: `Write it like ${example}.` }, ["embedded", field]);
	return undefined;
}

/** Checks the base address of an endpoint, whose section is at a path, and takes slashes off its end. */
export function endpointUrl(
	{ value, at, withKey }: { readonly value: string; readonly at: Path; readonly withKey: boolean },
	report: (words: Words, path?: Path) => void,
): string | undefined {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	const problem = problemOf(url, { secret: "a key is given by `key_env`", wanted: "the base address" });
	const label = `\`${at.join(".")}.url\``;
	if (url === undefined || problem !== undefined) {
		const hint = "Write it like https://api.example.com/v1.";
		report(
			{
				rule: "bad-url",
				summary: "The address of the endpoint cannot be used",
				detail: `${label} ${problem}.`,
				hint,
			},
			[...at, "url"],
		);
		return undefined;
	}
	if (withKey && url.protocol === "http:" && !isLoopback(url.hostname))
		report(
			{
				...PLAIN_HTTP,
				summary: "The connection to the endpoint is not encrypted",
				detail: `${label} starts with http://, so its key travels unencrypted.`,
			},
			[...at, "url"],
		);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

const PLAIN_HTTP = {
	severity: "warning",
	rule: "plain-http",
	summary: "The connection to the service is not encrypted",
	hint: "Use https://.",
} as const;

function problemOf(
	url: URL | undefined,
	words: { readonly secret: string; readonly wanted: string },
): string | undefined {
	if (url === undefined) return "is not a valid address";
	if (url.protocol !== "http:" && url.protocol !== "https:") return "does not start with https:// or http://";
	if (url.username || url.password) return `holds a user name or a password; ${words.secret}`;
	if (url.search || url.hash) return `has a query or a fragment; only ${words.wanted} is wanted`;
	return undefined;
}

function isLoopback(host: string): boolean {
	return (
		host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
	);
}
