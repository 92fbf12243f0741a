import { readFile, stat } from "node:fs/promises";
import { pathFact } from "../system/path-fact.ts";
import { isInside, type PathFact } from "../system/paths.ts";
import { startsLikeVideo } from "../system/video-signature.ts";
import { isVideoName } from "./video-name.ts";

/** What is at a path that a campaign names; its bytes are looked at as far as its name says what they are. */
export async function factOf(path: string, root: string): Promise<PathFact> {
	const fact = isInside(root, path) ? await pathFact(path, root) : "outside";
	if (fact !== "file") return fact;
	if (/\.json$/i.test(path)) return transcriptFact(path);
	if (/\.(srt|vtt)$/i.test(path)) return subtitlesFact(path);
	if (/\.png$/i.test(path)) return (await isLogo(path)) ? "file" : "foreign";
	if (/\.(ttf|otf)$/i.test(path)) return (await isFont(path)) ? "file" : "foreign";
	if (!isVideoName(path)) return fact;
	return (await startsLikeVideo(path).catch(() => false)) ? "file" : "foreign";
}

async function subtitlesFact(path: string): Promise<PathFact> {
	const { hasTimes, transcriptText } = await import("../transcripts/read.ts");
	return hasTimes((await transcriptText(path)) ?? "") ? "file" : "untimed";
}

/**
 * Many programs write JSON beside a video: only what is said at which time is a transcript. Few videos have
 * any, so that what reads it is loaded then.
 */
async function transcriptFact(path: string): Promise<PathFact> {
	const [{ spokenInJson, tellsWords }, { transcriptText }] = await Promise.all([
		import("../transcripts/json.ts"),
		import("../transcripts/read.ts"),
	]);
	const pieces = spokenInJson((await transcriptText(path)) ?? "");
	return pieces.length === 0 ? "foreign" : tellsWords(pieces) ? "words" : "file";
}

const MOST = { logo: 4 * 1024 ** 2, font: 20 * 1024 ** 2 } as const;
/** TrueType, OpenType, and TrueType as Apple writes it. */
const FONT_STARTS = ["\0\x01\0\0", "OTTO", "true"];

/** Few campaigns have a logo, so that what checks it is loaded then. */
async function isLogo(path: string): Promise<boolean> {
	const bytes = await bytesOf(path, MOST.logo);
	if (bytes === undefined) return false;
	const { readPng } = await import("../system/png.ts");
	try {
		readPng(bytes);
		return true;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}

async function isFont(path: string): Promise<boolean> {
	return FONT_STARTS.includes((await bytesOf(path, MOST.font))?.toString("latin1", 0, 4) ?? "");
}

async function bytesOf(path: string, most: number): Promise<Buffer | undefined> {
	const size = (await stat(path).catch(() => undefined))?.size ?? Number.POSITIVE_INFINITY;
	return size > most ? undefined : readFile(path).catch(() => undefined);
}
