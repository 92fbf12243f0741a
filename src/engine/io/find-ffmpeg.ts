import { constants, existsSync } from "node:fs";
import { access, chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, isAbsolute, join } from "node:path";
import { capabilitiesOf, missingIn } from "./capabilities.ts";
import { EngineFault } from "./engine-fault.ts";

/** Where to look for ffmpeg. `wanted` is an explicit path: it must work, nothing else is tried. */
export interface FindRequest {
	readonly wanted?: string;
	/** The PATH, with the system's separator. */
	readonly searchPath: string;
	/** Folder where what a binary can do is remembered. */
	readonly cache: string;
	readonly signal: AbortSignal;
}

/** The ffmpeg that is used, and why this one. */
export interface FoundFfmpeg {
	readonly path: string;
	readonly version: string;
	has(filter: string): boolean;
	/** One sentence: where it comes from. */
	readonly why: string;
	/** Those that were looked at before and why they were passed over. */
	readonly passedOver: readonly string[];
}

const INSTALL =
	"Install it with `apt-get install ffmpeg` (Debian, Ubuntu) or `brew install ffmpeg` (macOS), or name one in `embedded.ffmpeg` of the settings.";
const PROGRAM = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";

/** Finds an ffmpeg that can do all the engine needs. Throws `EngineFault` with what was tried. */
export async function findFfmpeg(request: FindRequest): Promise<FoundFfmpeg> {
	const passedOver: string[] = [];
	for (const candidate of candidates(request)) {
		if (request.wanted === undefined && !existsSync(candidate.path)) continue;
		const reason = await usable(candidate, request);
		if (typeof reason !== "string") return { ...reason, why: candidate.why, passedOver };
		passedOver.push(reason);
		if (request.wanted !== undefined)
			throw new EngineFault(`The ffmpeg that the settings name cannot be used: ${reason}.`, {
				remedy: INSTALL,
			});
	}
	throw new EngineFault(
		`No usable ffmpeg was found${passedOver.length > 0 ? `: ${passedOver.join("; ")}` : ""}.`,
		{ remedy: INSTALL },
	);
}

interface Candidate {
	readonly path: string;
	readonly why: string;
	/** Ours to make executable: some package managers drop the mode. */
	readonly bundled: boolean;
}

/** In order: the one named, those on the PATH, the optional dependency. */
function candidates(request: FindRequest): readonly Candidate[] {
	if (request.wanted !== undefined)
		return [{ path: request.wanted, why: "named in the settings", bundled: false }];
	const installed = installerPath();
	return [
		...foldersOf(request.searchPath).map((folder) => ({
			path: join(folder, PROGRAM),
			why: "found on the PATH",
			bundled: false,
		})),
		...(installed === undefined
			? []
			: [
					{
						path: installed,
						why: "the package @ffmpeg-installer/ffmpeg (a build of 2018: prefer one of your system)",
						bundled: true,
					},
				]),
	];
}

/** A relative entry would run whatever lies in the current folder. */
function foldersOf(searchPath: string): readonly string[] {
	return [...new Set(searchPath.split(delimiter))].filter((folder) => isAbsolute(folder));
}

/**
 * The package is optional and throws strings on unknown platforms, so anything that goes wrong means absent.
 */
function installerPath(): string | undefined {
	try {
		const load = createRequire(import.meta.url);
		const installer: unknown = load("@ffmpeg-installer/ffmpeg");
		return typeof installer === "object" &&
			installer !== null &&
			"path" in installer &&
			typeof installer.path === "string"
			? installer.path
			: undefined;
	} catch {
		return undefined;
	}
}

/** The binary's abilities, or why it is passed over. */
async function usable(
	candidate: Candidate,
	request: FindRequest,
): Promise<Pick<FoundFfmpeg, "path" | "version" | "has"> | string> {
	const { path } = candidate;
	const barred = await whyNotExecutable(candidate);
	if (barred !== undefined) return barred;
	const able = await capabilitiesOf(path, request.cache, request.signal);
	if (typeof able === "string") return able;
	const missing = missingIn(able);
	if (missing.length > 0) return `${path} lacks ${missing.join(", ")}`;
	const filters = new Set(able.filters);
	return { path, version: able.version, has: (filter) => filters.has(filter) };
}

async function whyNotExecutable({ path, bundled }: Candidate): Promise<string | undefined> {
	try {
		await access(path, constants.X_OK);
		return undefined;
	} catch {
		return bundled && (await madeExecutable(path)) ? undefined : `${path} does not exist or cannot be run`;
	}
}

async function madeExecutable(path: string): Promise<boolean> {
	try {
		await chmod(path, 0o755);
		await access(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
