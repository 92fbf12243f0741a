import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CheckTexts } from "../../src/campaign/check.ts";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { checkTexts } from "../../src/compose/check.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { renderDiagnostics, withExcerpts } from "../../src/views/diagnostics.ts";

const CAMPAIGN = ".campaign.yaml";

/**
 * Calls the function with a check of campaigns in a workspace with a video and a few things that are none.
 */
export async function withChecks<Result>(
	use: (check: (bytes: Uint8Array, name: string) => Promise<readonly Diagnostic[]>) => Promise<Result>,
): Promise<Result> {
	const top = await mkdtemp(join(tmpdir(), "showrun-corpus-"));
	try {
		const cwd = await workspace(top);
		return await use((bytes, name) => check(bytes, join(cwd, `${name}${CAMPAIGN}`)));
	} finally {
		await rm(top, { recursive: true, force: true });
	}
}

async function check(bytes: Uint8Array, path: string): Promise<readonly Diagnostic[]> {
	const cwd = dirname(path);
	await writeFile(path, bytes);
	const excerpted: CheckTexts = (campaign, extent, sources) =>
		withExcerpts(checkTexts(campaign, extent), new Map(sources.map(({ file, text }) => [file, text])));
	const { diagnostics } = await loadCampaigns([path], {
		cwd,
		root: cwd,
		signal: AbortSignal.timeout(300_000),
		checkTexts: excerpted,
	});
	return diagnostics;
}

/** Diagnostics as `showrun validate` prints them, without colour. */
export function printed(diagnostics: readonly Diagnostic[]): string {
	return renderDiagnostics(diagnostics, { colour: false, width: 100 });
}

/** What broken campaigns use. */
const SHARED = {
	"accounts.shared.yaml":
		"accounts:\n  yt: { platform: youtube, username: Acme }\n  tt: { platform: tiktok, username: acme }\n",
	"rival.shared.yaml": "accounts:\n  yt: { platform: youtube, username: Rival }\ndefaults:\n  export: null\n",
	"defaults.shared.yaml":
		"defaults:\n  export: { resolution: 720p }\n  clipping: { limit: '{{ inputs.most }}' }\n",
	"mistaken.shared.yaml": "accounts:\n  yt: { platform: yuotube, username: Acme }\nvideos: {}\n",
	"zone.shared.yaml": "accounts:\n  yt: { platform: youtube, username: Acme, timezone: Europe/Berln }\n",
	"text.shared.yaml": "defaults:\n  export: {}\n  text: { title: '{{ clip.titel }}' }\n",
	"logo.shared.yaml": "brand:\n  logo: ./no-logo.png\n",
	"nested.shared.yaml": "use: [./accounts.shared.yaml]\n",
	"torn.shared.yaml": "accounts:\n  yt: { platform: youtube\n",
	"empty.shared.yaml": "",
	"../outside.shared.yaml": "hashtags: {}\n",
};

/** A video lies outside of the workspace too, so that only its place can be what is wrong with it. */
async function workspace(top: string): Promise<string> {
	const cwd = join(top, "workspace");
	const video = "\0\0\0\x10ftypisom\0\0\0\0";
	await mkdir(join(cwd, "folder.mp4"), { recursive: true });
	await mkdir(join(cwd, "media"));
	await mkdir(join(cwd, "folder.shared.yaml"));
	const files = {
		"../talk.mp4": video,
		"../talk.srt": "1",
		"talk.mp4": video,
		"none.mp4": "",
		"text.mp4": "version https://git-lfs.github.com/spec/v1\n",
		"talk.txt": "words",
		"torn.png": "\x89PNG\r\n\x1a\n",
		"words.ttf": "words",
		"../logo.png": "words",
		"notes.srt": "Dear diary,\n",
		"diary.mp4": video,
		"diary.srt": "Dear diary,\n",
		"empty.mp4": video,
		"empty.vtt": "",
		"talk.info.json": '{"title":"Talk","chapters":[{"start_time":0,"end_time":9,"title":"Intro"}]}',
	};
	Object.assign(files, SHARED);
	for (const [path, content] of Object.entries(files)) await writeFile(join(cwd, path), content);
	await symlink("../talk.mp4", join(cwd, "link.mp4"));
	await symlink("..", join(cwd, "linked"));
	await symlink("../outside.shared.yaml", join(cwd, "link.shared.yaml"));
	await symlink("gone.mp4", join(cwd, "dangling.mp4"));
	return cwd;
}
