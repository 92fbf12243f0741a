import { basename } from "node:path";
import { type Metafile, type OutputFile, transform } from "esbuild";

/** A built file: its path and its text. */
export interface BuiltFile {
	readonly path: string;
	readonly text: string;
}

/**
 * The bundler splits ES modules only, and V8 keeps no compiled code of them: each becomes a CommonJS file of
 * the same name, which `cli/compiled-code.ts` loads in half the time.
 */
export async function toCommonJs(files: readonly OutputFile[]): Promise<readonly BuiltFile[]> {
	const names = new Set(files.map(({ path }) => basename(path)));
	return Promise.all(
		files.map(async ({ path, text }) => {
			const { code } = await transform(requiringLater(text, names), {
				format: "cjs",
				platform: "node",
				target: "node20",
				minify: true,
				legalComments: "none",
				define: { "import.meta.url": "__fileUrl" },
			});
			const given = Object.entries(GIVEN).filter(([name]) => code.includes(name));
			return { path, text: given.map(([, line]) => line).join("") + code };
		}),
	);
}

/**
 * What ES modules have of themselves. Code that was kept cannot import: whoever loads it does that for it.
 */
const GIVEN: Readonly<Record<string, string>> = {
	__fileUrl: 'const __fileUrl=require("node:url").pathToFileURL(__filename).href;\n',
	__import: "const __import=require.load??(name=>import(name));\n",
};

/** `import()` of the program's own files and of Node's loads them like all others. */
function requiringLater(text: string, names: ReadonlySet<string>): string {
	return text
		.replace(/(?<![.\w$])import\("([^"]+)"\)/g, (whole, name: string) =>
			name.startsWith("node:") || names.has(basename(name))
				? `Promise.resolve().then(()=>require("${name}"))`
				: whole,
		)
		.replace(/(?<![.\w$])import\(/g, "__import(");
}

/** An ES module with the exports of a CommonJS file beside it, for programs that import it. */
export function moduleOf(file: string, { outputs }: Metafile): string {
	const [found] = Object.entries(outputs).filter(([path]) => basename(path) === file);
	const names = found?.[1].exports.join(", ") ?? "";
	return `import all from "./${file}";\nexport const { ${names} } = all;\n`;
}
