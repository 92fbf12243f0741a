import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { undefinedIfMissing } from "../system/error-code.ts";
import { inTemporaryFolder } from "../system/temporary.ts";

/** Where a model says how it is listened with. */
const FOLDER = "conf";
const CONFIG = "model.conf";
/**
 * How much worse than the best another way to hear something may be and still count when it is judged how
 * sure a word is. The model comes with 2, made for phones: so few are left that three words in four are
 * called sure, and of those one in thirteen is wrong.
 */
const LATTICE_BEAM = 6;

function withAlternatives(config: string): string {
	const others = config.split("\n").filter((line) => line !== "" && !line.startsWith("--lattice-beam="));
	return `${[...others, `--lattice-beam=${LATTICE_BEAM}`].join("\n")}\n`;
}

/** Loads a model (a folder, which stays as it is) with such a configuration. */
export function loadWithAlternatives<Loaded>(
	model: string,
	load: (folder: string) => Loaded,
): Promise<Loaded> {
	return inTemporaryFolder("model", async (folder) => {
		for (const name of await namesIn(model))
			if (name !== FOLDER) await symlink(resolve(model, name), join(folder, name), "junction");
		await mkdir(join(folder, FOLDER));
		for (const name of await namesIn(join(model, FOLDER))) {
			const bytes = await readFile(join(model, FOLDER, name));
			await writeFile(join(folder, FOLDER, name), configured(name, bytes));
		}
		return load(folder);
	});
}

/** Nothing where it is missing: what loads the model says so. */
async function namesIn(folder: string): Promise<readonly string[]> {
	return (await readdir(folder).catch(undefinedIfMissing)) ?? [];
}

/** A file of a model, as it is to be loaded. */
export function configured(name: string, bytes: Buffer): Buffer {
	return name === CONFIG ? Buffer.from(withAlternatives(bytes.toString("utf8"))) : bytes;
}
