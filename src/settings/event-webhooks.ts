import { defined } from "../model/defined.ts";
import { keysOf } from "../model/keys.ts";
import { Secret } from "../model/secret.ts";
import { type EventEndpoint, SERVICE_EVENTS } from "../model/service-events.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { ReadSettings } from "./settings-file.ts";
import type { ReportProblem, Sources } from "./sources.ts";
import { isWebhookSecretText } from "./webhook-account.ts";

type Draft = NonNullable<ReadSettings["draft"]["embedded"]>;
type RawWebhooks = NonNullable<Draft["webhooks"]>;
type RawWebhook = RawWebhooks[string];

/** The tenant of the settings. */
const MAIN = "main";

/** Who is told what becomes of tasks and posts, by tenant. */
export function eventWebhooksOf(
	{ webhooks, tenants = {} }: Draft,
	sources: Sources,
	report: ReportProblem,
): Readonly<Record<string, readonly EventEndpoint[]>> {
	const read = (raw: RawWebhooks | undefined, at: Path) =>
		Object.entries(raw ?? {}).map(([name, each]) =>
			endpointOf(name, each, { sources, report, at: [...at, name] }),
		);
	const own = Object.entries(tenants).map(
		([tenant, raw]) => [tenant, read(raw?.webhooks, ["embedded", "tenants", tenant, "webhooks"])] as const,
	);
	const all = Object.fromEntries(own);
	const main = read(webhooks, ["embedded", "webhooks"]);
	const replaced = new Set(all[MAIN]?.map(({ name }) => name));
	return { ...all, [MAIN]: [...main.filter(({ name }) => !replaced.has(name)), ...(all[MAIN] ?? [])] };
}

interface Reading {
	readonly sources: Sources;
	readonly report: ReportProblem;
	readonly at: Path;
}

/** Where a part of it is missing, that is a warning: planning needs none of it, and what it is told waits. */
function endpointOf(name: string, raw: RawWebhook, { sources, report, at }: Reading): EventEndpoint {
	const events = raw?.events?.flatMap((event) => event ?? []) ?? keysOf(SERVICE_EVENTS);
	const variable = raw?.secret?.env ?? "";
	const secret = sources.env[variable]?.trim() ?? "";
	const missing = missingIn(raw?.url ?? "", { variable, secret });
	if (missing !== undefined) report({ ...UNUSABLE, ...missing.words }, [...at, missing.field]);
	const target = missing === undefined && raw?.url !== undefined && targetOf(raw, secret);
	return { name, events, ...defined({ target: target || undefined }) };
}

function targetOf(raw: NonNullable<RawWebhook>, secret: string): NonNullable<EventEndpoint["target"]> {
	return {
		url: new Secret(raw.url ?? ""),
		secret: new Secret(secret),
		privateHosts: raw.private_host ?? false,
	};
}

const UNUSABLE = {
	severity: "warning",
	rule: "unusable-webhook",
	summary: "A webhook cannot be used, so what it is told waits",
} as const;

function missingIn(
	url: string,
	{ variable, secret }: { readonly variable: string; readonly secret: string },
) {
	if (!URL.canParse(url)) {
		const hint = "Write it like https://hooks.example.com/showrun.";
		return { field: "url", words: { detail: "Its address is not a valid one.", hint } };
	}
	if (secret === "") {
		const detail = `The environment variable ${variable} is not set.`;
		return { field: "secret", words: { detail, hint: `Set it: export ${variable}=…` } };
	}
	if (isWebhookSecretText(secret)) return undefined;
	const detail = `The environment variable ${variable} does not hold a secret of a webhook.`;
	return { field: "secret", words: { detail, hint: "It is `whsec_` and 24 to 64 bytes in base64." } };
}
