import { open } from "node:fs/promises";
import type { PostFile } from "../destination.ts";
import { NotSentFault } from "./not-sent-fault.ts";

/** Bytes of a file from a place on, at most so many. Throws `NotSentFault` where the file is shorter now. */
export async function readPart(
	{ path, size }: Pick<PostFile, "path" | "size">,
	{ from, most }: { readonly from: number; readonly most: number },
): Promise<Uint8Array> {
	const length = Math.min(most, size - from);
	const handle = await open(path, "r");
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
		if (bytesRead < length) throw new NotSentFault("The video changed while it was sent.");
		return buffer;
	} finally {
		await handle.close();
	}
}
