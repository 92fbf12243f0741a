import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { StopFault } from "../../src/model/fault.ts";
import { type Files, short, withFiles } from "./files.ts";

const signal = AbortSignal.timeout(300_000);
const named = (name: string) => `campaign: ${name}\nvideos: { a: { source: https://example.com/a } }\n`;

async function names(files: Files, given: readonly string[]): Promise<string[]> {
	return withFiles(files, async (cwd) =>
		(await loadCampaigns(given, { cwd, signal })).campaigns.map((each) => each.name),
	);
}

const tree: Files = {
	"b.campaign.yaml": named("b"),
	"deep/er/a.campaign.yml": named("a"),
	"deep/plain.yaml": named("plain"),
	".hidden/h.campaign.yaml": named("h"),
	"node_modules/x/n.campaign.yaml": named("n"),
	"deep/.draft.campaign.yaml": named("draft"),
	"deep/loop": "->..",
	"deep/linked.campaign.yaml": "->../outside.yaml",
	"outside.yaml": named("linked"),
};

const found: Record<string, [given: readonly string[], expected: string[]]> = {
	"a folder is searched to the bottom, but not dot folders, node_modules or links to folders": [
		["."],
		["b", "a", "linked"],
	],
	"nothing given means the current folder": [[], ["b", "a", "linked"]],
	"a file is taken whatever its name": [["deep/plain.yaml"], ["plain"]],
	"a file given twice is read once": [
		["b.campaign.yaml", ".", "./b.campaign.yaml"],
		["b", "a", "linked"],
	],
};

const walking = suite("finding campaigns");
for (const [title, [given, expected]] of Object.entries(found))
	walking(title, async () => assert.equal(await names(tree, given), expected));

walking("an absolute path works from any folder", () =>
	withFiles({ "w/a.campaign.yaml": named("a"), "else/": "" }, async (folder) => {
		const { campaigns } = await loadCampaigns([`${folder}/w`], { cwd: `${folder}/else`, signal });
		assert.equal([campaigns[0]?.name, campaigns[0]?.file], ["a", "../w/a.campaign.yaml"]);
	}),
);
walking.run();

const faults = suite("when there is nothing to load");
const stops: Record<string, [given: readonly string[], message: RegExp, remedy: RegExp]> = {
	"an empty folder shows how to start": [["empty"], /^No campaign was found in empty /, /showrun init/],
	"a missing path names what is beside it": [
		["tolk.campaign.yaml"],
		/^There is no file or folder tolk\.campaign\.yaml\.$/,
		/talk\.campaign\.yaml/,
	],
};
for (const [title, [given, message, remedy]] of Object.entries(stops))
	faults(title, () =>
		withFiles({ "empty/": "", "talk.campaign.yaml": named("talk") }, async (cwd) => {
			const fault = await loadCampaigns(given, { cwd, signal }).catch((error: unknown) => error);
			assert.instance(fault, StopFault);
			assert.match(fault instanceof StopFault ? fault.message : "", message);
			assert.match(fault instanceof StopFault ? (fault.remedy ?? "") : "", remedy);
		}),
	);

faults("a stopped search ends with the signal's reason", () =>
	withFiles({ "a.campaign.yaml": named("a") }, async (cwd) => {
		const fault = await loadCampaigns([], {
			cwd,
			signal: AbortSignal.abort(new StopFault("Stopped.")),
		}).catch((error: unknown) => error);
		assert.match(String(fault), "Stopped.");
	}),
);
faults.run();

const several = suite("several campaigns");

several(
	"mistakes of all files come together, sorted by file and line, and good files are still campaigns",
	() =>
		withFiles(
			{
				"b.campaign.yaml": `${named("b")}x: 1\ny: 2\n`,
				"a.campaign.yaml": "campaign: [\n",
				"c.campaign.yaml": named("c"),
			},
			async (cwd) => {
				const { campaigns, diagnostics } = await loadCampaigns([], { cwd, signal });
				assert.equal(
					diagnostics.map((each) => `${each.place?.file}:${each.place?.line}`),
					["a.campaign.yaml:1", "b.campaign.yaml:3", "b.campaign.yaml:4"],
				);
				assert.equal(
					campaigns.map((each) => each.name),
					["c"],
				);
			},
		),
);

several("two campaigns cannot have one name", () =>
	withFiles({ "a.campaign.yaml": named("same"), "b.campaign.yaml": named("same") }, async (cwd) => {
		const { campaigns, diagnostics } = await loadCampaigns([], { cwd, signal });
		assert.equal(short(diagnostics), ["duplicate-campaign 1:11"]);
		assert.match(diagnostics[0]?.detail ?? "", "a.campaign.yaml is called `same` too");
		assert.equal(
			campaigns.map((each) => each.file),
			["a.campaign.yaml"],
		);
	}),
);
several.run();

const media = (source: string) => `campaign: c\nvideos: { a: { source: ${source} } }\n`;
const escapes: Record<string, [files: Files, root: string | undefined, expected: string[]]> = {
	"a source beside the campaign is inside": [
		{ "w/c.campaign.yaml": media("a.mp4"), "w/a.mp4": "x" },
		"w",
		[],
	],
	"a source elsewhere in the workspace is inside": [
		{ "w/sub/c.campaign.yaml": media("../a.mp4"), "w/a.mp4": "x" },
		"w",
		[],
	],
	"a source above the workspace is outside": [
		{ "w/c.campaign.yaml": media("../a.mp4"), "a.mp4": "x" },
		"w",
		["outside-workspace 2:24"],
	],
	"a link to a file outside is outside": [
		{ "w/c.campaign.yaml": media("a.mp4"), "w/a.mp4": "->../secret.txt", "secret.txt": "x" },
		"w",
		["outside-workspace 2:24"],
	],
	"a link to a folder outside is outside": [
		{ "w/c.campaign.yaml": media("m/a.mp4"), "w/m": "->../media", "media/a.mp4": "x" },
		"w",
		["outside-workspace 2:24"],
	],
	"a link inside the workspace is inside": [
		{ "w/c.campaign.yaml": media("a.mp4"), "w/a.mp4": "->b.mp4", "w/b.mp4": "x" },
		"w",
		[],
	],
	"a link to nothing is missing": [
		{ "w/c.campaign.yaml": media("a.mp4"), "w/a.mp4": "->b.mp4" },
		"w",
		["missing-file 2:24"],
	],
	"without a root the current folder is the workspace": [
		{ "w/c.campaign.yaml": media("../a.mp4"), "a.mp4": "x" },
		undefined,
		[],
	],
};

const inside = suite("sources and the workspace");
for (const [title, [files, root, expected]] of Object.entries(escapes))
	inside(title, () =>
		withFiles(files, async (cwd) => {
			const { diagnostics } = await loadCampaigns(["w"], {
				cwd,
				signal,
				...(root !== undefined && { root: `${cwd}/${root}` }),
			});
			assert.equal(short(diagnostics), expected);
		}),
	);

inside("a link beside the source is no way out for a transcript either", () =>
	withFiles(
		{ "w/c.campaign.yaml": media("a.mp4"), "w/a.mp4": "x", "w/a.srt": "->../secret.txt", "secret.txt": "x" },
		async (cwd) => {
			const { campaigns } = await loadCampaigns(["w"], { cwd, signal, root: `${cwd}/w` });
			assert.equal(campaigns[0]?.videos[0]?.source, { kind: "file", path: `${cwd}/w/a.mp4`, shown: "a.mp4" });
		},
	),
);
inside.run();
