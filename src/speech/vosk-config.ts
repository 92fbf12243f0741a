import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { undefinedIfMissing } from "../system/error-code.ts";
import { inTemporaryFolder } from "../system/temporary.ts";

/** Where a model says how it is listened with. */
const FOLDER = "conf";
const CONFIG = "model.conf";
/**
 * In place of what the model comes with, which was made for phones.
 *
 * - How much worse than the best another way to hear something may be and still count when it is judged how
 *   sure a word is. With 2 so few are left that three words in four are called sure, and of those one in
 *   thirteen is wrong.
 * - So many frames, of 10 ms, are computed together. With 20, so that words appear while one speaks, that
 *   takes an eighth more time; of 9,657 words as many are wrong.
 */
const OWN = { "lattice-beam": 6, "frames-per-chunk": 60 } as const;

function withOwn(config: string): string {
	const isOwn = (line: string) => Object.keys(OWN).some((name) => line.startsWith(`--${name}=`));
	const others = config.split("\n").filter((line) => line !== "" && !isOwn(line));
	return `${[...others, ...Object.entries(OWN).map(([name, value]) => `--${name}=${value}`)].join("\n")}\n`;
}

/** Loads a model (a folder, which stays as it is) with such a configuration. */
export function loadConfigured<Loaded>(model: string, load: (folder: string) => Loaded): Promise<Loaded> {
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
	return name === CONFIG ? Buffer.from(withOwn(bytes.toString("utf8"))) : bytes;
}
