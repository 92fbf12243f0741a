/** A part of a file: both ends inclusive, in bytes. */
export interface Part {
	readonly from: number;
	readonly to: number;
}

/**
 * What a Range header asks of a file of that size: a part, everything, or something it does not have. Several
 * parts at once give everything, as RFC 9110 allows.
 */
export function readRange(header: string | undefined, size: number): Part | "whole" | "unsatisfiable" {
	const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
	const [, first = "", last = ""] = match ?? [];
	if (!match || (first === "" && last === "")) return "whole";
	if (first === "") return suffix(Number(last), size);
	const from = Number(first);
	const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== "" && Number(last) < from) return "whole";
	return from >= size ? "unsatisfiable" : { from, to };
}

function suffix(length: number, size: number): Part | "unsatisfiable" {
	return length === 0 || size === 0 ? "unsatisfiable" : { from: Math.max(0, size - length), to: size - 1 };
}
