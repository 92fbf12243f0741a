import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { KEY, withServer } from "../journeys/server.ts";
import { deliveredIn, remoteSettings, renderedWorkspace, video } from "../journeys/workspace.ts";
import { projectWithShowrun } from "./install.ts";
import { done, emptyFolder, ROOM, run } from "./stranger.ts";

const RECIPES = readFileSync(join(".github", "docs", "ci.md"), "utf8");
const PUSH_TOKEN = "push-token-5c1e";
const GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"];

const recipes = suite("recipes of ci.md");

recipes("the lines for cron pull, apply and write their log, with nothing but what cron gives", () => {
	const [path = "", line = ""] =
		/^## cron[\s\S]*?```sh\n([\s\S]*?)```/m.exec(RECIPES)?.[1]?.split("\n") ?? [];
	const command = line.replace("*/15 * * * * ", "");
	assert.match(path, /^PATH=\S+$/);
	assert.match(command, /^cd \/srv\/clips && /);
	const clone = clipsWithUpstream();
	writeFileSync(join(clone, ".env"), "export SHOWRUN_API_KEY=a-key-that-is-not-needed\n");
	const folders = [dirname(process.execPath), path.replace("PATH=", "")].join(":");
	const cron = () => {
		const given = ["env", "-i", `HOME=${emptyFolder("cron-home")}`, "SHELL=/bin/sh", `PATH=${folders}`];
		return run([...given, "/bin/sh", "-c", command.replace("/srv/clips", clone)], {
			cwd: emptyFolder("elsewhere"),
		});
	};
	const first = cron();
	const log = () => readFileSync(join(clone, "showrun.log"), "utf8");
	assert.equal([first.code, first.out, first.err], [0, "", ""], first.err + log());
	const delivered = readdirSync(join(clone, "outbox"), { recursive: true }).length;
	assert.ok(delivered > 0, log());
	const logged = log().length;
	changeUpstream();
	const second = cron();
	assert.is(second.code, 0, second.err + log());
	assert.match(readFileSync(join(clone, "demo.campaign.yaml"), "utf8"), /^# changed upstream$/m);
	assert.match(log().slice(logged), /^No changes\./m);
	assert.is(readdirSync(join(clone, "outbox"), { recursive: true }).length, delivered);
});
recipes("the lines for GitLab plan on a branch and apply once on the default branch", async () => {
	const there = renderedWorkspace(video("talk", { seconds: 4 }));
	await withServer(there, async ({ url }) => {
		const upstream = upstreamOf(there, url);
		const planned = gitLabJob(upstream, "a-branch");
		assert.is(planned.code, 0, planned.err + planned.out);
		assert.match(planned.out, /^Plan: /m);
		assert.is(deliveredIn(there).length, 0);
		const applied = gitLabJob(upstream, "main");
		assert.is(applied.code, 0, applied.err + applied.out);
		const delivered = deliveredIn(there).length;
		assert.ok(delivered > 0, applied.out);
		const again = gitLabJob(upstream, "main");
		assert.is(again.code, 0, again.err + again.out);
		assert.match(again.out, /^No changes\./m);
		assert.is(deliveredIn(there).length, delivered);
		for (const { out, err } of [planned, applied, again]) {
			assert.not.match(out + err, KEY.SHOWRUN_API_KEY);
			assert.not.match(out + err, PUSH_TOKEN);
		}
	});
});
recipes.run();

let jobs = 0;

/** Runs the recipe's script as a runner does: in one shell, on a detached clone of one commit. */
function gitLabJob(upstream: string, branch: string): ReturnType<typeof run> {
	const text = /^## GitLab[\s\S]*?```yaml\n([\s\S]*?)```/m.exec(RECIPES)?.[1] ?? "";
	const { script, variables } = parse(text).showrun;
	const cwd = emptyFolder(`job-${++jobs}`);
	done(["git", "clone", "-q", `--depth=${variables.GIT_DEPTH}`, `file://${upstream}`, "."], { cwd });
	done(["git", "checkout", "-q", "--detach"], { cwd });
	return run(["bash", "-eo", "pipefail", "-c", script.join("\n")], {
		cwd,
		env: {
			...KEY,
			SHOWRUN_PUSH_TOKEN: PUSH_TOKEN,
			CI: "true",
			GITLAB_CI: "true",
			CI_COMMIT_BRANCH: branch,
			CI_DEFAULT_BRANCH: "main",
			CI_SERVER_HOST: "gitlab.example.com",
			CI_PROJECT_PATH: "acme/clips",
			// The address of the project is the repository here.
			GIT_CONFIG_COUNT: "1",
			GIT_CONFIG_KEY_0: `url.file://${upstream}.insteadOf`,
			GIT_CONFIG_VALUE_0: `https://showrun:${PUSH_TOKEN}@gitlab.example.com/acme/clips.git`,
		},
	});
}

/** A repository with a campaign that asks a service, showrun among its dependencies and its state begun. */
function upstreamOf(workspace: string, url: string): string {
	const seed = projectWithShowrun("seed");
	const at = { cwd: seed };
	for (const name of readdirSync(workspace).filter((each) => /\.(campaign\.yaml|mp4|srt|vtt)$/.test(each)))
		cpSync(join(workspace, name), join(seed, name));
	writeFileSync(join(seed, "showrun.config.yaml"), `${remoteSettings(url)}state: git\n`);
	writeFileSync(join(seed, ".gitignore"), "node_modules/\n.showrun/\n");
	// A runner finds the package where npm has it from, whatever folder it works in.
	for (const file of ["package.json", "package-lock.json"]) {
		const path = join(seed, file);
		writeFileSync(path, readFileSync(path, "utf8").replaceAll("file:../", `file:${ROOM}/`));
	}
	done(["git", "init", "-q", "--initial-branch=main"], at);
	done(["git", "add", "--all"], at);
	done([...GIT, "commit", "-qm", "Add clips"], at);
	const bare = join(emptyFolder("gitlab"), "clips.git");
	done(["git", "clone", "-q", "--bare", seed, bare], at);
	done(["git", "remote", "add", "origin", bare], at);
	done(["npx", "showrun", "state", "adopt", "--empty", "--auto-approve"], { ...at, env: KEY });
	return bare;
}

/** A clone that follows a repository, with the demo's campaign and showrun among its dependencies. */
function clipsWithUpstream(): string {
	const clone = projectWithShowrun("clips");
	const at = { cwd: clone };
	// What this clone's own runs left there is another user's.
	const isOwn = (path: string) => /(^|\/)(\.showrun|outbox)$/.test(path);
	cpSync(join("examples", "demo"), clone, { recursive: true, filter: (path) => !isOwn(path) });
	writeFileSync(join(clone, ".gitignore"), "node_modules/\noutbox/\n.env\nshowrun.log\n");
	done(["git", "init", "-q", "--initial-branch=main"], at);
	done(["git", "add", "--all"], at);
	done([...GIT, "commit", "-qm", "Add clips"], at);
	done(["git", "clone", "-q", "--bare", clone, join(emptyFolder("upstream"), "clips.git")], at);
	done(["git", "remote", "add", "origin", join(emptyFolder("upstream"), "clips.git")], at);
	done(["git", "fetch", "-q", "origin"], at);
	done(["git", "branch", "-q", "--set-upstream-to=origin/main"], at);
	return clone;
}

function changeUpstream(): void {
	const colleague = join(emptyFolder("colleague"), "clips");
	const at = { cwd: emptyFolder("colleague") };
	done(["git", "clone", "-q", join(emptyFolder("upstream"), "clips.git"), colleague], at);
	const file = join(colleague, "demo.campaign.yaml");
	done(["sh", "-c", `echo '# changed upstream' >> '${file}'`], at);
	done([...GIT, "commit", "-qam", "Change a campaign"], { cwd: colleague });
	done(["git", "push", "-q"], { cwd: colleague });
}
