import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { commandsPage } from "./commands.ts";
import { contentsBody, namesBody } from "./contents.ts";
import { readDocuments } from "./documents.ts";
import { documentOf } from "./page.ts";
import { rulesPage } from "./rules.ts";
import { outputPage, schemaPages } from "./schema-pages.ts";
import { servicePage } from "./service-page.ts";
import { ROOT } from "./sources.ts";

/** Writes the whole reference into a folder; returns how many pages it has. */
export async function writeReference(out: string): Promise<number> {
	const { pages: documents, files } = readDocuments();
	const pages = [...schemaPages(), rulesPage(), commandsPage(), outputPage(), servicePage(), ...documents];
	const whole = [
		{ file: "index.html", title: "Reference", body: contentsBody(pages) },
		{ file: "names.html", title: "All names", body: namesBody(pages) },
		...pages,
	];
	await mkdir(out, { recursive: true });
	for (const page of whole) await writeFile(join(out, page.file), documentOf(page));
	for (const [path, copy] of [...files, ["schemas/reference/style.css", "style.css"] as const]) {
		await mkdir(dirname(join(out, copy)), { recursive: true });
		await copyFile(join(ROOT, path), join(out, copy));
	}
	return whole.length;
}
