import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defined } from "../../src/model/defined.ts";
import { builds } from "../engine/media.ts";
import { pulled } from "../models/real/pulled.ts";
import { sampleSheets } from "./sample-sheets.ts";
import { studioOf } from "./sheet.ts";
import { madeSheets } from "./synthetic-sheets.ts";

/**
 * Writes contact sheets to a folder, to be looked at. `--media`: real samples too. `--only`: those whose
 * names hold a word.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { media: { type: "string" }, only: { type: "string" } },
	});
	const [out] = positionals;
	if (out === undefined)
		throw new Error("say where: npm run sheets -- FOLDER [--media FOLDER] [--only WORD]");
	const [build] = await builds();
	if (!build) throw new Error("no ffmpeg was found");
	const folder = await mkdtemp(join(tmpdir(), "showrun-sheets-"));
	try {
		await mkdir(out, { recursive: true });
		const models = await pulled(values.media === undefined ? "fonts" : "faces");
		const studio = studioOf({
			build,
			folder,
			out,
			...defined({ models, only: values.only }),
		});
		if (values.media !== undefined) await sampleSheets(studio, values.media);
		else await madeSheets(studio);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

await main();
