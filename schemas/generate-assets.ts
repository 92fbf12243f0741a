import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Loader, transform } from "esbuild";
import { NOTICE, root } from "./standalone.ts";

/** The files that the page loads, and what they are. */
const FILES: readonly { readonly name: string; readonly loader: Loader; readonly type: string }[] = [
	{ name: "page.css", loader: "css", type: "text/css; charset=utf-8" },
	{ name: "page.js", loader: "js", type: "text/javascript; charset=utf-8" },
	{ name: "icon.svg", loader: "text", type: "image/svg+xml" },
];

/** Writes `src/page/assets/assets.gen.ts`: the files as text, under names made of digests. */
export async function generateAssets(): Promise<void> {
	const folder = join(root, "src/page/assets");
	const written = await Promise.all(
		FILES.map(async ({ name, loader, type }) => {
			const text = await readFile(join(folder, name), "utf8");
			const short = loader === "text" ? text.trim() : (await transform(text, { loader, minify: true })).code;
			const digest = createHash("sha256").update(short).digest("hex").slice(0, 12);
			const path = `/assets/${name.replace(".", `-${digest}.`)}`;
			return `\t${JSON.stringify(name)}: ${JSON.stringify({ path, type, text: short })},\n`;
		}),
	);
	await writeFile(
		join(folder, "assets.gen.ts"),
		`// ${NOTICE}\nexport const FILES = {\n${written.join("")}} as const;\n`,
	);
}
