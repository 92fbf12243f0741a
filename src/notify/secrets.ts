import { readFile } from "node:fs/promises";
import { StopFault } from "../model/fault.ts";
import type { SecretSource } from "../model/notify.ts";
import { Secret } from "../model/secret.ts";
import { errorCode } from "../system/error-code.ts";
import { printable } from "../system/run.ts";

/** The environment that secrets are looked up in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret. Throws `StopFault` where there is none, which names where it should be. */
export async function readSecret(source: SecretSource, env: Environment): Promise<Secret> {
	if ("env" in source) {
		const text = env[source.env]?.trim();
		if (text) return new Secret(text);
		throw new StopFault(`The environment variable ${source.env} is not set.`, {
			remedy: `Set it where showrun runs: export ${source.env}=…`,
		});
	}
	const shown = printable(source.file);
	const text = await readFile(source.file, "utf8").catch((error: unknown) => {
		throw new StopFault(`The file ${shown} cannot be read (${errorCode(error) ?? "no reason"}).`, {
			remedy: "Create it, readable for the user that showrun runs as.",
			cause: error,
		});
	});
	if (text.trim() !== "") return new Secret(text.trim());
	throw new StopFault(`The file ${shown} is empty.`, {
		remedy: "Write the secret into it, and nothing else.",
	});
}
