import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
/** All that making a plan loads: nearly every command needs most of it. */
const CORE = "src/cli/wiring/plan-anew.ts";
/** What programs import: with the core whole, it does not cut the core into more chunks. */
const PROGRAM = /^\.\/src\/program\//;
/** Loaded on demand and sooner without the core. */
const WITHOUT_CORE = [
	/^src\/cli\/(program|flags\/spellings)\.ts$/,
	/^src\/cli\/commands\/(completion|explain|plan|validate)\.ts$/,
	/^src\/(model|views)\/fault\.ts$/,
	/^src\/settings\/explorer\.ts$/,
	/^src\/(speech|models)\//,
	/^node_modules\//,
];

/**
 * Puts the core in a few chunks. The bundler makes a chunk of the modules that exactly the same entries need,
 * and each import on demand is an entry: that gave a hundred tiny files, and opening them took longer than
 * running them. So every import on demand that may have the core needs all of it.
 */
export function coreChunk(): Plugin {
	return {
		name: "core-chunk",
		setup({ onResolve, onLoad, resolve }) {
			onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, importer }) => {
				if (kind !== "dynamic-import" && !(kind === "entry-point" && PROGRAM.test(path))) return;
				const found = await resolve(path, { kind: "import-statement", resolveDir, importer });
				const name = relative(root, found.path);
				if (name === CORE || WITHOUT_CORE.some((each) => each.test(name))) return found;
				return { path: name, namespace: "with-core" };
			});
			onLoad({ filter: /./, namespace: "with-core" }, ({ path }) => ({
				contents: `import "./${CORE}"; export * from "./${path}";`,
				resolveDir: root,
			}));
		},
	};
}
