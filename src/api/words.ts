/** Longest message shown to people, in characters. */
const MESSAGE = 300;
/** Longest raw answer kept, in characters. */
const RAW = 2_000;

/** The service's own words in an error body: `message`, else `error`, `detail`, `error_message`, else the same inside `data`, else the text, else the status. */
export function errorWords(status: number, body: string): string {
	const value = parsed(body);
	const found = wordsIn(value) ?? wordsIn(value?.data) ?? (value === undefined ? withoutTags(body) : undefined);
	return oneLine(found || `HTTP status ${status}`).slice(0, MESSAGE);
}

/** Takes out what must not be kept or shown: the key, query strings of URLs, one-time URLs and the OAuth state. */
export function redact(text: string, secret: string): string {
	const keyless = secret === "" ? text : text.replaceAll(secret, "***");
	return keyless
		.replace(/(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/gi, "$1")
		.replace(/"(upload_url|transcript_upload_url|auth_url|state)"(\s*:\s*)"[^"]*"/g, '"$1"$2"***"');
}

/** A body as evidence: redacted and short. */
export function evidenceBody(body: string, secret: string): string {
	return redact(body, secret).slice(0, RAW);
}

function parsed(body: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(body);
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

function wordsIn(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { message, error, detail, error_message } = value as Record<string, unknown>;
	return [message, error, detail, error_message].find((each): each is string => typeof each === "string" && each.trim() !== "");
}

/** Error pages may be HTML. */
function withoutTags(text: string): string {
	return text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
}
