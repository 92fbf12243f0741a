import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadSettings } from "../../src/settings/load.ts";
import { type Files, short, withFiles } from "../campaign/files.ts";

/**
 * The root for paths given in a folder, below the temporary folder; or the rules that say why there is none.
 */
async function rootOf(files: Files, given: readonly string[], cwd = ""): Promise<string | string[]> {
	return withFiles(files, async (folder) => {
		const checked = await loadSettings({ given, cwd: `${folder}${cwd}`, env: {}, flags: {} });
		return checked.ok ? checked.value.root.slice(folder.length) || "/" : short(checked.diagnostics);
	});
}

const campaign = "campaign: c\n";
const repo: Files = { "w/.git/": "", "w/a/b/c.campaign.yaml": campaign, "w/d/": "" };
const cases: Record<
	string,
	[files: Files, given: readonly string[], cwd: string, expected: string | string[]]
> = {
	"a folder with settings is its own root": [{ "w/showrun.config.yaml": "{}\n" }, ["w"], "", "/w"],
	"settings above count, the nearest first": [
		{ "showrun.config.yaml": "{}\n", "w/showrun.config.yaml": "{}\n", "w/a/b/": "" },
		["w/a/b"],
		"",
		"/w",
	],
	"package.json#showrun is settings": [
		{ "w/package.json": '{ "showrun": {} }', "w/a/": "" },
		["w/a"],
		"",
		"/w",
	],
	"another package.json is not": [{ "w/package.json": "{}", "w/a/": "" }, ["w/a"], "", "/w/a"],
	"a .showrun folder marks a root": [
		{ "w/.showrun/": "", "w/a/c.campaign.yaml": campaign },
		["w/a"],
		"",
		"/w",
	],
	"a .showrun file does not": [{ "w/.showrun": "x", "w/a/": "" }, ["w/a"], "", "/w/a"],
	"without either the top of the repository": [repo, ["w/a/b"], "", "/w"],
	"a worktree's .git file is a top too": [{ "w/.git": "gitdir: x", "w/a/": "" }, ["w/a"], "", "/w"],
	"settings inside a repository win over its top": [
		{ ...repo, "w/a/showrun.config.yaml": "{}\n" },
		["w/a/b"],
		"",
		"/w/a",
	],
	"without a repository the given folder": [{ "w/a/": "" }, ["w/a"], "", "/w/a"],
	"a file means its folder": [{ "w/a/c.campaign.yaml": campaign }, ["w/a/c.campaign.yaml"], "", "/w/a"],
	"a file finds settings above": [
		{ "w/showrun.config.yaml": "{}\n", "w/a/c.campaign.yaml": campaign },
		["w/a/c.campaign.yaml"],
		"",
		"/w",
	],
	"nothing given means the current folder": [
		{ "w/showrun.config.yaml": "{}\n", "w/a/": "" },
		[],
		"/w/a",
		"/w",
	],
	"the root is the same from everywhere": [repo, ["../../d"], "/w/a/b", "/w"],
	"several paths of one workspace have one root": [repo, ["w/d", "w/a/b/c.campaign.yaml"], "", "/w"],
	"paths of two workspaces are refused": [
		{ "v/showrun.config.yaml": "{}\n", "w/showrun.config.yaml": "{}\n" },
		["v", "w"],
		"",
		["several-workspaces 0:0"],
	],
	"a missing path is refused": [{}, ["w", "v"], "", ["no-such-path 0:0", "no-such-path 0:0"]],
	"a workspace inside a given folder is refused": [
		{ "w/.git/": "", "w/a/b/showrun.config.yaml": "{}\n" },
		["w"],
		"",
		["nested-workspace 0:0"],
	],
	"so is one that was applied there before": [
		{ "w/.showrun/": "", "w/a/.showrun/": "" },
		["w"],
		"",
		["nested-workspace 0:0"],
	],
	"so is one below a folder inside the root": [
		{ "w/showrun.config.yaml": "{}\n", "w/a/b/package.json": '{ "showrun": {} }' },
		["w/a"],
		"",
		["nested-workspace 0:0"],
	],
	"one beside the given folder does not matter": [
		{ "w/showrun.config.yaml": "{}\n", "w/a/": "", "w/b/showrun.config.yaml": "{}\n" },
		["w/a"],
		"",
		"/w",
	],
	"one in node_modules does not matter": [
		{ "w/.git/": "", "w/node_modules/x/showrun.config.yaml": "{}\n" },
		["w"],
		"",
		"/w",
	],
};

const root = suite("the workspace root");
for (const [title, [files, given, cwd, expected]] of Object.entries(cases))
	root(title, async () => assert.equal(await rootOf(files, given, cwd), expected));

root("a nested workspace is named, with the command to use", () =>
	withFiles({ "showrun.config.yaml": "{}\n", "shows/one/showrun.config.yaml": "{}\n" }, async (folder) => {
		const { diagnostics } = await loadSettings({ given: [], cwd: folder, env: {}, flags: {} });
		assert.match(diagnostics[0]?.detail ?? "", "`shows/one` is a workspace of its own");
		assert.match(diagnostics[0]?.hint ?? "", "name shows/one, or campaign files of the outer one");
	}),
);

root("looking for it writes nothing", () =>
	withFiles(repo, async (folder) => {
		const { readdirSync } = await import("node:fs");
		const before = readdirSync(folder, { recursive: true });
		await loadSettings({ given: ["w"], cwd: folder, env: {}, flags: {} });
		assert.equal(readdirSync(folder, { recursive: true }), before);
	}),
);
root.run();
