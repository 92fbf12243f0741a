import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile, sha256 } from "../../system/files.ts";
import type { SourceVideo, StoredFile } from "../store/shapes.ts";
import type { Renders } from "./renders.ts";

/** A source with the transcript that was recognised for it, if one was: from now on it counts like one that was uploaded. */
export async function withTranscript(
	renders: Renders,
	source: SourceVideo,
	recognised: string | undefined,
): Promise<SourceVideo> {
	if (recognised === undefined) return source;
	const transcript: StoredFile = { sha256: sha256(recognised), extension: "vtt" };
	const path = renders.sourcePath(transcript);
	await mkdir(dirname(path), { recursive: true });
	await replaceFile(path, recognised);
	return { ...source, transcript };
}
