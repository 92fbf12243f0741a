import type { PageRole } from "../../../model/page-user.ts";
import { digest, random } from "../../../page/session/sessions.ts";

/** A token for a user of the page, and the lines of the settings that know it by its hash. */
export interface NewUser {
	readonly token: string;
	/** YAML. */
	readonly settings: string;
}

/** 32 random bytes: nobody guesses them, so that a plain hash tells nothing. */
const TOKEN_BYTES = 32;

export function newUser(name: string, role: PageRole): NewUser {
	const token = random(TOKEN_BYTES);
	const user = `{ role: ${role}, token_sha256: "${digest(token)}" }`;
	return { token, settings: `ui:\n  users:\n    ${JSON.stringify(name)}: ${user}\n` };
}
