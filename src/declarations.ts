import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const COMPILER = fileURLToPath(import.meta.resolve("typescript/package.json"));

/**
 * Writes the types of some files of `src`, and of what these name and nothing else, below a folder. Private
 * comments are left out with the files.
 */
export async function writeDeclarations(
	root: string,
	entries: readonly string[],
	folder: string,
): Promise<void> {
	const made = await mkdtemp(join(tmpdir(), "showrun-types-"));
	try {
		await compile(root, entries, made);
		for (const [path, text] of onlyNamed(await reached(made, entries))) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(
				join(folder, path),
				text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
			);
		}
	} finally {
		await rm(made, { recursive: true, force: true });
	}
}

/** Of what is generated, only the types that others name, with what these name: few of many messages. */
function onlyNamed(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
	const texts = [...files];
	return new Map(
		texts.map(([path, text]) => {
			if (!path.endsWith(".gen.d.ts")) return [path, text];
			const others = texts.filter(([each]) => each !== path).map(([, other]) => other);
			return [path, withNamed(text, others.join("\n"))];
		}),
	);
}

function withNamed(text: string, others: string): string {
	// Each begins with a comment, at the edge.
	const parts = text.split(/^(?=\/\*\*)/m);
	const nameOf = (part: string) => /^export (?:interface|type) (\w+)/m.exec(part)?.[1];
	const declarations = new Map(parts.map((part) => [nameOf(part), part]));
	const named = new Set<string | undefined>([undefined]);
	const take = (from: string) => {
		for (const [word] of from.matchAll(/\b\w+\b/g)) {
			const found = declarations.get(word);
			if (found === undefined || named.has(word)) continue;
			named.add(word);
			take(found);
		}
	};
	take(others);
	return parts.filter((part) => named.has(nameOf(part))).join("");
}

async function compile(root: string, entries: readonly string[], outDir: string): Promise<void> {
	const { bin } = JSON.parse(await readFile(COMPILER, "utf8"));
	const options = {
		extends: join(root, "tsconfig.json"),
		compilerOptions: {
			noEmit: false,
			declaration: true,
			emitDeclarationOnly: true,
			rootDir: join(root, "src"),
			typeRoots: [join(root, "node_modules/@types")],
			outDir,
		},
		files: entries.map((entry) => join(root, "src", `${entry}.ts`)),
		include: [],
	};
	const project = join(outDir, "tsconfig.json");
	await writeFile(project, JSON.stringify(options));
	const tsc = join(dirname(COMPILER), bin.tsc);
	await promisify(execFile)(process.execPath, [tsc, "--project", project]);
}

/** The declarations of the entries and of what they import, by path; imports name the built files. */
async function reached(made: string, entries: readonly string[]): Promise<ReadonlyMap<string, string>> {
	const found = new Map<string, string>();
	const left = entries.map((entry) => `${entry}.d.ts`);
	for (let path = left.pop(); path !== undefined; path = left.pop()) {
		if (found.has(path)) continue;
		const text = await readFile(join(made, path), "utf8");
		const imports = [...text.matchAll(/(?<=from "|import\(")\.{1,2}\/[^"]+(?=\.ts")/g)];
		left.push(
			...imports.map(([name]) => relative(made, join(made, dirname(path as string), `${name}.d.ts`))),
		);
		found.set(path, text.replace(/(?<=(?:from "|import\(")\.{1,2}\/[^"]+)\.ts(?=")/g, ".js"));
	}
	return found;
}
