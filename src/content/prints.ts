import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defined } from "../model/defined.ts";
import { replaceFile } from "../system/files.ts";
import { decodePrint, encodePrint, type Print } from "./print.ts";
import { type MediaReader, readPrint, readStreams } from "./read.ts";

/** A file whose content is looked into. `sha256` in hex. */
export interface MediaFile {
	readonly sha256: string;
	readonly path: string;
	readonly name: string;
	readonly durationMs?: number;
}

/** Reads a file's streams, without decoding anything; what was read before is taken from the cache. */
export async function streamsOf(
	file: MediaFile,
	cache: string,
	reader: MediaReader,
): Promise<string | undefined> {
	return (await printIn(cache, file.sha256))?.streams ?? readStreams(file.path, reader);
}

/** Reads a file's print, or takes it from the cache. */
export async function printOf(file: MediaFile, cache: string, reader: MediaReader): Promise<Print> {
	const known = await printIn(cache, file.sha256);
	if (known) return known;
	const { name, durationMs, path } = file;
	const streams = await readStreams(path, reader);
	const print: Print = { ...defined({ name, durationMs, streams }), ...(await readPrint(path, reader)) };
	await writePrint(cache, file.sha256, print);
	return print;
}

/** A print that was written before. Undefined: none was, or it cannot be read. */
export async function printIn(folder: string, sha256: string): Promise<Print | undefined> {
	const text = await readFile(pathOf(folder, sha256), "utf8").catch(() => undefined);
	return text === undefined ? undefined : decodePrint(text);
}

/** Writes a print. A help only: a folder that cannot be written is no failure. */
export async function writePrint(folder: string, sha256: string, print: Print): Promise<void> {
	const path = pathOf(folder, sha256);
	try {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		await replaceFile(path, encodePrint(print), { mode: 0o600 });
	} catch {}
}

function pathOf(folder: string, sha256: string): string {
	return join(folder, `${sha256}.json`);
}
