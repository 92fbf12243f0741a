import { Refusal } from "../refusal.ts";
import type { Exchange } from "./context.ts";

/** A version as an entity tag (RFC 9110 8.8.3). */
function tagOf(version: number): string {
	return `"${version}"`;
}

/** Tells which version of the thing the answer is about. */
export function tagVersion(exchange: Exchange, version: number): void {
	exchange.header("ETag", tagOf(version));
}

/**
 * The versions that a change was made for, from `If-Match`. Throws `Refusal` 428 where it names none: nobody
 * changes what they have not read.
 */
export function expectedVersions(exchange: Exchange): readonly string[] {
	const header = exchange.req.header("if-match")?.trim() ?? "";
	if (header === "")
		throw new Refusal(428, 'The header If-Match is required: send the ETag that was read, for example "1".');
	return header.split(",").map((tag) => tag.trim());
}

/** Throws `Refusal` 412 unless the version is an expected one. */
export function checkVersion(expected: readonly string[], version: number): void {
	if (expected.includes("*") || expected.includes(tagOf(version))) return;
	throw new Refusal(412, `This was changed meanwhile: its version is ${tagOf(version)}. Read it again.`);
}
