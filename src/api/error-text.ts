/** Longest message shown to people, in characters. */
const MESSAGE = 300;
/** Longest raw answer kept, in bytes. */
const RAW_BYTES = 2_048;
/**
 * Most that is looked at with patterns, in characters: their cost grows with the square of what a hostile
 * answer holds.
 */
const LOOKED_AT = 8_192;

/** Members of answers that open something by themselves. */
const ONE_TIME = new Set(["upload_url", "transcript_upload_url", "auth_url", "state"]);

/**
 * The service's own words in an error body, on one line, without tags or secrets: `message`, else `error`,
 * `detail`, `error_message`, else the same inside `data`, else the text itself (service-facts, "Errors and
 * limits"). Undefined: it says nothing.
 */
export function errorText(body: string, secret: string): string | undefined {
	const value = parsed(body);
	const found =
		value === undefined
			? withoutTags(hideKey(body, secret).slice(0, LOOKED_AT))
			: (messageIn(value) ?? messageIn(value.data) ?? "");
	// It ends up inside a sentence of ours.
	return oneLine(redact(found, secret)).slice(0, MESSAGE).replace(/\.$/, "") || undefined;
}

/**
 * Takes out what must not be kept or shown: the key, one-time URLs and states, query strings and passwords of
 * URLs. Bounded.
 */
export function redact(text: string, secret: string): string {
	const shown = hideKey(text, secret).slice(0, LOOKED_AT);
	if (!MAY_OPEN.test(shown)) return shown;
	return shown
		.replace(
			/(\\?["'](?:upload_url|transcript_upload_url|auth_url|state)\\?["']\s*:\s*\\?["'])[^"'\\]*/g,
			"$1***",
		)
		.replace(/(:\\?\/\\?\/)[^\s"'<>/@\\]+@/g, "$1")
		.replace(/[^\s"'<>]+/g, withoutQuery);
}

/** Without any of these there is no URL in a text, and none of the one-time members. */
const MAY_OPEN = /\/|_url|state/;

/** A body as evidence: without secrets, at most 2 KB. */
export function evidenceBody(body: string, secret: string): string {
	const text = redact(shielded(body, secret) ?? body, secret);
	const bytes = Buffer.from(text, "utf8");
	return bytes.length <= RAW_BYTES
		? text
		: bytes
				.subarray(0, RAW_BYTES)
				.toString("utf8")
				.replace(/\ufffd*$/, "");
}

/** What went wrong below HTTP, for people. */
export function causeText(cause: unknown, secret: string): string {
	if (!(cause instanceof Error)) return oneLine(redact(String(cause), secret)).slice(0, MESSAGE);
	const code = "code" in cause ? String(cause.code) : "";
	const said = oneLine(redact(cause.message, secret)).slice(0, MESSAGE);
	return CAUSES[code] ?? (said || code || cause.name);
}

const CAUSES: Readonly<Record<string, string>> = {
	ENOTFOUND: "host name not found (ENOTFOUND)",
	EAI_AGAIN: "host name lookup failed (EAI_AGAIN)",
	ECONNREFUSED: "connection refused (ECONNREFUSED)",
	ECONNRESET: "connection reset (ECONNRESET)",
	EHOSTUNREACH: "host unreachable (EHOSTUNREACH)",
	ENETUNREACH: "network unreachable (ENETUNREACH)",
	ETIMEDOUT: "connection timed out (ETIMEDOUT)",
	UND_ERR_HEADERS_TIMEOUT: "no response in time",
	UND_ERR_BODY_TIMEOUT: "the response stopped before its end",
	UND_ERR_SOCKET: "connection closed without a response",
};

/** What to do about what went wrong below HTTP. */
export function causeRemedy(cause: unknown): string {
	return cause instanceof Error && "code" in cause && cause.code === "ERR_PROXY"
		? "Let the proxy carry connections (CONNECT) there, or list the host in NO_PROXY."
		: "Check the network and service.url.";
}

/**
 * A JSON body with its one-time members and every form of the key taken out; undefined for other bodies.
 * Escapes (`\u0041`) are undone on the way.
 */
function shielded(body: string, secret: string): string | undefined {
	const value = parsed(body);
	const clean = (key: string, member: unknown) => {
		if (ONE_TIME.has(key) && typeof member !== "object") return "***";
		return typeof member === "string" ? redact(member, secret) : member;
	};
	try {
		return value && JSON.stringify(value, clean);
	} catch {
		// Nested too deep to be written again.
		return "";
	}
}

/** A word with a slash is a path or a URL as far as secrets go. */
function withoutQuery(word: string): string {
	const slash = word.indexOf("/");
	const query = slash < 0 ? -1 : word.slice(slash).search(/[?#]/);
	return query < 0 ? word : word.slice(0, slash + query);
}

function hideKey(text: string, secret: string): string {
	if (secret === "") return text;
	const forms = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), secret];
	return forms.reduce((kept, form) => kept.replaceAll(form, "***"), text);
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(body);
		return typeof value === "object" && value !== null
			? (value as Readonly<Record<string, unknown>>)
			: undefined;
	} catch {
		return undefined;
	}
}

function messageIn(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { message, error, detail, error_message } = value as Readonly<Record<string, unknown>>;
	return [message, error, detail, error_message].find(
		(each): each is string => typeof each === "string" && each.trim() !== "",
	);
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
};

/** Error pages may be HTML. */
function withoutTags(text: string): string {
	return text
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ")
		.replace(/<[^<>]*>/g, " ")
		.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? " ");
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
}
