import type { Spoken, Summary } from "../../engine/port.ts";
import { sha256 } from "../../system/files.ts";
import type { Media } from "../media/media.ts";
import { sourceName } from "../media/names.ts";
import { readText } from "../media/read.ts";
import { jsonObject } from "./json.ts";
import type { StoredFile } from "./shapes.ts";

/** What transcripts and summaries keep of what was found out. */
export type Findings = Pick<Spoken, "sentences"> | Pick<Summary, "summary" | "tags" | "highlights">;

/** Keeps it; the file is named by its content. */
export async function keepFindings(findings: Findings, media: Media): Promise<StoredFile> {
	const text = JSON.stringify(findings);
	const file = { sha256: sha256(text), extension: "json" };
	await media.write(sourceName(file), text);
	return file;
}

/** What was kept. Undefined: the file was removed, or is damaged. */
export async function readFindings(file: StoredFile, media: Media): Promise<Findings | undefined> {
	const text = (await readText(media, sourceName(file))) ?? "";
	// Only this program writes it, under its digest.
	return sha256(text) === file.sha256 ? (jsonObject(text) as unknown as Findings) : undefined;
}
