import { defined } from "../model/defined.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { Secret } from "../model/secret.ts";
import type { EmbeddedSettings } from "../model/settings.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Words } from "../yaml/source.ts";
import type { Sources } from "./sources.ts";
import { endpointUrl } from "./url.ts";

const NAMES = ["chat", "transcription"] as const;
type Name = (typeof NAMES)[number];
type Report = (words: Words, path?: Path) => void;

/**
 * The endpoints of the embedded engine. One whose key is missing is left out, with a warning: planning needs
 * no key.
 */
export function endpointsOf(sources: Sources, report: Report): Pick<EmbeddedSettings, Name> {
	const [chat, transcription] = NAMES.map((name) => endpointOf(name, sources, report));
	return defined({ chat, transcription });
}

function endpointOf(name: Name, { read, env }: Sources, report: Report): Endpoint | undefined {
	const raw = read.draft.embedded?.[name];
	if (raw?.url === undefined || raw.model === undefined) return undefined;
	const at = ["embedded", name];
	const url = endpointUrl({ value: raw.url, at, withKey: raw.key_env !== undefined }, report);
	if (url === undefined) return undefined;
	if (raw.key_env === undefined) return { url, model: raw.model };
	const key = env[raw.key_env]?.trim() ?? "";
	if (/^[\x21-\x7e]{1,4096}$/.test(key)) return { url, model: raw.model, key: new Secret(key) };
	const what = key === "" ? "is not set" : "holds blanks or characters that cannot be sent in a header";
	report(
		{
			severity: "warning",
			rule: "missing-endpoint-key",
			summary: "An endpoint is not used",
			detail: `The environment variable ${raw.key_env} ${what}, so \`embedded.${name}\` is done without.`,
			hint: key === "" ? `Set it: export ${raw.key_env}=…` : "Copy the key again, alone and on one line.",
		},
		[...at, "key_env"],
	);
	return undefined;
}
