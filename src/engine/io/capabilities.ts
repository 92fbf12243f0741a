import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { runFfmpeg } from "../../system/ffmpeg.ts";
import { sha256 } from "../../system/files.ts";
import { writePrivate } from "../../system/private.ts";
import { printable } from "../../system/run.ts";

/** What one ffmpeg binary says it is and can do. */
export interface Capabilities {
	readonly version: string;
	readonly filters: readonly string[];
	readonly encoders: readonly string[];
}

const NEEDED_FILTERS = [
	"ass",
	"loudnorm",
	"alimiter",
	"ebur128",
	"volume",
	"signalstats",
	"metadata",
	"boxblur",
	"eq",
	"split",
	"pad",
	"trim",
	"setpts",
	"concat",
	"anullsrc",
	"apad",
	"overlay",
	"aresample",
	"fps",
	"crop",
	"yadif",
	"lutrgb",
	"colorchannelmixer",
	"scale",
	"thumbnail",
];
const NEEDED_ENCODERS = ["libx264", "aac", "mjpeg"];
const ASK_LIMIT_MS = 30_000;

/**
 * Asks a binary what it can do, once: the answer is kept in `cache` until the binary changes. A string says
 * why it cannot be used.
 */
export async function capabilitiesOf(
	path: string,
	cache: string,
	signal: AbortSignal,
): Promise<Capabilities | string> {
	const { mtimeMs, size } = await stat(path);
	const file = join(cache, `ffmpeg-${sha256(`${path}\n${mtimeMs}\n${size}`).slice(0, 16)}.json`);
	const known = await remembered(file);
	if (known) return known;
	const asked = await ask(path, signal);
	if (typeof asked !== "string") await remember(file, asked);
	return asked;
}

/** What the engine needs and this binary lacks. */
export function missingIn(able: Capabilities): readonly string[] {
	const lacking = (needed: readonly string[], has: readonly string[]) =>
		needed.filter((name) => !has.includes(name));
	return [...lacking(NEEDED_ENCODERS, able.encoders), ...lacking(NEEDED_FILTERS, able.filters)];
}

/** A cache that cannot be read or written only costs time. */
async function remembered(file: string): Promise<Capabilities | undefined> {
	try {
		const value: unknown = JSON.parse(await readFile(file, "utf8"));
		return isCapabilities(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

async function remember(file: string, able: Capabilities): Promise<void> {
	try {
		await writePrivate(file, JSON.stringify(able));
	} catch {
		// Asked again next time.
	}
}

async function ask(path: string, signal: AbortSignal): Promise<Capabilities | string> {
	try {
		const [version, filters, encoders] = [
			await linesOf(path, "-version", signal),
			await linesOf(path, "-filters", signal),
			await linesOf(path, "-encoders", signal),
		];
		const named = /^ffmpeg version (\S+)/.exec(version[0] ?? "")?.[1];
		if (named === undefined) return `${path} is not an ffmpeg`;
		return {
			version: printable(named, 80),
			filters: namesIn(filters, /^\s[A-Z.]{2,3}\s+(\w+)\s+\S*->/),
			encoders: namesIn(encoders, /^\s[VAS][A-Z.]{5}\s+(\w+)/),
		};
	} catch (error) {
		if (error instanceof Fault) return `${path}: ${error.message}`;
		throw error;
	}
}

async function linesOf(path: string, question: string, signal: AbortSignal): Promise<readonly string[]> {
	const lines: string[] = [];
	await runFfmpeg({
		path,
		args: ["-hide_banner", question],
		signal,
		limitMs: ASK_LIMIT_MS,
		onLine: (line) => lines.length < 5_000 && lines.push(line),
	});
	return lines;
}

function namesIn(lines: readonly string[], shape: RegExp): readonly string[] {
	return lines.flatMap((line) => shape.exec(line)?.[1] ?? []);
}

function isCapabilities(value: unknown): value is Capabilities {
	if (typeof value !== "object" || value === null) return false;
	const texts = (list: unknown) => Array.isArray(list) && list.every((each) => typeof each === "string");
	return (
		"version" in value &&
		typeof value.version === "string" &&
		"filters" in value &&
		texts(value.filters) &&
		"encoders" in value &&
		texts(value.encoders)
	);
}
