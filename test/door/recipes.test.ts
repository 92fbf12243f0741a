import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { projectWithShowrun } from "./install.ts";
import { done, emptyFolder, run } from "./stranger.ts";

const RECIPES = readFileSync(join(".github", "docs", "ci.md"), "utf8");
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
	assert.equal([first.code, first.out, first.err], [0, "", ""], first.err);
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
recipes.run();

/** A clone that follows a repository, with the demo's campaign and showrun among its dependencies. */
function clipsWithUpstream(): string {
	const clone = projectWithShowrun("clips");
	const at = { cwd: clone };
	cpSync(join("examples", "demo"), clone, { recursive: true });
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
