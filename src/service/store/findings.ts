import { readFile } from "node:fs/promises";
import type { Spoken, Summary } from "../../engine/port.ts";
import { isMissing } from "../../system/error-code.ts";
import { sha256 } from "../../system/files.ts";
import { writePrivate } from "../../system/private.ts";
import { jsonObject } from "./json.ts";
import type { StoredFile } from "./shapes.ts";

/** What transcripts and summaries keep of what was found out. */
export type Findings = Pick<Spoken, "sentences"> | Pick<Summary, "summary" | "tags" | "highlights">;

type SourcePath = (file: StoredFile) => string;

/** Puts it on disk; the file is named by its content. */
export async function keepFindings(findings: Findings, sourcePath: SourcePath): Promise<StoredFile> {
	const text = JSON.stringify(findings);
	const file = { sha256: sha256(text), extension: "json" };
	await writePrivate(sourcePath(file), text);
	return file;
}

/** What was kept. Undefined: the file was removed, or is damaged. */
export async function readFindings(file: StoredFile, sourcePath: SourcePath): Promise<Findings | undefined> {
	const text = await readFile(sourcePath(file), "utf8").catch((error: unknown) => {
		if (isMissing(error)) return "";
		throw error;
	});
	// Only this program writes it, under its digest.
	return sha256(text) === file.sha256 ? (jsonObject(text) as unknown as Findings) : undefined;
}
