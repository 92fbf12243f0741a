/** Bundles the program: one small entry and a chunk a command, so that start-up loads only what the command needs. */
import { chmod, rm } from "node:fs/promises";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;

await rm(`${root}dist`, { recursive: true, force: true });
await build({
	entryPoints: [`${root}src/cli/main.ts`],
	outdir: `${root}dist`,
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node20",
	minifySyntax: true,
	legalComments: "none",
	chunkNames: "chunks/[name]-[hash]",
	// CommonJS dependencies ask for `require`, which ES modules do not have.
	banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
	// undici is loaded only when a request leaves, and whole; the others are found at run time or not at all.
	external: ["undici", "@ffmpeg-installer/ffmpeg", "typescript"],
	logLevel: "warning",
});
await chmod(`${root}dist/main.js`, 0o755);
