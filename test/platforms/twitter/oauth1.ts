/** OAuth 1.0a, for keys that are pasted from the console: HMAC-SHA1 over what is sent (RFC 5849, 3.4). */
import { createHmac } from "node:crypto";

export interface Signed {
	readonly method: string;
	/** Without a query. */
	readonly url: string;
	/** Of the query, of a form, and of the header without its signature. */
	readonly parameters: readonly (readonly [string, string])[];
	readonly consumerSecret: string;
	readonly tokenSecret: string;
}

export function signature({ method, url, parameters, consumerSecret, tokenSecret }: Signed): string {
	const pairs = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
	const base = [method, url, pairs.join("&")].map(encode).join("&");
	const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
	return createHmac("sha1", key).update(base).digest("base64");
}

/** The parameters of an `Authorization: OAuth` header. */
export function headerParameters(header: string): Readonly<Record<string, string>> {
	const pairs = header
		.replace(/^OAuth /, "")
		.split(/, ?/)
		.map((pair) => /^(\w+)="([^"]*)"$/.exec(pair)?.slice(1, 3) ?? ["", ""]);
	return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value ?? "")]));
}

/** RFC 5849, 3.6: also what `encodeURIComponent` leaves. */
function encode(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}
