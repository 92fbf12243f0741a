import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Parcel } from "../model/models.ts";
import { filesFor } from "./catalogue.ts";
import { ModelFault } from "./model-fault.ts";
import { fileProblem } from "./open.ts";

/**
 * Takes a parcel's listed files out of its tarball, and nothing else. Throws `ModelFault` where one is not
 * what the catalogue says.
 */
export async function unpack(given: {
	readonly parcel: Parcel;
	readonly tarball: string;
	readonly folder: string;
	readonly platform: string;
	readonly signal: AbortSignal;
}): Promise<void> {
	const { parcel, tarball, folder, signal } = given;
	const files = filesFor(parcel, given.platform);
	const wanted = new Set(files.map(({ path }) => path));
	await mkdir(folder, { recursive: true });
	// A package's first folder may be called anything.
	const isWanted = (path: string) => wanted.has(path.replace(/^[^/]+\//, ""));
	const filter = (path: string, entry: object) =>
		"type" in entry && /^(?:Old)?File$/.test(String(entry.type)) && isWanted(path);
	const { extract } = await import("tar/x");
	await pipeline(
		createReadStream(tarball),
		extract({ cwd: folder, strip: 1, strict: true, filter, noChmod: true }),
		{ signal },
	);
	for (const file of files) {
		const problem = await fileProblem(join(folder, ...file.path.split("/")), file, signal);
		if (problem !== undefined)
			throw new ModelFault(`${parcel.package}@${parcel.version}: ${file.path} ${problem}.`, {
				remedy: "Try again; look at the disk if it happens again.",
			});
	}
}
