/**
 * Bundles the program: one small entry and a chunk a command, so that start-up loads only what the
 * command needs.
 */
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

import { moduleOf, toCommonJs } from "./cjs.ts";
import { coreChunk } from "./core-chunk.ts";
import { writeDeclarations } from "./declarations.ts";
import { type BundledPackage, bundledPackages, noticesOf } from "./notices.ts";
import { replacedModules } from "./replaced-modules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What programs import, by name; its types stand in `dist/types`. */
const PROGRAM = ["showrun", "service", "client"] as const;

/**
 * Packages that are installed beside the program and loaded when they are used, which few commands do: undici
 * when a request leaves, feedsmith and csv-parse when a feed has changed, re2js for patterns of campaigns,
 * stopword when clips are found, chokidar and node-cron when something watches, tar for backups and models,
 * nodemailer when mail is sent, ics and feed when a calendar or a feed of posts is written, hono for anything
 * that serves. open brings a program of its own along.
 */
const INSTALLED = [
	...["undici", "open", "feedsmith", "csv-parse", "re2js", "stopword", "chokidar", "node-cron"],
	...["nodemailer", "tar/x", "tar/header", "ics", "feed", "hono", "@hono/node-server"],
];

/** Optional peers, which who wants them installs beside the program. */
const PEERS = ["pg", "@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await bundle(join(root, "dist"));
	const entries = PROGRAM.map((name) => `program/${name}`);
	await writeDeclarations(root, entries, join(root, "dist", "types"));
}

/**
 * Replaces a folder by the bundled program, and returns the packages it contains; others are found
 * from there at run time.
 */
export async function bundle(folder: string): Promise<readonly BundledPackage[]> {
	await rm(folder, { recursive: true, force: true });
	const { metafile, outputFiles } = await build({
		...(await programOptions()),
		metafile: true,
		write: false,
		entryPoints: {
			cli: join(root, "src/cli/main.ts"),
			// The process that listens to speech is a program of its own.
			listen: join(root, "src/cli/listen.ts"),
			...Object.fromEntries(PROGRAM.map((name) => [name, `./src/program/${name}.ts`])),
		},
		outdir: folder,
		splitting: true,
		format: "esm",
		chunkNames: "chunks/[name]-[hash]",
		plugins: [coreChunk(), replacedModules(root)],
	});
	await mkdir(join(folder, "types"), { recursive: true });
	await mkdir(join(folder, "chunks"));
	for (const { path, text } of await toCommonJs(outputFiles)) await writeFile(path, text);
	for (const name of PROGRAM) await writeFile(join(folder, `${name}.mjs`), moduleOf(`${name}.js`, metafile));
	await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }\n');
	await writeFile(join(folder, "types", "package.json"), '{ "type": "module" }\n');
	await build({
		...(await programOptions()),
		entryPoints: { main: join(root, "src/cli/start.ts") },
		outdir: folder,
		format: "cjs",
	});
	await writeSchemas(join(folder, "schemas"), Object.keys(metafile.inputs));
	const packages = bundledPackages(Object.keys(metafile.inputs));
	await writeFile(join(folder, "NOTICES.txt"), await noticesOf(root, packages));
	await chmod(join(folder, "main.js"), 0o755);
	return packages;
}

/** The schemas that the program reads at run time, without the white space: editors do not need it. */
async function writeSchemas(folder: string, inputs: readonly string[]): Promise<void> {
	await mkdir(folder);
	for (const path of inputs.filter((each) => /^schemas\/[\w-]+\.schema\.json$/.test(each))) {
		const schema: unknown = JSON.parse(await readFile(join(root, path), "utf8"));
		await writeFile(join(folder, basename(path)), JSON.stringify(schema));
	}
}

/** How the program is bundled, in one file or in many. */
export async function programOptions() {
	const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	return {
		absWorkingDir: root,
		bundle: true,
		platform: "node",
		target: "node20",
		minifySyntax: true,
		minifyWhitespace: true,
		minifyIdentifiers: true,
		legalComments: "none",
		// The others are found at run time or not at all.
		external: [...INSTALLED, ...PEERS, "@ffmpeg-installer/ffmpeg", "typescript"],
		// As an ES module it keeps nothing that is not used.
		alias: { liquidjs: join(root, "node_modules/liquidjs/dist/liquid.node.mjs") },
		define: {
			"process.env.NODE_ENV": '"production"',
			SHOWRUN_BUILD: JSON.stringify(await digest()),
			SHOWRUN_VERSION: JSON.stringify(version),
		},
		logLevel: "warning",
	} satisfies BuildOptions;
}

/** What was built from other sources, or with other packages, trusts nothing that this one keeps. */
export async function digest(): Promise<string> {
	const sources = (await readdir(join(root, "src"), { recursive: true, withFileTypes: true })).filter(
		(entry) => entry.isFile(),
	);
	const files = [
		...sources.map((entry) => join(entry.parentPath, entry.name)).sort(),
		join(root, "package.json"),
		join(root, "package-lock.json"),
	];
	const hash = createHash("sha256");
	for (const file of files) hash.update(await readFile(file).catch(() => ""));
	return hash.digest("hex");
}
