import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createEngine } from "../../src/engine/engine.ts";
import { defined } from "../../src/model/defined.ts";
import type { Model, ModelName, RuntimeKind } from "../../src/model/models.ts";
import { CATALOGUE, modelNamed, runsOn, runtimesFor } from "../../src/models/catalogue.ts";
import { ModelFault } from "../../src/models/model-fault.ts";
import { openSession } from "../../src/models/onnx.ts";
import { modelStatuses, openModel } from "../../src/models/open.ts";
import { ANY_PLATFORM, isOfMusl, thisPlatform } from "../../src/models/platform.ts";
import { pullModels, removeModels } from "../../src/models/pull.ts";
import type { OpenRuntime } from "../../src/models/runtimes.ts";
import { checkLoads } from "../../src/speech/load-check.ts";
import type { Job } from "../../src/speech/protocol.ts";
import { type Cache, listed, withCache } from "./cache.ts";

const signal = AbortSignal.timeout(300_000);

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-runtimes-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const choice = suite("what runs a model on a machine");
const RUNS: Record<
	string,
	Readonly<Record<Exclude<ModelName, "fonts" | "recogniser">, readonly RuntimeKind[]>>
> = {
	"linux-x64": { faces: ["native", "wasm"], vad: ["native", "wasm"], speech: ["native", "wasm"] },
	"linux-arm64": { faces: ["native", "wasm"], vad: ["native", "wasm"], speech: ["wasm"] },
	"linux-x64-musl": { faces: ["wasm"], vad: ["wasm"], speech: ["wasm"] },
	"linux-arm64-musl": { faces: ["wasm"], vad: ["wasm"], speech: ["wasm"] },
	"darwin-arm64": { faces: ["native", "wasm"], vad: ["native", "wasm"], speech: ["native", "wasm"] },
	"win32-x64": { faces: ["native", "wasm"], vad: ["native", "wasm"], speech: ["native", "wasm"] },
	"win32-arm64": { faces: ["native", "wasm"], vad: ["native", "wasm"], speech: ["wasm"] },
	[ANY_PLATFORM]: { faces: ["wasm"], vad: ["wasm"], speech: ["wasm"] },
	"freebsd-x64": { faces: ["wasm"], vad: ["wasm"], speech: ["wasm"] },
};
for (const [platform, expected] of Object.entries(RUNS)) {
	choice(`${platform}: a native library where one is made for it, WebAssembly everywhere`, () => {
		const kinds = (name: ModelName) =>
			runtimesFor(modelNamed(CATALOGUE, name), platform).map(({ kind }) => kind);
		assert.equal({ faces: kinds("faces"), vad: kinds("vad"), speech: kinds("speech") }, expected);
		assert.ok(CATALOGUE.every((model) => model.onlyIfAsked || runsOn(model, platform)));
	});
}
choice("a model of the user's own runs where its library is made for the machine", () => {
	const own = modelNamed(CATALOGUE, "recogniser");
	const runs = [...Object.keys(RUNS), "darwin-x64"].filter((platform) => runsOn(own, platform));
	assert.equal(runs, ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64", "darwin-x64"]);
	const packages = runs.map((platform) =>
		runtimesFor(own, platform).flatMap(({ parcels }) => parcels.map((parcel) => parcel.package)),
	);
	assert.equal(packages, [
		["sherpa-onnx-linux-x64"],
		["sherpa-onnx-linux-arm64"],
		["sherpa-onnx-darwin-arm64"],
		["sherpa-onnx-win-x64"],
		["sherpa-onnx-darwin-x64"],
	]);
});
choice(
	"a C library that is not glibc is told by what loads Node; what tells nothing proves nothing",
	async () => {
		const heads = [
			"\x7fELF\0/lib/ld-musl-x86_64.so.1\0",
			"\x7fELF\0/lib64/ld-linux-x86-64.so.2\0",
			"\x7fELF",
			"",
		];
		await withFolder(async (folder) => {
			const programs = heads.map((_, index) => join(folder, String(index)));
			for (const [index, program] of programs.entries()) await writeFile(program, heads[index] ?? "");
			const missing = join(folder, "none");
			assert.equal([...programs, missing].map(isOfMusl), [true, false, false, false, false]);
		});
		const report = process.report.getReport() as unknown as { readonly header: object };
		const isOther = process.platform === "linux" && !("glibcVersionRuntime" in report.header);
		assert.is(thisPlatform(), `${process.platform}-${process.arch}${isOther ? "-musl" : ""}`);
	},
);
choice.run();

/** A model with two parcels to run it, of which the first is for one platform. */
function runnable({ parcel }: Cache): Model {
	const files = parcel.files.filter(({ platform }) => platform === undefined);
	const part = (id: string, platform?: string) => ({
		...parcel,
		id,
		files: files.map((file) => ({ ...file, ...defined({ platform }) })),
	});
	const runtimes = [
		{ kind: "native" as const, parcels: [part("native-1", "linux-x64")] },
		{ kind: "wasm" as const, parcels: [part("wasm-1")] },
	];
	return { name: "faces", use: "tests", without: "Nothing is tested.", parcels: [part("own-1")], runtimes };
}

const pulling = suite("pulling what runs a model");
const parts = (cache: Cache) => listed(cache.folder).filter((path) => /^\.\/[^/]+$/.test(path));

function given(cache: Cache, fits: readonly RuntimeKind[], platform = "linux-x64") {
	const models = { ...cache.models, platform, catalogue: [runnable(cache)] };
	const tries: string[] = [];
	const tried = async (name: string, { runtimes }: { readonly runtimes: readonly OpenRuntime[] }) => {
		const [{ kind = "none" } = {}] = runtimes;
		tries.push(`${name} ${kind}`);
		return fits.some((each) => each === kind) ? undefined : "libsomething.so is missing";
	};
	const pull = () => pullModels(models, ["faces"], { ...cache.work, tried });
	const standing = async () =>
		(await modelStatuses(models, signal)).map(({ state, runtime }) => `${state} ${runtime}`);
	return { models, tries, pull, standing };
}

pulling("the native one where this machine loads it", () =>
	withCache(async (cache) => {
		const { pull, tries, standing, models } = given(cache, ["native", "wasm"]);
		assert.equal(await standing(), ["absent native"]);
		await pull();
		assert.equal(
			[tries, parts(cache), await standing()],
			[["faces native"], ["./native-1", "./own-1"], ["installed native"]],
		);
		const model = await openModel(models, "faces", signal);
		assert.equal([model?.runtimes.map(({ kind }) => kind), model?.made], [["native"], ["own-1", "native-1"]]);
	}),
);

pulling("what cannot be loaded is said, taken away, and never fetched again while the other is there", () =>
	withCache(async (cache) => {
		const { pull, tries, standing } = given(cache, ["wasm"]);
		await pull();
		assert.equal(
			[tries, parts(cache), await standing()],
			[["faces native", "faces wasm"], ["./own-1", "./wasm-1"], ["installed wasm"]],
		);
		assert.ok(
			cache.events.some(
				(event) =>
					event.type === "unfit" && event.parcel === "native-1" && event.why === "libsomething.so is missing",
			),
		);
		await pull();
		assert.is((await cache.calls()).length, 3);
		assert.is(tries.at(-1), "faces wasm");
	}),
);

pulling("what was pulled and stopped loading makes way for what loads", () =>
	withCache(async (cache) => {
		await given(cache, ["native"]).pull();
		await given(cache, ["wasm"]).pull();
		assert.equal(parts(cache), ["./own-1", "./wasm-1"]);
	}),
);

pulling("only WebAssembly on a machine without a native library", () =>
	withCache(async (cache) => {
		const { pull, tries } = given(cache, ["native", "wasm"], "linux-x64-musl");
		await pull();
		assert.equal([tries, parts(cache)], [["faces wasm"], ["./own-1", "./wasm-1"]]);
	}),
);

pulling("where nothing can be loaded it fails with the reason, and keeps nothing that does not run", () =>
	withCache(async (cache) => {
		const { pull, standing } = given(cache, []);
		await pull().then(
			() => assert.unreachable(),
			(error: Error) =>
				assert.match(
					error.message,
					/model for faces was fetched, but nothing here can load it: libsomething\.so is missing\. Nothing is tested\./,
				),
		);
		assert.equal([parts(cache), await standing()], [["./own-1"], ["absent native"]]);
	}),
);

pulling("removing takes both", () =>
	withCache(async (cache) => {
		const { models, pull } = given(cache, ["native"]);
		await pull();
		await given(cache, ["wasm"], "linux-x64-musl").pull();
		assert.equal(parts(cache), ["./native-1", "./own-1", "./wasm-1"]);
		assert.equal(
			(await openModel(models, "faces", signal))?.runtimes.map(({ kind }) => kind),
			["native", "wasm"],
		);
		await removeModels(models, ["faces"], cache.work);
		assert.equal(parts(cache), []);
	}),
);
pulling.run();

const loading = suite("loading what runs a model");
/** A runtime of WebAssembly that answers with what it was asked. */
const SCRIPT = `
const env = { wasm: {} };
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
const InferenceSession = { create: async (weights) => ({ inputNames: ["in"], run: async (feeds) => {
	if (env.wasm.numThreads !== 1 || env.wasm.proxy || !String(env.wasm.wasmPaths.wasm).startsWith("file:")) throw new Error("not as it should be");
	return { out: feeds.in, weights: new Tensor("float32", Float32Array.from(weights), [weights.length]) };
} }) };
module.exports = { env, Tensor, InferenceSession };
`;

async function runtimesIn(folder: string): Promise<readonly OpenRuntime[]> {
	for (const [name, text] of Object.entries({
		"binding.node": "not a library",
		"ort.cjs": SCRIPT,
		"ort.wasm": "wasm",
		weights: "\u0001\u0002",
	}))
		await writeFile(join(folder, name), text);
	const wasm = {
		script: join(folder, "ort.cjs"),
		loader: join(folder, "ort.mjs"),
		wasm: join(folder, "ort.wasm"),
	};
	return [
		{ kind: "native", files: { binding: join(folder, "binding.node") } },
		{ kind: "wasm", files: wasm },
	];
}

loading(
	"a broken native file is passed over where WebAssembly is there, which is given local files and one thread",
	() =>
		withFolder(async (folder) => {
			const session = await openSession(join(folder, "weights"), await runtimesIn(folder));
			const input = { type: "float32", dims: [2], data: Float32Array.of(1, 2) } as const;
			const answers = await Promise.all([session.run({ in: input }), session.run({ in: input })]);
			assert.equal(
				answers.map(({ out, weights }) => [out?.dims, [...(weights?.data ?? [])]]),
				[
					[[2], [1, 2]],
					[[2], [1, 2]],
				],
			);
			assert.equal(session.inputs, ["in"]);
		}),
);

loading("a broken native file alone is told with what to do", () =>
	withFolder(async (folder) => {
		const [native] = await runtimesIn(folder);
		await openSession(join(folder, "weights"), native ? [native] : []).then(
			() => assert.unreachable(),
			(error: unknown) => {
				assert.ok(error instanceof ModelFault);
				assert.match(
					error.message,
					/^What runs the model cannot be loaded on this machine: .*binding\.node: .*[^.]\.$/,
				);
				assert.match(error.remedy ?? "", /takes what can be loaded: showrun models pull$/);
			},
		);
	}),
);

loading("faces that cannot be loaded are done without, as if they were not there", () =>
	withCache(async (cache) => {
		// The made package's library is text.
		const { models: faces, pull } = given(cache, ["native"]);
		const models = { ...faces, catalogue: [...faces.catalogue, modelNamed(CATALOGUE, "fonts")] };
		const identity = async () => {
			const engine = createEngine({
				ffmpeg: { searchPath: process.env.PATH ?? "" },
				cache: join(cache.folder, "..", "engine"),
				models,
			});
			return String(JSON.parse(await engine.identity(signal))[3]);
		};
		assert.is(await identity(), "without");
		await pull();
		assert.is(await identity(), "without");
		await writeFile(join(cache.folder, "native-1", "weights.bin"), "cut off");
		assert.is(await identity(), "damaged");
	}),
);

const LISTENER = {
	path: process.execPath,
	args: ["--import", "tsx", fileURLToPath(new URL("../../src/cli/listen.ts", import.meta.url))],
};
const SCRIPTED = (body: string) => ({ path: process.execPath, args: ["-e", body] });

loading("is tried in a process of its own, which says why it fails", () =>
	withFolder(async (folder) => {
		const [native, wasm] = await runtimesIn(folder);
		const job = (runtimes: readonly (OpenRuntime | undefined)[]): Job => ({
			kind: "load",
			runtimes: runtimes.flatMap((each) => each ?? []),
			weights: join(folder, "weights"),
		});
		assert.match((await checkLoads(LISTENER, { job: job([native]), signal })) ?? "", /binding\.node/);
		assert.is(await checkLoads(LISTENER, { job: job([wasm]), signal }), undefined);
		assert.is(
			await checkLoads(SCRIPTED("process.kill(process.pid, 'SIGSEGV')"), { job: job([]), signal }),
			"it crashed (SIGSEGV)",
		);
		assert.is(await checkLoads(SCRIPTED(""), { job: job([]), signal }), "exit code 0");
		assert.match(
			(await checkLoads({ path: "/nonexistent/node", args: [] }, { job: job([]), signal })) ?? "",
			/could not be started/,
		);
	}),
);
loading.run();
