/** Builds test files once, into a folder of the cache that is named after everything they are made of. */
import { createHash } from "node:crypto";
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { factsOf, type ModuleFacts } from "./modules.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const CACHE = join(ROOT, "node_modules", ".cache", "showrun-tests");
const WORKER = join(ROOT, "test", "runner", "worker.ts");
const SOURCES = ["src", "test", "schemas", "examples", "package.json", "package-lock.json"];
/** Builds that nobody used for a day are removed. */
const KEPT_MS = 24 * 3600_000;

/** One module of the tests, by its path from the root. */
export interface Module {
	readonly imports: readonly string[];
	/** Files and folders it names, from the root. */
	readonly names: readonly string[];
	readonly alone?: string;
}

export interface Built {
	readonly worker: string;
	/** The built file of each test file, by path from the root. */
	readonly files: Readonly<Record<string, string>>;
	readonly modules: Readonly<Record<string, Module>>;
}

/** Builds the files (paths from the root), or finds them built. `change` may give a module another text. */
export async function buildTests(
	files: readonly string[],
	change?: { readonly key: string; readonly text: (path: string, text: string) => string },
): Promise<Built> {
	const folder = join(CACHE, digest([...files, change?.key ?? ""]));
	const manifest = join(folder, "built.json");
	if (!existsSync(manifest)) {
		removeOld();
		const fresh = `${folder}.${process.pid}`;
		mkdirSync(fresh, { recursive: true });
		const built = await bundle(fresh, { files, change: change?.text ?? ((_, text) => text) });
		writeFileSync(join(fresh, "built.json"), JSON.stringify(built));
		rmSync(folder, { recursive: true, force: true });
		renameSync(fresh, folder);
	}
	utimesSync(folder, new Date(), new Date());
	const { worker, files: paths, modules }: Built = JSON.parse(readFileSync(manifest, "utf8"));
	const inside = (path: string) => join(folder, path);
	return {
		worker: inside(worker),
		files: Object.fromEntries(Object.entries(paths).map(([file, path]) => [file, inside(path)])),
		modules,
	};
}

async function bundle(
	folder: string,
	{
		files,
		change,
	}: { readonly files: readonly string[]; readonly change: (path: string, text: string) => string },
): Promise<Built> {
	const facts = new Map<string, ModuleFacts>();
	const { metafile } = await build({
		absWorkingDir: ROOT,
		entryPoints: [WORKER, ...files.map((file) => join(ROOT, file))],
		outbase: ROOT,
		outdir: folder,
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		target: "node20.19",
		packages: "external",
		sourcemap: "linked",
		metafile: true,
		chunkNames: "chunks/[name]-[hash]",
		plugins: [located(facts, change)],
		logLevel: "error",
	});
	const built = outputs(metafile, folder);
	return {
		worker: built(relative(ROOT, WORKER)),
		files: Object.fromEntries(files.map((file) => [file, built(file)])),
		modules: modulesOf(metafile, facts),
	};
}

/** Lets every module of ours go on believing that it is where its source is. */
function located(facts: Map<string, ModuleFacts>, change: (path: string, text: string) => string): Plugin {
	return {
		name: "located",
		setup: ({ onLoad }) => {
			onLoad({ filter: /\.ts$/ }, ({ path }) => {
				if (path.includes("node_modules")) return undefined;
				const own = relative(ROOT, path);
				const found = factsOf(path, change(own, readFileSync(path, "utf8")));
				facts.set(own, found);
				return { contents: found.text, loader: "ts" };
			});
		},
	};
}

function outputs(metafile: Metafile, folder: string): (file: string) => string {
	const byEntry = new Map(
		Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, path]),
	);
	return (file) => relative(folder, join(ROOT, byEntry.get(file) ?? ""));
}

function modulesOf(metafile: Metafile, facts: ReadonlyMap<string, ModuleFacts>): Record<string, Module> {
	return Object.fromEntries(
		Object.entries(metafile.inputs).map(([path, { imports }]) => {
			const { alone, names = [] } = facts.get(path) ?? {};
			const found: Module = {
				imports: imports.filter((each) => !each.external).map((each) => each.path),
				names: names.map((each) => relative(ROOT, each)),
				...(alone === undefined ? {} : { alone }),
			};
			return [path, found];
		}),
	);
}

function digest(words: readonly string[]): string {
	const hash = createHash("sha256").update(JSON.stringify([process.version, ...words]));
	for (const top of SOURCES) {
		const names = statSync(join(ROOT, top)).isFile()
			? [top]
			: readdirSync(join(ROOT, top), { recursive: true, encoding: "utf8" })
					.filter((name) => /\.(ts|json)$/.test(name))
					.sort()
					.map((name) => join(top, name));
		for (const name of names) hash.update(`\0${name}\0`).update(readFileSync(join(ROOT, name)));
	}
	return hash.digest("hex").slice(0, 20);
}

function removeOld(): void {
	mkdirSync(CACHE, { recursive: true });
	for (const name of readdirSync(CACHE)) {
		const path = join(CACHE, name);
		const { mtimeMs } = lstatSync(path);
		if (Date.now() - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
	}
}
