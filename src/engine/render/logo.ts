import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Png, readPng } from "../../system/png.ts";
import { MediaFault } from "../io/engine-fault.ts";
import { LOGO_NAME } from "./logo-filter.ts";

/** Reads the logo of a brand. Throws `MediaFault` for what is no whole PNG. */
export async function readLogo(file: string): Promise<Png> {
	try {
		return readPng(await readFile(file));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new MediaFault(`The logo of the brand ${error.message}.`);
	}
}

/** Puts a logo into the working folder: only what was checked of it meets the decoder. */
export async function putLogo({ bytes }: Png, folder: string): Promise<void> {
	await writeFile(join(folder, LOGO_NAME), bytes);
}
