const hidden = new WeakMap<Secret, string>();

/** A value that must never be written, printed or logged: every string form of it is `***`. */
export class Secret {
	constructor(value: string) {
		hidden.set(this, value);
	}
	/** The value itself. Called only where a request header is built. */
	reveal(): string {
		return hidden.get(this) ?? "";
	}
	toString(): string {
		return "***";
	}
	toJSON(): string {
		return "***";
	}
	[Symbol.for("nodejs.util.inspect.custom")](): string {
		return "***";
	}
}

/**
 * A password in an address (with a slash or two too few as well, and with an @ in it) is not repeated; the
 * columns stay as they are.
 */
export function withoutPasswords(line: string): string {
	return line.replace(
		/(https?:\/{0,2}|:\/|\/\/)[^\s/]+@/gi,
		(found, start: string) => `${start}${"*".repeat(found.length - start.length - 1)}@`,
	);
}

/** Tokens and codes of platforms in requests and answers are not repeated; columns stay as they are. */
export function withoutTokens(text: string): string {
	return text.replace(TOKENS, (found, start: string) => start + "*".repeat(found.length - start.length));
}

const TOKENS =
	/((?:\b(?:access_token|refresh_token|device_code|client_secret|code_verifier|upload_id|upload_token|code)["']?\s*[=:]\s*["']?)|\b(?:Bearer|OAuth) )(?!\*)[^\s"'&,;}]{8,}/g;
