/** What a PUT says of the bytes it brings. */
export type BroughtBytes =
	/** The whole file. */
	| { readonly kind: "whole" }
	/** Bytes `from` to `to`, both inclusive, of a file of so many. */
	| { readonly kind: "part"; readonly from: number; readonly to: number; readonly total: number }
	/** None: it asks how many are here. */
	| { readonly kind: "question"; readonly total: number };

/** Reads a Content-Range header (RFC 9110, 14.4). Undefined: it says nothing that can be meant. */
export function readContentRange(header: string | undefined): BroughtBytes | undefined {
	if (header === undefined) return { kind: "whole" };
	const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/i.exec(header.trim());
	if (!match) return undefined;
	const total = Number(match[3]);
	if (match[1] === undefined) return { kind: "question", total };
	const [from, to] = [Number(match[1]), Number(match[2])];
	return from <= to && to < total ? { kind: "part", from, to, total } : undefined;
}
