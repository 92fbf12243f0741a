import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Loaded, loadCampaigns } from "../../src/campaign/load.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";

/** How every MP4 starts. */
const HEAD = "\0\0\0\x10ftypisom\0\0\0\0";

/**
 * Content by path; `->target` makes a symbolic link, a path that ends with a slash a folder, and text named
 * .mp4 starts like one: bytes are written as they are.
 */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Calls the function with a temporary folder that holds the files. */
export async function withFiles<Result>(
	files: Files,
	use: (folder: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-campaign-"));
	try {
		for (const [path, content] of Object.entries(files)) await put(join(folder, path), content);
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
	if (path.endsWith("/")) {
		await mkdir(path, { recursive: true });
		return;
	}
	await mkdir(dirname(path), { recursive: true });
	if (typeof content === "string" && content.startsWith("->")) await symlink(content.slice(2), path);
	else
		await writeFile(
			path,
			typeof content === "string" && content !== "" && path.endsWith(".mp4") ? `${HEAD}${content}` : content,
		);
}

/** The only campaign of a folder, which must be free of errors. */
export async function loadFirst(cwd: string): Promise<Campaign> {
	const { campaigns, diagnostics } = await loadCampaigns(["."], {
		cwd,
		signal: AbortSignal.timeout(300_000),
	});
	const [campaign] = campaigns;
	if (campaign === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
	return campaign;
}

/** Loads one campaign text, beside a video `talk.mp4` and a few things that are no videos. */
export async function load(text: string | Uint8Array): Promise<Loaded> {
	const files = {
		"a.campaign.yaml": text,
		"talk.mp4": "video",
		"talk.txt": "words",
		"none.mp4": "",
		"text.mp4": Buffer.from("version https://git-lfs.github.com/spec/v1\n"),
		"folder.mp4/": "",
	};
	return withFiles(files, (cwd) => loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000) }));
}

/** `rule line:column`, with `!` in front of warnings. */
export function short(diagnostics: readonly Diagnostic[]): string[] {
	return diagnostics.map(
		({ severity, rule, place }) =>
			`${severity === "warning" ? "!" : ""}${rule} ${place?.line ?? 0}:${place?.column ?? 0}`,
	);
}
