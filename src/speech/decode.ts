import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Decoder } from "./protocol.ts";

/**
 * The sound a decoder writes, in pieces of exactly so many bytes; the last may be shorter. Throws where the
 * decoder fails without a sound.
 */
export async function* decoded({ path, args }: Decoder, bytes: number): AsyncGenerator<Buffer, void> {
	const child = spawn(path, args, { stdio: ["ignore", "pipe", "inherit"], windowsHide: true });
	const ended = once(child, "close");
	// Awaited only at the end: until then a failure to start must not go unhandled.
	ended.catch(() => {});
	let kept = Buffer.alloc(0);
	let any = false;
	for await (const piece of child.stdout) {
		kept = Buffer.concat([kept, piece]);
		any = true;
		for (; kept.length >= bytes; kept = kept.subarray(bytes)) yield kept.subarray(0, bytes);
	}
	const [code] = await ended;
	if (code !== 0 && !any) throw new Error("the sound cannot be decoded");
	if (kept.length > 0) yield kept;
}
