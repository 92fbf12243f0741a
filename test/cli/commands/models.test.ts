import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { modelFinding } from "../../../src/cli/doctor/models.ts";
import type { ModelStatus } from "../../../src/model/models.ts";
import { FACES } from "../../../src/models/faces.ts";
import { modelsFolder } from "../../../src/models/models-folder.ts";
import { fetched, fetchedQuarter, renderModelEvent, renderModels } from "../../../src/views/models.ts";
import { withWorkspace } from "../../builders/command.ts";

const models = suite("showrun models");
const FILES = { "showrun.config.yaml": "embedded: { models: own }\n" };
const standing = (given: Partial<ModelStatus>): ModelStatus => ({
	...{
		name: "faces",
		use: "crops",
		without: "No crops.",
		state: "installed",
		bytes: 1,
		download: 2,
		parcels: [],
	},
	...given,
});

models("list names each with size, licence and source, and how to get it; it writes nothing", () =>
	withWorkspace({ files: FILES }, async ({ folder, run }) => {
		const { code, out, err } = await run(["models", "list"]);
		assert.equal([code, err], [0, ""]);
		assert.match(out, /^faces +not pulled \(\d+\.\d MB, of a download of \d+\.\d MB\)/m);
		for (const { package: name, version, licence } of FACES.parcels)
			assert.ok(out.replace(/\s+/g, " ").includes(`${name} ${version}, licence ${licence}`), name);
		assert.match(out, /→ showrun models pull faces/);
		assert.ok(out.includes(`Models are kept in ${join(folder, "own")}.`), out);
		const listed = (await run(["models", "list", "--json"])).out.trimEnd().split("\n");
		assert.equal(
			listed.map((line) => JSON.parse(line)).map(({ type, name, state }) => [type, name, state])[0],
			["model", "faces", "absent"],
		);
	}),
);

models("a damaged one is named in list and in doctor, which fails", () =>
	withWorkspace({ files: FILES }, async ({ folder, run }) => {
		for (const { id, files } of [
			...FACES.parcels,
			...(FACES.runtimes ?? []).flatMap(({ parcels }) => parcels),
		]) {
			for (const { path } of files) {
				await mkdir(dirname(join(folder, "own", id, path)), { recursive: true });
				await writeFile(join(folder, "own", id, path), "cut off");
			}
		}
		assert.match(
			(await run(["models", "list"])).out.replace(/\s+/g, " "),
			/faces damaged .* is 7 bytes long instead of 603432\./,
		);
		const { code, out } = await run(["doctor"]);
		assert.is(code, 1);
		assert.match(out, /fail +models +faces: [\s\S]*bytes[\s\S]*→ showrun models pull faces/);
	}),
);

models("a name that is none is answered with those there are", () =>
	withWorkspace({ files: FILES }, async ({ run }) => {
		const { code, err } = await run(["models", "pull", "face"]);
		assert.is(code, 1);
		assert.match(err, /no model called "face"[\s\S]*faces/);
	}),
);

models("the environment's folder wins over the settings'", () =>
	withWorkspace({ files: FILES }, async ({ folder, run }) => {
		assert.ok(
			(await run(["models", "list"], { SHOWRUN_MODELS: "/elsewhere" })).out.includes(
				"Models are kept in /elsewhere.",
			),
		);
		assert.ok((await run(["models", "remove", "faces", "--json"])).out.includes('"changed":0'), folder);
	}),
);

models("doctor takes a model that is not there for no trouble, and says what is done without", () => {
	assert.equal(modelFinding(standing({ state: "absent" })), {
		name: "models",
		level: "ok",
		detail: "faces: not pulled. No crops. (showrun models pull faces)",
	});
	assert.is(modelFinding(standing({})).detail, "faces, for crops");
	assert.is(modelFinding(standing({ runtime: "wasm" })).detail, "faces, for crops, as WebAssembly");
	assert.is(modelFinding(standing({ state: "damaged", problem: "x is missing" })).level, "fail");
	assert.match(
		modelFinding(standing({ state: "unsupported" })).detail,
		/does not run on this machine\. No crops\./,
	);
});

models("what runs as WebAssembly says so, and a fetch how many bytes it has", () => {
	const ink = { colour: false, width: 200 };
	assert.match(
		renderModels([standing({ runtime: "wasm" })], "here", ink),
		/It runs as WebAssembly here: several times slower .* with the same results\./,
	);
	assert.not.match(renderModels([standing({ runtime: "native" })], "here", ink), /WebAssembly/);
	const event = {
		type: "pulling",
		parcel: "x-1",
		share: 0.26,
		done: 26_000_000,
		bytes: 100_000_000,
	} as const;
	assert.equal(
		[fetched(event), fetchedQuarter(event)],
		["x-1 26.0 MB of 100.0 MB", "fetching  x-1: 25 % of 100.0 MB"],
	);
	assert.match(
		renderModelEvent({ type: "unfit", parcel: "x-1", why: "GLIBC_2.30 not found" }, ink),
		/x-1 cannot be loaded on this machine.*GLIBC_2\.30/,
	);
});

models("hostile names reach no terminal as they are", () => {
	const event = {
		type: "fetching",
		parcel: "x",
		package: "a\u001b[31m",
		version: "1",
		what: "w",
		licence: "MIT",
		source: "s",
		bytes: 1,
	} as const;
	assert.not.match(renderModelEvent(event, { colour: false, width: 80 }), /\p{Cc}/u);
});

const PLACES: Record<string, [Parameters<typeof modelsFolder>[0], string]> = {
	"XDG_CACHE_HOME wins": [
		{ env: { XDG_CACHE_HOME: "/c" }, platform: "darwin", home: "/h" },
		"/c/showrun/models",
	],
	"a relative XDG_CACHE_HOME does not count": [
		{ env: { XDG_CACHE_HOME: "c" }, platform: "linux", home: "/h" },
		"/h/.cache/showrun/models",
	],
	"macOS has a folder for caches": [
		{ env: {}, platform: "darwin", home: "/h" },
		"/h/Library/Caches/showrun/models",
	],
	"Windows has one too": [
		{ env: { LOCALAPPDATA: "/l" }, platform: "win32", home: "/h" },
		"/l/showrun/models",
	],
};
for (const [title, [given, expected]] of Object.entries(PLACES))
	models(title, () => assert.is(modelsFolder(given), expected));

models.run();
