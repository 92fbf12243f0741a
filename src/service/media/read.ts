import type { Media } from "./media.ts";

/** What is in a small file. Undefined: there is none. */
export async function readBytes(media: Media, name: string): Promise<Buffer | undefined> {
	const opened = await media.open(name);
	if (opened === undefined) return undefined;
	const pieces: Buffer[] = [];
	for await (const piece of opened.body()) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
}

/** The same as a text. */
export async function readText(media: Media, name: string): Promise<string | undefined> {
	return (await readBytes(media, name))?.toString("utf8");
}
