import { existsSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { renderMarkdown } from "./markdown.ts";
import type { Group, Page } from "./page.ts";
import { ROOT, readText } from "./sources.ts";

/** The Markdown files of the project as pages, and the files that they link to. */
export interface Documents {
	readonly pages: readonly Page[];
	/** Path in the project, and in the reference. */
	readonly files: ReadonlyMap<string, string>;
}

interface Source {
	readonly path: string;
	readonly file: string;
	readonly group: Group;
}

const DOCS = ".github/docs";
const EXAMPLES = "examples";
/** Files that have a page of another kind. */
const OTHER: Readonly<Record<string, string>> = {
	"schemas/campaign.schema.json": "campaign.html",
	"schemas/clips.schema.json": "clips.html",
	"schemas/settings.schema.json": "settings.html",
};
const SHOWN_AS_IT_IS = /\.(?:jpg|png|svg|json)$/;

/** Reads them; throws where a link leads to no file. */
export function readDocuments(): Documents {
	const sources: readonly Source[] = [
		{ path: "README.md", file: "readme.html", group: "Explanations" },
		...markdownIn(DOCS).map((path) => ({ path, file: pageOf(path, "doc"), group: "Explanations" as const })),
		{ path: "CHANGELOG.md", file: "changelog.html", group: "Explanations" },
		{ path: "src/README.md", file: "tour.html", group: "Explanations" },
		{ path: "src/DECISIONS.md", file: "decisions.html", group: "Explanations" },
		{ path: ".github/CONTRIBUTING.md", file: "contributing.html", group: "Explanations" },
		...readdirSync(join(ROOT, EXAMPLES))
			.map((name) => `${EXAMPLES}/${name}/README.md`)
			.filter((path) => existsSync(join(ROOT, path)))
			.map((path) => ({ path, file: `guide-${path.split("/")[1]}.html`, group: "Guides" as const })),
	];
	const pageAt = new Map([
		...sources.map(({ path, file }) => [path, file] as const),
		...Object.entries(OTHER),
	]);
	const files = new Map<string, string>();
	const pages = sources.map(({ path, file, group }): Page => {
		const text = readText(path);
		const relink = (href: string) => addressOf(href, path, { pageAt, files });
		const title = /^# (.*)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? path;
		return { file, title, group, body: renderMarkdown(text, relink).body, names: [] };
	});
	return { pages, files };
}

function markdownIn(folder: string): readonly string[] {
	return readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith(".md"))
		.map((name) => `${folder}/${name}`);
}

function pageOf(path: string, kind: string): string {
	return `${kind}-${posix.basename(path, ".md")}.html`;
}

/** Where a link of a file leads: a page, a copy of another file, or what it says where that is elsewhere. */
function addressOf(
	href: string,
	from: string,
	{ pageAt, files }: { readonly pageAt: ReadonlyMap<string, string>; readonly files: Map<string, string> },
): string {
	if (/^(?:[a-z]+:|#)/i.test(href)) return href;
	const [to = "", fragment] = href.split("#");
	const path = posix.normalize(posix.join(posix.dirname(from), to)).replace(/\/$/, "");
	const page = pageAt.get(path);
	if (page !== undefined) return fragment === undefined ? page : `${page}#${fragment}`;
	const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
	if (found?.isFile() !== true) throw new Error(`${from}: the link ${href} leads to no file`);
	const copy = `files/${path.replaceAll("/", "-").replace(/^\./, "")}${SHOWN_AS_IT_IS.test(path) ? "" : ".txt"}`;
	files.set(path, copy);
	return copy;
}
