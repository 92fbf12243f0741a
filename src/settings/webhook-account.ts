import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import type { OutboxAccount } from "../model/settings.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { ReadSettings } from "./settings-file.ts";
import type { ReportProblem, Sources } from "./sources.ts";

type RawAccount = NonNullable<NonNullable<ReadSettings["draft"]["embedded"]>["accounts"]>[number];
type RawWebhook = NonNullable<RawAccount["webhook"]>;

const SECRET = /^whsec_[A-Za-z0-9+/=]{32,88}( +whsec_[A-Za-z0-9+/=]{32,88})*$/;

/** Whether a text may be a secret of a webhook, or several with spaces between them. */
export function isWebhookSecretText(text: string): boolean {
	return SECRET.test(text);
}

/**
 * The webhook of an account in the settings. Where a part of it is missing, that is a warning, because
 * planning needs none of it, and nothing is delivered.
 */
export function webhookOf(
	raw: RawAccount["webhook"],
	at: Path,
	{ sources, report }: { readonly sources: Sources; readonly report: ReportProblem },
): Pick<OutboxAccount, "via" | "webhook"> {
	if (raw === undefined) return {};
	const read = (name: string | undefined) => (name === undefined ? undefined : sources.env[name]?.trim());
	const missing = missingIn(raw, read);
	const secret = read(raw.secret_env) ?? "";
	const url = raw.url ?? read(raw.url_env) ?? "";
	if (missing !== undefined) {
		report({ ...UNUSABLE, detail: missing.detail, hint: missing.hint }, [...at, missing.field]);
		return { via: "webhook" };
	}
	const webhook = {
		url: new Secret(url),
		secret: new Secret(secret),
		privateHosts: raw.private_host ?? false,
		delivery: raw.delivery ?? "once",
		settleUrl: raw.settle_url === undefined ? undefined : new Secret(raw.settle_url),
		attach: raw.attach ?? "link",
	};
	return { via: "webhook", webhook: defined(webhook) };
}

const UNUSABLE = {
	severity: "warning",
	rule: "unusable-webhook",
	summary: "A webhook cannot be used, so posts of its account wait",
} as const;

interface Missing {
	readonly field: string;
	readonly detail: string;
	readonly hint: string;
}

function missingIn(raw: RawWebhook, read: (name: string) => string | undefined): Missing | undefined {
	const { url, url_env: urlEnv, secret_env: secretEnv = "" } = raw;
	if (url === undefined && urlEnv === undefined)
		return { field: "url", detail: "It has neither `url` nor `url_env`.", hint: "Write one of the two." };
	if (urlEnv !== undefined && url === undefined && !read(urlEnv)) return unset("url_env", urlEnv);
	const address = url ?? read(urlEnv ?? "") ?? "";
	if (!URL.canParse(address))
		return {
			field: url === undefined ? "url_env" : "url",
			detail: "Its address is not a valid one.",
			hint: "Write it like https://hooks.example.com/posts.",
		};
	const secret = read(secretEnv);
	if (!secret) return unset("secret_env", secretEnv);
	if (isWebhookSecretText(secret)) return undefined;
	return {
		field: "secret_env",
		detail: `The environment variable ${secretEnv} does not hold a secret of a webhook.`,
		hint: "It is `whsec_` and 24 to 64 bytes in base64.",
	};
}

function unset(field: string, name: string): Missing {
	return {
		field,
		detail: `The environment variable ${name} is not set.`,
		hint: `Set it: export ${name}=…`,
	};
}
