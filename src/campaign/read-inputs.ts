import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { StopFault } from "../model/fault.ts";
import { pathFact } from "../system/path-fact.ts";
import { displayPath } from "../system/paths.ts";
import type { SourceText } from "../yaml/source.ts";
import { didYouMean } from "../yaml/suggest.ts";
import { variable } from "./input-variable.ts";
import type { InputSource } from "./inputs.ts";
import type { ReadValues } from "./inputs-file.ts";

/** Where values for inputs come from, as given on the command line and by the environment. */
export interface GivenInputs {
	/** By name. */
	readonly vars: Readonly<Record<string, string>>;
	/** Paths of files with values; later ones win. */
	readonly files: readonly string[];
	/** The whole environment: `SHOWRUN_VAR_…` are looked up by name. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** `staging`: reads `envs/staging.yaml` beside a campaign, or in the workspace. */
	readonly environment?: string;
}

/** The sources for one campaign, the strongest first. */
export interface ReadInputs {
	readonly sources: readonly InputSource[];
	readonly diagnostics: readonly Diagnostic[];
	readonly texts: readonly SourceText[];
}

export const NO_INPUTS: GivenInputs = { vars: {}, files: [], env: {} };

/**
 * Reads everything that can give a value to an input of the campaigns in this folder. Throws `StopFault` for
 * a file that is named and not there.
 */
export async function readInputs(
	given: GivenInputs,
	at: { readonly folder: string; readonly root: string; readonly cwd: string },
): Promise<ReadInputs> {
	const files = await readFiles(
		[...given.files].reverse().map((file) => resolve(at.cwd, file)),
		at.cwd,
	);
	const environment = await readFiles(
		given.environment === undefined ? [] : [await environmentFile(given.environment, at)],
		at.cwd,
	);
	const fromFiles = (read: readonly ReadValues[]) =>
		read.map(
			({ source, values }): InputSource => ({
				label: source.file,
				textual: false,
				value: (name) => own(values, name),
			}),
		);
	return {
		sources: [
			{ label: "--var", textual: true, value: (name) => own(given.vars, name) },
			...fromFiles(files),
			// Names are found as they are written, and in the shape environments like.
			{
				label: "the environment",
				textual: true,
				value: (name) => given.env[`SHOWRUN_VAR_${name}`] ?? given.env[variable(name)],
			},
			...fromFiles(environment),
		],
		diagnostics: [...files, ...environment].flatMap(({ diagnostics }) => diagnostics),
		texts: [...files, ...environment].map(({ source }) => source),
	};
}

/** Most commands give no files, and what reads them takes time to load. */
async function readFiles(paths: readonly string[], cwd: string): Promise<readonly ReadValues[]> {
	if (paths.length === 0) return [];
	const { readValues } = await import("./inputs-file.ts");
	return Promise.all(paths.map((path) => readValues(path, cwd)));
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

const ENVIRONMENT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

async function environmentFile(
	name: string,
	{ folder, root, cwd }: { folder: string; root: string; cwd: string },
): Promise<string> {
	if (!ENVIRONMENT.test(name))
		throw new StopFault(`"${name}" is not the name of an environment.`, {
			remedy: "Names have letters, digits, - and _.",
		});
	const places = [...new Set([folder, root])].flatMap((start) => [
		join(start, "envs", `${name}.yaml`),
		join(start, "envs", `${name}.yml`),
	]);
	for (const place of places) if ((await pathFact(place, dirname(dirname(place)))) === "file") return place;
	const near = didYouMean(name, await environmentsIn([folder, root]), "Environments");
	throw new StopFault(`There is no file for the environment ${name}.`, {
		remedy:
			`${near === "" ? "" : `${near}\n`}Looked for ` +
			`${places.map((place) => displayPath(place, cwd)).join(", ")}.`,
	});
}

/** The names that `--env` could have. */
async function environmentsIn(folders: readonly string[]): Promise<readonly string[]> {
	const listed = await Promise.all(
		[...new Set(folders)].map((folder) => readdir(join(folder, "envs")).catch((): string[] => [])),
	);
	return [...new Set(listed.flat().flatMap((file) => /^(.+)\.ya?ml$/.exec(file)?.[1] ?? []))].sort();
}
