import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadCampaigns } from "../../src/campaign/load.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { builtMain } from "../journeys/built-program.ts";
import { withFiles } from "./files.ts";

const WRONG = "campaign: wrong\nvideos: { a: { sorce: a.mp4 } }\n";
const MAIN = await builtMain();

/**
 * Calls the function with a folder of things that are named like campaigns and cannot be read, and one
 * campaign with mistakes.
 */
function withTraps<Result>(use: (cwd: string) => Promise<Result>): Promise<Result> {
	return withFiles({ "wrong.campaign.yaml": WRONG }, async (cwd) => {
		execFileSync("mkfifo", [join(cwd, "pipe.campaign.yaml")]);
		await mkdir(join(cwd, "folder"));
		const links = {
			"loop.campaign.yaml": "loop.campaign.yaml",
			"nowhere.campaign.yaml": "gone",
			"away.campaign.yaml": "folder",
		};
		for (const [name, target] of Object.entries({ ...links, "endless.campaign.yaml": "/dev/zero" }))
			await symlink(target, join(cwd, name));
		await mkdir(join(cwd, ".showrun"));
		return use(cwd);
	});
}

const EXPECTED = ["away", "endless", "loop", "nowhere", "pipe"].map(
	(name) => `${name}.campaign.yaml unreadable-file`,
);
const named = ({ place, rule }: Diagnostic) => `${place?.file} ${rule}`;

const traps = suite("what cannot be read");

traps("is named, each with its reason, beside the mistakes of the other files", () =>
	withTraps(async (cwd) => {
		const { diagnostics } = await loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000) });
		assert.equal(diagnostics.map(named), [...EXPECTED, "wrong.campaign.yaml unknown-key"]);
		const reasons = diagnostics.slice(0, 5).map(({ detail }) => detail);
		for (const [index, words] of [
			"folder, a pipe",
			"a device",
			"back to itself",
			"dangling link",
			"a pipe",
		].entries())
			assert.match(reasons[index] ?? "", words);
	}),
);

traps("is named when it is asked for by name, too", () =>
	withTraps(async (cwd) => {
		const names = ["loop", "nowhere", "pipe", "endless"].map((name) => `${name}.campaign.yaml`);
		const { diagnostics } = await loadCampaigns(names, { cwd, signal: AbortSignal.timeout(300_000) });
		assert.equal(diagnostics.map(named), EXPECTED.slice(1));
	}),
);

traps("is a file without permission, unless one may read everything", () =>
	withFiles({ "secret.campaign.yaml": WRONG }, async (cwd) => {
		await chmod(join(cwd, "secret.campaign.yaml"), 0);
		const { diagnostics } = await loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000) });
		const all = process.getuid?.() === 0;
		assert.equal(
			diagnostics.map(({ rule }) => rule),
			all ? ["unknown-key"] : ["unreadable-file"],
		);
	}),
);

for (const [format, line] of [
	["", /^error: The file cannot be read \[unreadable-file\]\n *--> pipe\.campaign\.yaml:1:1$/m],
	[
		"--json",
		/^\{"type":"diagnostic","severity":"error","rule":"unreadable-file".*"file":"pipe\.campaign\.yaml"/m,
	],
	[
		"--github",
		/^::error file=pipe\.campaign\.yaml,line=1,col=1,title=The file cannot be read \[unreadable-file\]::It is not a regular file/m,
	],
] as const)
	traps(`is said by validate ${format}`.trim(), () =>
		withTraps(async (cwd) => {
			const args = [MAIN, "validate", ...(format ? [format] : [])];
			const { stdout, stderr, status } = spawnSync(process.execPath, args, {
				cwd,
				encoding: "utf8",
				timeout: 300_000,
			});
			assert.equal([stderr, status], ["", 1]);
			assert.match(stdout, line);
			for (const expected of [
				"loop.campaign.yaml",
				"nowhere.campaign.yaml",
				"endless.campaign.yaml",
				"unknown-key",
			])
				assert.match(stdout, expected);
		}),
	);

traps.run();
