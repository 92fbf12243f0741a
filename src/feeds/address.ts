/** Longest address, in UTF-16 units. */
const LONGEST = 4_000;

/** An http(s) address without a password, whole; relative ones start at `base`. Undefined: it is none. */
export function addressIn(text: string, base?: string): string | undefined {
	const written = text.trim();
	if (written === "" || written.length > LONGEST || !URL.canParse(written, base)) return undefined;
	const url = new URL(written, base);
	return (url.protocol === "https:" || url.protocol === "http:") && !url.username && !url.password
		? url.href
		: undefined;
}
