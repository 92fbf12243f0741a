import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { projectWithShowrun } from "./install.ts";
import { done, type Ended, emptyFolder, run } from "./stranger.ts";

const GOOD = "campaign: a\nvideos: { talk: { source: https://example.com/a.mp4 } }\n";
const GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"];

const hooks = suite("the hooks, by pre-commit");

if (spawnSync("pre-commit", ["--version"]).error) console.log("not run: pre-commit");
else {
	const published = repositoryOfHooks();
	const project = projectWithShowrun("hooked");
	writeFileSync(join(project, ".gitignore"), "node_modules/\n.showrun/\n");
	writeFileSync(
		join(project, ".pre-commit-config.yaml"),
		`repos:\n  - repo: ${published.folder}\n    rev: ${published.rev}\n` +
			"    hooks: [{ id: showrun-validate }, { id: showrun-fmt }]\n",
	);
	done(["git", "init", "-q"], { cwd: project });
	done(["pre-commit", "install"], { cwd: project });
	const commit = (files: Readonly<Record<string, string>>): Ended => {
		for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
		done(["git", "add", "--all"], { cwd: project });
		return run([...GIT, "commit", "-qm", "Change a campaign"], { cwd: project });
	};

	hooks("let a good commit pass", () => {
		const { code, out, err } = commit({ "a.campaign.yaml": GOOD });
		assert.is(code, 0, out + err);
		assert.match(out + err, /showrun validate\.+Passed/);
		assert.match(out + err, /showrun fmt\.+Passed/);
	});

	hooks("stop a mistake and name its line", () => {
		const { code, out, err } = commit({ "b.campaign.yaml": "campaign: b\nvidoes: {}\n" });
		assert.is(code, 1);
		assert.match(out + err, /b\.campaign\.yaml:2/);
		done(["git", "rm", "-qf", "b.campaign.yaml"], { cwd: project });
	});

	hooks("format a file, which stops the commit once", () => {
		const text = GOOD.replace("campaign: a", "campaign:   c");
		assert.is(commit({ "c.campaign.yaml": text }).code, 1);
		assert.match(readFileSync(join(project, "c.campaign.yaml"), "utf8"), /^campaign: c$/m);
		assert.is(commit({}).code, 0);
	});
}
hooks.run();

/** A repository at a commit that has what is read of ours: the hooks. */
function repositoryOfHooks(): { readonly folder: string; readonly rev: string } {
	const folder = emptyFolder("published");
	copyFileSync(".pre-commit-hooks.yaml", join(folder, ".pre-commit-hooks.yaml"));
	done(["git", "init", "-q"], { cwd: folder });
	done(["git", "add", "--all"], { cwd: folder });
	done([...GIT, "commit", "-qm", "Publish the hooks"], { cwd: folder });
	return { folder, rev: done(["git", "rev-parse", "HEAD"], { cwd: folder }).trim() };
}
