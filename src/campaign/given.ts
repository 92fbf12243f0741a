import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostic.ts";
import { StopFault } from "../model/fault.ts";
import { pathFact } from "../system/look.ts";
import { shownPath } from "../system/paths.ts";
import { parseYaml } from "../system/yaml/document.ts";
import { readText } from "../system/yaml/read.ts";
import { isMap } from "../system/yaml/shape.ts";
import { diagnosed, type SourceText } from "../system/yaml/source.ts";
import { type InputSource, variable } from "./inputs.ts";

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

/** Reads everything that can give a value to an input of the campaigns in this folder. Throws `StopFault` for a file that is named and not there. */
export async function readInputs(given: GivenInputs, at: { readonly folder: string; readonly root: string; readonly cwd: string }): Promise<ReadInputs> {
	const files = await Promise.all([...given.files].reverse().map((file) => readValues(resolve(at.cwd, file), at.cwd)));
	const environment = given.environment === undefined ? [] : [await readValues(await environmentFile(given.environment, at), at.cwd)];
	const fromFiles = (read: readonly ReadValues[]) =>
		read.map(({ source, values }): InputSource => ({ label: source.file, textual: false, value: (name) => own(values, name) }));
	return {
		sources: [
			{ label: "--var", textual: true, value: (name) => own(given.vars, name) },
			...fromFiles(files),
			// Names are found as they are written, and in the shape environments like.
			{ label: "the environment", textual: true, value: (name) => given.env[`SHOWRUN_VAR_${name}`] ?? given.env[variable(name)] },
			...fromFiles(environment),
		],
		diagnostics: [...files, ...environment].flatMap(({ diagnostics }) => diagnostics),
		texts: [...files, ...environment].map(({ source }) => source),
	};
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

interface ReadValues {
	readonly source: SourceText;
	readonly values: Readonly<Record<string, unknown>>;
	readonly diagnostics: readonly Diagnostic[];
}

async function readValues(path: string, cwd: string): Promise<ReadValues> {
	const shown = shownPath(path, cwd);
	const text = await readText(path, shown);
	if ("problem" in text) return { source: { file: shown, text: "" }, values: {}, diagnostics: [text.problem] };
	const { file, diagnostics, usable } = parseYaml(text.source);
	if (!usable || file.value === undefined) return { source: text.source, values: {}, diagnostics };
	if (!isMap(file.value)) return { source: text.source, values: {}, diagnostics: [...diagnostics, diagnosed(NO_MAP, file.spot([]))] };
	const nested = Object.entries(file.value).filter(([, value]) => typeof value === "object");
	return { source: text.source, values: file.value, diagnostics: [...diagnostics, ...nested.map(([name]) => diagnosed(nestedValue(name), file.spot([name])))] };
}

const NO_MAP = {
	rule: "wrong-type",
	summary: "Wrong type of value",
	detail: "A file of inputs is a map: `NAME: VALUE` lines.",
	hint: "link: https://example.com/talk",
};

function nestedValue(name: string) {
	return {
		rule: "wrong-type",
		summary: "Wrong type of value",
		detail: `\`${name}\` must be a text, a number, true or false.`,
		hint: "Inputs are single values.",
	};
}

const ENVIRONMENT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

async function environmentFile(name: string, { folder, root, cwd }: { folder: string; root: string; cwd: string }): Promise<string> {
	if (!ENVIRONMENT.test(name)) throw new StopFault(`"${name}" is not the name of an environment.`, { remedy: "Names have letters, digits, - and _." });
	const places = [...new Set([folder, root])].flatMap((start) => [join(start, "envs", `${name}.yaml`), join(start, "envs", `${name}.yml`)]);
	for (const place of places) if ((await pathFact(place, dirname(dirname(place)))) === "file") return place;
	throw new StopFault(`There is no file for the environment ${name}.`, { remedy: `Looked for ${places.map((place) => shownPath(place, cwd)).join(", ")}.` });
}
