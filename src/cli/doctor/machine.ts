import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFonts } from "../../engine/captions/font-choice.ts";
import { EngineFault } from "../../engine/io/engine-fault.ts";
import { findFfmpeg } from "../../engine/io/find-ffmpeg.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import type { Models } from "../../models/open.ts";
import { amountOf, diskSpaceOf, existingFolder } from "../../system/free-space.ts";
import { oldNode } from "../node-version.ts";
import { shortageOf } from "../wiring/free-space.ts";
import { memoryFolder } from "../wiring/machine-record.ts";
import { failure, warning, well } from "./finding.ts";

/** Whether this Node is new enough. `version`: as `20.19.0`. */
export function lookAtNode(version: string): CheckResult {
	const old = oldNode(version);
	return old ? failure("node", old.problem, old.remedy) : well("node", version);
}

/**
 * The ffmpeg that the embedded service would use, with all encoders and filters it needs, and the fonts of
 * captions. Writes nothing.
 */
export async function lookAtFfmpeg(
	wanted: string | undefined,
	signal: AbortSignal,
	// What it can do is kept in a folder; below a file there can be none.
	cache = join(process.execPath, "cache"),
): Promise<readonly CheckResult[]> {
	const { path, version, why, passedOver } = await findFfmpeg({
		searchPath: process.env.PATH ?? "",
		cache,
		signal,
		...defined({ wanted }),
	});
	const found = `${version} at ${path}, ${why}; has the encoders and filters that clips need`;
	const remedy = "Nothing to do: others that come first on the PATH lack something.";
	return [
		passedOver.length === 0
			? well("ffmpeg", found)
			: warning("ffmpeg", `${found}. Passed over: ${passedOver.join("; ")}`, remedy),
	];
}

/** With a service elsewhere ffmpeg only compares the contents of local files. */
export async function lookAtComparison(
	wanted: string | undefined,
	campaigns: readonly Campaign[],
	signal: AbortSignal,
): Promise<readonly CheckResult[]> {
	const isAsked = campaigns.some(({ videos }) => videos.some(({ source }) => source.kind === "file"));
	if (!isAsked) return [well("ffmpeg", "not needed: the service makes the clips")];
	const cache = join(process.execPath, "cache");
	const request = { searchPath: process.env.PATH ?? "", cache, signal, ...defined({ wanted }) };
	try {
		const { path, version } = await findFfmpeg(request);
		return [well("ffmpeg", `${version} at ${path} compares local files; the service makes the clips`)];
	} catch (error) {
		if (!(error instanceof EngineFault)) throw error;
		const found = "none: local files are compared by their bytes only, so another encoding is another video";
		return [warning("ffmpeg", found, error.remedy ?? "Install ffmpeg.")];
	}
}

/** A letter of each script that captions are known to come in. */
const SCRIPTS = {
	Chinese: "字",
	Japanese: "あ",
	Korean: "한",
	Arabic: "ع",
	Hebrew: "א",
	Greek: "λ",
	Hindi: "ह",
	Thai: "ก",
} as const;

/**
 * The scripts that captions can be drawn in: with the fonts of this program, those that were pulled, and
 * those of the machine.
 */
export async function lookAtFonts(models: Models, signal: AbortSignal): Promise<readonly CheckResult[]> {
	const text = Object.values(SCRIPTS).join("");
	const { fonts, undrawn } = await openFonts(models).choose({ text, language: undefined, signal });
	const lacking = Object.entries(SCRIPTS).flatMap(([script, letter]) =>
		undrawn.includes(letter) ? [script] : [],
	);
	const families = fonts.map(({ family }) => family).join(", ");
	if (lacking.length === 0) return [well("fonts", families)];
	const remedy = "Only for captions in these: `showrun models pull fonts`.";
	return [
		warning(
			"fonts",
			`${families}; captions in ${lacking.join(", ")} would be left out, because no font draws them`,
			remedy,
		),
	];
}

/** Less room than this stops a run, or soon will. Bytes. */
const ROOM = { fail: 64 << 20, warn: 2 ** 31 } as const;

/** Whether there is room, and the right to write, where things are written. */
export async function lookAtDisk(settings: Settings | undefined): Promise<readonly CheckResult[]> {
	const remembered = memoryFolder(process.env, process.platform);
	const folders =
		settings === undefined
			? [remembered]
			: [dirname(settings.state), settings.embedded.data, settings.embedded.outbox, remembered];
	const places = [...new Set(await Promise.all(folders.map(existingFolder)))];
	const barred = await Promise.all(places.map(async (place) => ((await writable(place)) ? [] : [place])));
	const refused = barred
		.flat()
		.map((place) =>
			failure("disk", `${place} cannot be written to.`, "Give this user permission to write there."),
		);
	const free = await Promise.all(
		places.map(async (place) => ({ place, bytes: (await diskSpaceOf(place)).freeBytes })),
	);
	const [least] = free.sort((a, b) => a.bytes - b.bytes);
	return [...refused, ...(least === undefined ? [] : [roomOf(least)]), ...(await serviceRoom(settings))];
}

/** Whether the embedded service takes anything new. */
async function serviceRoom(settings: Settings | undefined): Promise<readonly CheckResult[]> {
	const shortage = settings && (await shortageOf(settings));
	const remedy = "Free disk space, shorten embedded.keep, or lower embedded.min_free_gigabytes.";
	return shortage === undefined ? [] : [failure("disk", shortage, remedy)];
}

function roomOf({ place, bytes }: { readonly place: string; readonly bytes: number }): CheckResult {
	const detail = `${amountOf(bytes)} free at ${place}`;
	if (bytes < ROOM.fail)
		return failure("disk", detail, "Free disk space: nothing is sent when its outcome cannot be recorded.");
	return bytes < ROOM.warn
		? warning("disk", detail, "Free disk space: a clip takes some tens of megabytes.")
		: well("disk", detail);
}

async function writable(folder: string): Promise<boolean> {
	return access(folder, constants.W_OK).then(
		() => true,
		() => false,
	);
}
