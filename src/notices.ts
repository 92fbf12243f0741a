/** The licence texts of the packages that the bundle contains: they have to travel with it. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One package inside the bundle. */
export interface BundledPackage {
	readonly name: string;
	/** Its folder, from the root of the repository. */
	readonly folder: string;
}

/**
 * The packages that bundled files come from, by esbuild's list of inputs (paths from the root), sorted, each
 * once.
 */
export function bundledPackages(inputs: readonly string[]): readonly BundledPackage[] {
	const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
	const named = [...new Set(folders)].map((folder) => ({
		name: folder.replace(/^.*node_modules\//, ""),
		folder,
	}));
	return named.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The text of `NOTICES.txt`. Throws when a package names no licence. */
export async function noticesOf(root: string, packages: readonly BundledPackage[]): Promise<string> {
	const notices = await Promise.all(packages.map(({ folder }) => noticeOf(join(root, folder))));
	const parts = [...new Set(notices)];
	return (
		"showrun contains the packages below, each under its own licence.\n\n" +
		`${parts.join(`\n${"-".repeat(80)}\n\n`)}`
	);
}

async function noticeOf(folder: string): Promise<string> {
	const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
	if (typeof license !== "string") throw new Error(`${name} names no licence`);
	const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).sort();
	const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
	return `${name} ${version} (${license})\n\n${texts.map((text) => `${text.trim()}\n`).join("\n")}`;
}
