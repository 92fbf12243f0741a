import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Model, ModelName, ModelStanding, Parcel, TakenFile } from "../model/models.ts";
import { sha256OfFile } from "../system/files.ts";
import { filesFor, modelNamed, runsOn } from "./catalogue.ts";
import { ModelFault } from "./faults.ts";

/** Which models there can be, where they are, and for which operating system and processor (as `linux-x64`). */
export interface Models {
	readonly catalogue: readonly Model[];
	readonly folder: string;
	readonly platform: string;
}

/** A pulled model whose files are what the catalogue says, byte for byte. */
export interface OpenModel {
	/** Path of the file with a role (`weights`, `binding`), absolute. */
	file(role: string): string;
	/** Folder of a parcel, absolute. */
	parcel(id: string): string;
}

/** This machine's operating system and processor. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** Opens a model. Undefined: it was not pulled. Throws `ModelFault` where what was pulled is damaged. */
export async function openModel(models: Models, name: ModelName, signal: AbortSignal): Promise<OpenModel | undefined> {
	const model = modelNamed(models.catalogue, name);
	const { state, problem } = await standingOf(models, model, signal);
	if (state === "absent" || state === "unsupported") return undefined;
	if (state === "damaged") throw new ModelFault(`The model for ${name} is damaged: ${problem}.`, { remedy: `Pull it again: showrun models pull ${name}` });
	const files = model.parcels.flatMap((parcel) => filesFor(parcel, models.platform).map((file) => ({ ...file, parcel })));
	return {
		file: (role) => {
			const found = files.find((file) => file.role === role);
			if (!found) throw new RangeError(`the model for ${name} has no ${role}`);
			return pathOf(models, found.parcel, found);
		},
		parcel: (id) => join(models.folder, id),
	};
}

/** How it stands with every model. Reads what is there, and changes nothing. */
export async function standings(models: Models, signal: AbortSignal): Promise<readonly ModelStanding[]> {
	const found: ModelStanding[] = [];
	for (const model of models.catalogue) found.push(await standingOf(models, model, signal));
	return found;
}

async function standingOf(models: Models, model: Model, signal: AbortSignal): Promise<ModelStanding> {
	const { name, use, without } = model;
	const parcels = model.parcels.map(({ id, what, package: from, version, licence, source }) => ({ id, what, package: from, version, licence, source }));
	const bytes = sum(model.parcels.flatMap((parcel) => filesFor(parcel, models.platform)));
	const about = { name, use, without, bytes, download: sum(model.parcels), parcels };
	if (!runsOn(model, models.platform)) return { ...about, state: "unsupported" };
	const problems = [];
	for (const parcel of model.parcels) problems.push(await problemOf(models, parcel, signal));
	if (problems.includes("absent")) return { ...about, state: "absent" };
	const problem = problems.find((each) => each !== undefined);
	return problem === undefined ? { ...about, state: "installed" } : { ...about, state: "damaged", problem };
}

/** What is wrong with a parcel in the cache: `absent`, or which file is not what it should be. Undefined: nothing. */
export async function problemOf(models: Models, parcel: Parcel, signal: AbortSignal): Promise<string | undefined> {
	if (!(await stat(join(models.folder, parcel.id)).catch(() => undefined))) return "absent";
	for (const file of filesFor(parcel, models.platform)) {
		const problem = await fileProblem(pathOf(models, parcel, file), file, signal);
		if (problem !== undefined) return `${parcel.id}/${file.path} ${problem}`;
	}
	return undefined;
}

/** What is wrong with a file. Sizes first: a file that was cut off need not be read. */
export async function fileProblem(path: string, file: TakenFile, signal: AbortSignal): Promise<string | undefined> {
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
