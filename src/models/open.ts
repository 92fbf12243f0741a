import { stat } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../model/defined.ts";
import type { Model, ModelName, ModelStatus, Parcel, Runtime, TakenFile } from "../model/models.ts";
import { sha256OfFile } from "../system/files.ts";
import { filesFor, modelNamed, runsOn, runtimesFor } from "./catalogue.ts";
import { ModelFault } from "./model-fault.ts";
import type { OpenRuntime } from "./runtimes.ts";

/** The problem of what is not there at all. */
const ABSENT = "absent";

/** Which models there can be, where they are, and for which machine (`thisPlatform`). */
export interface Models {
	readonly catalogue: readonly Model[];
	readonly folder: string;
	readonly platform: string;
}

/** A pulled model whose files are what the catalogue says, byte for byte. */
export interface OpenModel {
	/** Path of its own file with a role (`weights`), absolute. */
	file(role: string): string;
	/** What was pulled to run it, best first. */
	readonly runtimes: readonly OpenRuntime[];
	/** What it is made of and runs by, as the parcels' names. */
	readonly made: readonly string[];
}

/** Opens a model. Undefined: it was not pulled. Throws `ModelFault` where what was pulled is damaged. */
export async function openModel(
	models: Models,
	name: ModelName,
	signal: AbortSignal,
): Promise<OpenModel | undefined> {
	const model = modelNamed(models.catalogue, name);
	const { state, problem } = await statusOf(models, model, signal);
	if (state === "absent" || state === "unsupported") return undefined;
	if (state === "damaged")
		throw new ModelFault(`The model for ${name} is damaged: ${problem}.`, {
			remedy: `Pull it again: showrun models pull ${name}`,
		});
	const runtimes = await runtimesFound(models, model, signal);
	return opened(
		models,
		model,
		runtimes.flatMap((each) => (each.problem === undefined ? [each.runtime] : [])),
	);
}

/** A model with what runs it, nothing checked. */
export function opened(models: Models, { name, parcels }: Model, runtimes: readonly Runtime[]): OpenModel {
	const own = filesIn(models, parcels);
	return {
		file: (role) => own[role] ?? missing(name, role),
		runtimes: runtimes.map((each) => ({ kind: each.kind, files: filesIn(models, each.parcels) })),
		made: [...parcels, ...(runtimes[0]?.parcels ?? [])].map(({ id }) => id),
	};
}

function filesIn(models: Models, parcels: readonly Parcel[]): Readonly<Record<string, string>> {
	const files = parcels.flatMap((parcel) =>
		filesFor(parcel, models.platform).map((file) => ({
			role: file.role,
			path: pathOf(models, parcel, file),
		})),
	);
	return Object.fromEntries(files.flatMap(({ role, path }) => (role === undefined ? [] : [[role, path]])));
}

function missing(name: ModelName, role: string): never {
	throw new RangeError(`the model for ${name} has no ${role}`);
}

/** How it stands with every model. Reads what is there, and changes nothing. */
export async function modelStatuses(models: Models, signal: AbortSignal): Promise<readonly ModelStatus[]> {
	const found: ModelStatus[] = [];
	for (const model of models.catalogue) found.push(await statusOf(models, model, signal));
	return found;
}

/** How it stands with one model. */
export async function statusOf(models: Models, model: Model, signal: AbortSignal): Promise<ModelStatus> {
	const { name, use, without } = model;
	const [{ runtime, problem } = {}] = await runtimesFound(models, model, signal);
	const made = [...model.parcels, ...(runtime?.parcels ?? [])];
	const parcels = made.map(({ id, what, package: from, version, licence, source, bytes }) => ({
		id,
		what,
		package: from,
		version,
		licence,
		source,
		bytes,
	}));
	const bytes = sum(made.flatMap((parcel) => filesFor(parcel, models.platform)));
	const about = {
		name,
		use,
		without,
		bytes,
		download: sum(made),
		parcels,
		...defined({ runtime: runtime?.kind, onlyIfAsked: model.onlyIfAsked }),
	};
	if (!runsOn(model, models.platform)) return { ...about, state: "unsupported" };
	const problems = [await problemIn(models, model.parcels, signal), problem];
	if (problems.includes(ABSENT)) return { ...about, state: "absent" };
	const found = problems.find((each) => each !== undefined);
	return found === undefined
		? { ...about, state: "installed" }
		: { ...about, state: "damaged", problem: found };
}

/**
 * What can run a model here, in the order in which to try: what is whole, what was pulled and is damaged,
 * what was not pulled; best first.
 */
export async function runtimesByUse(
	models: Models,
	model: Model,
	signal: AbortSignal,
): Promise<readonly Runtime[]> {
	return (await runtimesFound(models, model, signal)).map(({ runtime }) => runtime);
}

async function runtimesFound(models: Models, model: Model, signal: AbortSignal) {
	const found: { readonly runtime: Runtime; readonly problem: string | undefined }[] = [];
	for (const runtime of runtimesFor(model, models.platform))
		found.push({ runtime, problem: await problemIn(models, runtime.parcels, signal) });
	const rank = ({ problem }: { readonly problem: string | undefined }) =>
		problem === undefined ? 0 : problem === ABSENT ? 2 : 1;
	return found.sort((one, other) => rank(one) - rank(other));
}

/**
 * What is wrong with parcels: `absent` where one is not there, else what is wrong with the first that is
 * damaged. Undefined: nothing.
 */
async function problemIn(
	models: Models,
	parcels: readonly Parcel[],
	signal: AbortSignal,
): Promise<string | undefined> {
	const problems: (string | undefined)[] = [];
	for (const parcel of parcels) problems.push(await problemOf(models, parcel, signal));
	return problems.includes(ABSENT) ? ABSENT : problems.find((each) => each !== undefined);
}

/**
 * What is wrong with a parcel in the cache: `absent`, or which file is not what it should be. Undefined:
 * nothing.
 */
export async function problemOf(
	models: Models,
	parcel: Parcel,
	signal: AbortSignal,
): Promise<string | undefined> {
	if (!(await stat(join(models.folder, parcel.id)).catch(() => undefined))) return ABSENT;
	for (const file of filesFor(parcel, models.platform)) {
		const problem = await fileProblem(pathOf(models, parcel, file), file, signal);
		if (problem !== undefined) return `${parcel.id}/${file.path} ${problem}`;
	}
	return undefined;
}

/** What is wrong with a file. Sizes first: a file that was cut off need not be read. */
export async function fileProblem(
	path: string,
	file: TakenFile,
	signal: AbortSignal,
): Promise<string | undefined> {
	const about = await stat(path).catch(() => undefined);
	if (!about?.isFile()) return "is missing";
	if (about.size !== file.bytes) return `is ${about.size} bytes long instead of ${file.bytes}`;
	try {
		return (await sha256OfFile(path, signal)) === file.sha256 ? undefined : "is not the file that was pulled";
	} catch (error) {
		signal.throwIfAborted();
		return `cannot be read (${error instanceof Error && "code" in error ? error.code : "unknown reason"})`;
	}
}

function pathOf({ folder }: Models, parcel: Parcel, file: TakenFile): string {
	return join(folder, parcel.id, ...file.path.split("/"));
}

function sum(sized: readonly { readonly bytes: number }[]): number {
	return sized.reduce((total, { bytes }) => total + bytes, 0);
}
