import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Model, ModelEvent, ModelName, Parcel } from "../model/models.ts";
import { undefinedIfMissing } from "../system/error-code.ts";
import { syncFolder } from "../system/files.ts";
import { PULLING, withCache } from "./cache.ts";
import { filesFor, modelNamed, runsOn } from "./catalogue.ts";
import { fetchParcel } from "./fetch.ts";
import { diskFull, ModelFault } from "./model-fault.ts";
import { findNpm } from "./npm.ts";
import { type Models, type OpenModel, opened, problemOf, runtimesByUse, statusOf } from "./open.ts";
import { unpack } from "./unpack.ts";

export interface Work {
	readonly signal: AbortSignal;
	readonly emit: (event: ModelEvent) => void;
}

/** What a pull needs besides. */
export interface Pull extends Work {
	/** The PATH, with the system's separator. */
	readonly searchPath: string;
	/**
	 * Loads a model by what runs it, where a crash ends nothing else. Undefined: it was loaded; else why it was
	 * not.
	 */
	readonly tried: (name: ModelName, model: OpenModel) => Promise<string | undefined>;
}

/**
 * Fetches the parcels of models that are not there whole, one after the other; each appears in the cache
 * verified and at once, or not at all. Throws `ModelFault`.
 */
export async function pullModels(models: Models, names: readonly ModelName[], pull: Pull): Promise<void> {
	const wanted = [...new Set(names)].map((name) => modelNamed(models.catalogue, name));
	for (const model of wanted) mustRun(model, models.platform);
	if (await allWork(models, wanted, pull)) return;
	const done = new Set<Parcel>();
	const fetchAll = async (parcels: readonly Parcel[]) => {
		for (const parcel of parcels) if (!done.has(parcel)) await pullParcel(models, parcel, pull);
		for (const parcel of parcels) done.add(parcel);
	};
	await withCache(models.folder, { doing: "models were pulled", signal: pull.signal }, async () => {
		for (const model of wanted) {
			await fetchAll(model.parcels);
			if (model.runtimes) await pullRuntime(models, model, { ...pull, fetchAll });
		}
	});
}

/**
 * Whether all are there and can be loaded, which is then said: a cache that cannot be written to is as good
 * as any.
 */
async function allWork(
	models: Models,
	wanted: readonly Model[],
	{ signal, emit, tried }: Pull,
): Promise<boolean> {
	const there = new Set<Parcel>();
	for (const model of wanted) {
		if ((await statusOf(models, model, signal)).state !== "installed") return false;
		const [runtime] = await runtimesByUse(models, model, signal);
		if (runtime && (await tried(model.name, opened(models, model, [runtime]))) !== undefined) return false;
		for (const parcel of [...model.parcels, ...(runtime?.parcels ?? [])]) there.add(parcel);
	}
	for (const parcel of there) emit({ type: "kept", ...aboutOf(parcel) });
	return true;
}

/**
 * Fetches what runs a model here: what is there already, else the best; what this machine cannot load is
 * taken away again, and the next is fetched.
 */
async function pullRuntime(
	models: Models,
	model: Model,
	pull: Pull & { readonly fetchAll: (parcels: readonly Parcel[]) => Promise<void> },
): Promise<void> {
	let why: string | undefined;
	for (const runtime of await runtimesByUse(models, model, pull.signal)) {
		await pull.fetchAll(runtime.parcels);
		why = await pull.tried(model.name, opened(models, model, [runtime]));
		if (why === undefined) return;
		for (const parcel of runtime.parcels) {
			await putAside(models, parcel);
			pull.emit({ type: "unfit", parcel: parcel.id, why });
		}
	}
	throw new ModelFault(
		`The model for ${model.name} was fetched, but nothing here can load it: ${why}. ${model.without}`,
		{
			remedy: "Try again; if it happens again, this machine cannot run it: another one can.",
		},
	);
}

/** Takes models away, except for parcels that another pulled model is made of. */
export async function removeModels(
	models: Models,
	names: readonly ModelName[],
	{ signal, emit }: Work,
): Promise<void> {
	// Looking for what is not there makes no folder.
	if (!existsSync(models.folder)) return;
	await withCache(models.folder, { doing: "models were removed", signal }, async () => {
		const wanted = names.map((name) => modelNamed(models.catalogue, name));
		const others = models.catalogue.filter((model) => !wanted.includes(model));
		const kept = new Set<Parcel>();
		for (const model of others)
			if (await isThere(models, model, signal)) for (const parcel of partsOf(model)) kept.add(parcel);
		for (const parcel of new Set(wanted.flatMap(partsOf))) {
			if (kept.has(parcel) || (await problemOf(models, parcel, signal)) === "absent") continue;
			await putAside(models, parcel);
			emit({
				type: "removed",
				parcel: parcel.id,
				bytes: filesFor(parcel, models.platform).reduce((sum, { bytes }) => sum + bytes, 0),
			});
		}
	});
}

/** Everything that may be there of a model. */
function partsOf({ parcels, runtimes = [] }: Model): readonly Parcel[] {
	return [...parcels, ...runtimes.flatMap((runtime) => runtime.parcels)];
}

async function isThere(models: Models, model: Model, signal: AbortSignal): Promise<boolean> {
	for (const parcel of model.parcels)
		if ((await problemOf(models, parcel, signal)) === "absent") return false;
	return true;
}

function mustRun(model: Model, platform: string): void {
	if (runsOn(model, platform)) return;
	throw new ModelFault(
		`The model for ${model.name} does not run on ${platform}: its library is not made for it. ${model.without}`,
	);
}

async function pullParcel(models: Models, parcel: Parcel, { signal, emit, searchPath }: Pull): Promise<void> {
	const { id, bytes } = parcel;
	const about = aboutOf(parcel);
	if ((await problemOf(models, parcel, signal)) === undefined) return emit({ type: "kept", ...about });
	const npm = findNpm(searchPath, process.platform);
	await mustFit(models, parcel);
	emit({ type: "fetching", ...about });
	const folder = await mkdtemp(join(models.folder, PULLING));
	try {
		let reported = -1;
		const progress = (done: number) => {
			if (done !== reported)
				emit({ type: "pulling", parcel: id, share: done / bytes, done: Math.round(done), bytes });
			reported = done;
		};
		const tarball = await fetchParcel(parcel, folder, { npm, signal, progress });
		const ready = join(folder, "ready");
		await unpack({ parcel, tarball, folder: ready, platform: models.platform, signal });
		await putAside(models, parcel);
		await rename(ready, join(models.folder, id));
		await syncFolder(models.folder);
		emit({ type: "pulled", ...about });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function aboutOf({ id, package: from, version, what, licence, source, bytes }: Parcel) {
	return { parcel: id, package: from, version, what, licence, source, bytes };
}

/** A folder is never taken apart where it stands: half of it would look damaged. */
async function putAside({ folder }: Models, parcel: Parcel): Promise<void> {
	const aside = await mkdtemp(join(folder, PULLING));
	await rename(join(folder, parcel.id), join(aside, "old")).catch(undefinedIfMissing);
	await rm(aside, { recursive: true, force: true });
}

/** The tarball twice (npm's copy and ours), and what is taken out. */
async function mustFit({ folder, platform }: Models, parcel: Parcel): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const needed = 2 * parcel.bytes + filesFor(parcel, platform).reduce((sum, { bytes }) => sum + bytes, 0);
	if (bavail * bsize < needed)
		throw diskFull(`${parcel.package} (${Math.ceil(needed / 1e6)} MB) was to be fetched`);
}
