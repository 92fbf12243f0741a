import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { undefinedIfMissing } from "./error-code.ts";
import { stampOf } from "./fingerprints.ts";

/**
 * What stands in the files that git reads the commit of a checkout from: as long as it is the same, so is the
 * commit, and git need not be started. `top`: the folder with `.git`. Undefined: only git can tell.
 */
export async function headStamp(top: string): Promise<string | undefined> {
	const folder = await gitFolder(top);
	const head = await textOf(join(folder, "HEAD"));
	const elsewhere = await textOf(join(folder, "commondir"));
	const common = elsewhere === undefined ? folder : resolve(folder, elsewhere.trim());
	if (head === undefined || (await stat(join(common, "reftable")).catch(undefinedIfMissing)))
		return undefined;
	const name = /^ref: (\S+)/.exec(head)?.[1];
	const ref = name === undefined ? undefined : await textOf(join(common, name));
	// A branch that leads to another one.
	if (ref?.startsWith("ref:")) return undefined;
	const packed = await stampOf(join(common, "packed-refs")).catch(undefinedIfMissing);
	return JSON.stringify([folder, head, ref, packed?.text]);
}

/** Further checkouts of a repository, and submodules, have a file that leads to it. */
async function gitFolder(top: string): Promise<string> {
	const path = join(top, ".git");
	const text = await textOf(path);
	const link = /^gitdir: (.+)/.exec(text ?? "")?.[1];
	return link === undefined ? path : resolve(top, link);
}

/** Undefined: there is none, or it is a folder. */
async function textOf(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EISDIR") return undefined;
		return undefinedIfMissing(error);
	}
}
