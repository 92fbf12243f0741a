import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openManifest } from "../../src/download/manifest.ts";
import type { Downloaded } from "../../src/model/download.ts";
import { StopFault } from "../../src/model/fault.ts";
import { TALK } from "../builders/world.ts";

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-manifest-"));
	try {
		for (const name of ["a.mp4", "b.mp4"]) await writeFile(join(folder, name), name);
		await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const entry = (from: number, file: string, over: Partial<Downloaded> = {}): Downloaded => ({
	...{
		address: TALK,
		moment: { from, to: from + 1 },
		task: "t",
		title: "A",
		score: 9,
		file,
		bytes: 5,
		sha256: "f".repeat(64),
	},
	...over,
});
const filesIn = async (folder: string) =>
	JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")).clips.map(({ file }: Downloaded) => file);

const manifest = suite("the manifest of a folder");

manifest(
	"what was put is there for the next run, sorted by address and moment, and nothing lies beside it",
	() =>
		withFolder(async (folder) => {
			const one = await openManifest(folder);
			await Promise.all([one.put(entry(9, "b.mp4")), one.put(entry(1, "a.mp4"))]);
			const other = await openManifest(folder);
			assert.equal(other.entry("k.video.talk@9-10"), entry(9, "b.mp4"));
			assert.equal(await filesIn(folder), ["a.mp4", "b.mp4"]);
			assert.equal((await readdir(folder)).sort(), ["a.mp4", "b.mp4", "manifest.json"]);
		}),
);

manifest(
	"a later run adds to it, replaces what has the same moment or file, and forgets files that are gone",
	() =>
		withFolder(async (folder) => {
			const one = await openManifest(folder);
			for (const each of [entry(1, "a.mp4"), entry(2, "gone.mp4"), entry(3, "b.mp4")]) await one.put(each);
			const other = await openManifest(folder);
			await other.put(entry(4, "b.mp4", { title: "new" }));
			assert.equal(
				other.entries().map(({ file, moment }) => `${file} ${moment.from}`),
				["a.mp4 1", "b.mp4 4"],
			);
			assert.equal(await filesIn(folder), ["a.mp4", "b.mp4"]);
		}),
);

manifest(
	"an entry that leads out of the folder, or is none, or says more than it should, is not carried on",
	() =>
		withFolder(async (folder) => {
			const clips = [
				entry(1, "../../../../etc/passwd"),
				{ ...entry(2, "a.mp4"), link: "https://x/?signature=s" },
				7,
				null,
				{ file: "b.mp4" },
			];
			await writeFile(join(folder, "manifest.json"), JSON.stringify({ format: 1, clips }));
			assert.equal((await openManifest(folder)).entries(), [entry(2, "a.mp4")]);
		}),
);

for (const text of ["", "{}", "[]", "null", '{"format":2,"clips":[]}', '{"name":"my web app"}', "{"]) {
	manifest(`a manifest.json that says ${text || "nothing"} is somebody else's and left alone`, () =>
		withFolder(async (folder) => {
			await writeFile(join(folder, "manifest.json"), text);
			const fault = await openManifest(folder).catch((error: unknown) => error);
			assert.instance(fault, StopFault);
			assert.is(await readFile(join(folder, "manifest.json"), "utf8"), text);
		}),
	);
}

manifest.run();
