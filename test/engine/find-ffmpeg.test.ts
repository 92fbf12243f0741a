import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EngineFault } from "../../src/engine/io/engine-fault.ts";
import { findFfmpeg } from "../../src/engine/io/find-ffmpeg.ts";
import { builds, signal, withFolder } from "./media.ts";

const find = suite("finding ffmpeg");
const [build] = await builds();
if (!build) throw new Error("no ffmpeg");

const GOOD_ENCODERS = " V....D libx264  x\n VFS... mjpeg  x\n A..... aac  x";
const GOOD_FILTERS = [
	"ass",
	"loudnorm",
	"alimiter",
	"ebur128",
	"volume",
	"pad",
	"trim",
	"setpts",
	"concat",
	"signalstats",
	"metadata",
	"boxblur",
	"eq",
	"split",
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

/** A program that answers like an ffmpeg with the given filters, and counts how often it is asked. */
async function fake(folder: string, filters: readonly string[] = GOOD_FILTERS): Promise<string> {
	await mkdir(folder, { recursive: true });
	const path = join(folder, "ffmpeg");
	const lines = filters.map((name) => ` ... ${name}  V->V  x`).join("\n");
	const script = `#!/bin/sh\necho asked >> "${folder}/asked"\ncase "$*" in\n*-version*) echo "ffmpeg version 9.9-fake Copyright";;\n*-filters*) echo "${lines}";;\n*-encoders*) echo "${GOOD_ENCODERS}";;\nesac\n`;
	await writeFile(path, script, { mode: 0o755 });
	return path;
}

async function faultOf(work: Promise<unknown>): Promise<EngineFault> {
	try {
		await work;
	} catch (error) {
		if (error instanceof EngineFault) return error;
		throw error;
	}
	throw new Error("it did not fail");
}

find("the one on the PATH is used, and says what it can do", () =>
	withFolder(async (folder) => {
		const path = await fake(join(folder, "bin"));
		const found = await findFfmpeg({
			searchPath: ["/nowhere", join(folder, "bin")].join(delimiter),
			cache: folder,
			signal: signal(),
		});
		assert.equal(
			[found.path, found.version, found.has("ass"), found.has("scdet"), found.why],
			[path, "9.9-fake", true, false, "found on the PATH"],
		);
	}),
);

find("one that lacks a filter is passed over with the reason", () =>
	withFolder(async (folder) => {
		const poor = await fake(
			join(folder, "poor"),
			GOOD_FILTERS.filter((name) => name !== "ass"),
		);
		const rich = await fake(join(folder, "rich"));
		const found = await findFfmpeg({
			searchPath: [join(folder, "poor"), join(folder, "rich")].join(delimiter),
			cache: folder,
			signal: signal(),
		});
		assert.equal([found.path, found.passedOver], [rich, [`${poor} lacks ass`]]);
	}),
);

find("a folder of the PATH that is not absolute is never looked in", () =>
	withFolder(async (folder) => {
		await fake(join(folder, "here"));
		const before = process.cwd();
		process.chdir(folder);
		try {
			const found = await findFfmpeg({
				searchPath: `here${delimiter}.${delimiter}`,
				cache: folder,
				signal: signal(),
			}).catch(() => ({ version: "none" }));
			assert.not.equal(found.version, "9.9-fake");
		} finally {
			process.chdir(before);
		}
	}),
);

find("one named in the settings that does not exist is a fault, even where another would do", () =>
	withFolder(async (folder) => {
		const fault = await faultOf(
			findFfmpeg({
				wanted: join(folder, "gone"),
				searchPath: process.env.PATH ?? "",
				cache: folder,
				signal: signal(),
			}),
		);
		assert.match(fault.message, /settings name cannot be used: .*gone does not exist or cannot be run/);
		assert.match(fault.remedy ?? "", /apt-get install ffmpeg.*brew install ffmpeg/);
	}),
);

find("one named in the settings that is something else is a fault", () =>
	withFolder(async (folder) => {
		const path = join(folder, "echo");
		await writeFile(path, "#!/bin/sh\necho hello\n", { mode: 0o755 });
		const fault = await faultOf(
			findFfmpeg({ wanted: path, searchPath: "", cache: folder, signal: signal() }),
		);
		assert.match(fault.message, /is not an ffmpeg/);
	}),
);

find("what a binary can do is asked once, and again when it has changed", () =>
	withFolder(async (folder) => {
		const path = await fake(join(folder, "bin"));
		const look = () =>
			findFfmpeg({ wanted: path, searchPath: "", cache: join(folder, "cache"), signal: signal() });
		const asked = async () => (await stat(join(folder, "bin", "asked"))).size / "asked\n".length;
		await look();
		await look();
		assert.is(await asked(), 3);
		await writeFile(path, `${await readFile(path, "utf8")}# changed\n`);
		await look();
		assert.is(await asked(), 6);
		assert.is((await readdir(join(folder, "cache"))).length, 2);
	}),
);

find("a damaged cache is asked again", () =>
	withFolder(async (folder) => {
		const path = await fake(join(folder, "bin"));
		const cache = join(folder, "cache");
		await findFfmpeg({ wanted: path, searchPath: "", cache, signal: signal() });
		const [file = ""] = await readdir(cache);
		await writeFile(join(cache, file), "{");
		assert.is(
			(await findFfmpeg({ wanted: path, searchPath: "", cache, signal: signal() })).version,
			"9.9-fake",
		);
	}),
);

find("a real one is good enough, and is executable", () =>
	withFolder(async (folder) => {
		const found = await findFfmpeg({ wanted: build.path, searchPath: "", cache: folder, signal: signal() });
		assert.ok(found.has("ass") && found.has("loudnorm"));
	}),
);

find("one that cannot be run is not used", () =>
	withFolder(async (folder) => {
		const path = await fake(join(folder, "bin"));
		await chmod(path, 0o644);
		assert.match(
			(await faultOf(findFfmpeg({ wanted: path, searchPath: "", cache: folder, signal: signal() }))).message,
			/cannot be run/,
		);
	}),
);

find.run();
