import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { LINKED } from "../builders/command.ts";
import { snapshot } from "../builders/world.ts";
import { PROGRAM, ROOM } from "../journeys/program.ts";
import { ACTION, FILE, type Given, type Ran, runStep, STEPS } from "./action-steps.ts";

const KEY = "action-key-51c2";

/** The built program stands where the action looks for it. */
mkdirSync(join(PROGRAM, ".github", "actions", "showrun"), { recursive: true });

function step(name: string, given: Omit<Given, "checkout"> = {}): Ran {
	return runStep(name, { ...given, checkout: PROGRAM });
}

const linting = suite("the GitHub Action");

linting("is a composite action whose inputs are described, and used", () => {
	assert.is(ACTION.runs.using, "composite");
	const text = JSON.stringify(ACTION.runs);
	for (const [name, input] of Object.entries<{ description?: string }>(ACTION.inputs)) {
		assert.ok(input.description, name);
		assert.match(text, `inputs.${name}`);
	}
	for (const { name, run, shell, uses } of STEPS) assert.ok(uses ?? (run && shell === "bash"), name);
});

linting("puts no expression into the text of a script", () => {
	assert.equal(
		STEPS.filter(({ run = "" }) => /\$\{\{|<<%/.test(run)).map(({ name }) => name),
		[],
	);
});

linting("gives the key to plan and apply alone, and the token to the comment alone", () => {
	const having = (word: string) =>
		STEPS.filter(({ env = {} }) => Object.values(env).some((value) => value.includes(word))).map(
			({ name }) => name,
		);
	assert.equal(having("inputs.api-key"), ["Plan", "Apply"]);
	assert.equal(having("inputs.github-token"), ["Comment"]);
	for (const name of ["Plan", "Comment"])
		assert.is(STEPS.find((each) => each.name === name)?.if, "steps.decide.outputs.mode == 'plan'");
	assert.is(STEPS.find((each) => each.name === "Apply")?.if, "steps.decide.outputs.mode == 'apply'");
});

linting(
	"shows a workflow that grants what `state: git` needs, and names the alternative where apply refuses",
	() => {
		assert.match(
			readFileSync(FILE, "utf8"),
			/^# +permissions: \{ contents: write, pull-requests: write \}$/m,
		);
		assert.match(ACTION.inputs.apply.description, "state: git in showrun.config.yaml");
	},
);

linting("has scripts that bash can read", () => {
	for (const { name, run } of STEPS)
		if (run) assert.is(spawnSync("bash", ["-n"], { input: run, encoding: "utf8" }).stderr, "", name);
});
linting.run();

const deciding = suite("what the action does");
const own = {
	REPOSITORY: "acme/clips",
	HEAD_REPOSITORY: "acme/clips",
	DEFAULT_BRANCH: "main",
	APPLY: "true",
};
const modes: Record<string, [Readonly<Record<string, string>>, string]> = {
	"a pull request of the repository is planned": [
		{ EVENT: "pull_request", REF: "refs/pull/1/merge" },
		"plan",
	],
	"a pull request of a fork is only validated": [
		{ EVENT: "pull_request", HEAD_REPOSITORY: "eve/clips" },
		"validate",
	],
	"a pull request of a deleted fork is only validated": [
		{ EVENT: "pull_request", HEAD_REPOSITORY: "" },
		"validate",
	],
	"a merge to the default branch is applied": [{ EVENT: "push", REF: "refs/heads/main" }, "apply"],
	"a schedule is applied": [{ EVENT: "schedule", REF: "refs/heads/main" }, "apply"],
	"another branch is validated": [{ EVENT: "push", REF: "refs/heads/feature" }, "validate"],
	"a tag named like the branch is validated": [{ EVENT: "push", REF: "refs/tags/main" }, "validate"],
	"nothing is applied where the input says so": [
		{ EVENT: "push", REF: "refs/heads/main", APPLY: "false" },
		"validate",
	],
	"a branch that is named like a script is a name": [
		{ EVENT: "push", REF: "refs/heads/$(touch hacked)" },
		"validate",
	],
};
for (const [title, [env, mode]] of Object.entries(modes))
	deciding(title, () =>
		assert.is(step("Decide what to do", { env: { ...own, ...env } }).outputs, `mode=${mode}\n`),
	);

deciding("events that would give a fork our rights are refused", () => {
	for (const EVENT of ["pull_request_target", "workflow_run", "issue_comment"]) {
		const { code, said, outputs } = step("Decide what to do", { env: { ...own, EVENT } });
		assert.equal([code, outputs], [1, ""]);
		assert.match(said, "::error title=showrun::");
	}
});
deciding.run();

/** A workspace in a folder with a space, whose campaign is fine. */
function workspaceOf(files: Readonly<Record<string, string>> = {}): string {
	const folder = mkdtempSync(join(ROOM, "action ws-"));
	for (const [path, text] of Object.entries({
		"my campaigns/k.campaign.yaml": LINKED,
		".showrun/state.json": encodeSnapshot(snapshot()),
		...files,
	})) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

const PATHS = { CAMPAIGN_PATHS: "my campaigns\n\n  \n" };
const REMOTE = { "showrun.config.yaml": 'service: { url: "http://127.0.0.1:9" }\n' };
const running = suite("the scripts of the action");

running("validate takes paths with spaces, one a line, and says mistakes as annotations", () => {
	assert.is(step("Validate", { cwd: workspaceOf(), env: PATHS }).code, 0);
	const broken = step("Validate", {
		cwd: workspaceOf({ "my campaigns/k.campaign.yaml": "campaign: k\nvidoes: {}\n" }),
		env: PATHS,
	});
	assert.is(broken.code, 1);
	assert.match(broken.said, /::error file=my campaigns\/k\.campaign\.yaml,line=2/);
	const flag = step("Validate", { cwd: workspaceOf(), env: { CAMPAIGN_PATHS: "--help" } });
	assert.is(flag.code, 1);
	assert.not.match(flag.said, "Usage:");
});

running("plan writes Markdown for the comment and the summary, and tells whether there are changes", () => {
	const { code, outputs, summary, said } = step("Plan", {
		cwd: workspaceOf(),
		env: { ...PATHS, SHOWRUN_API_KEY: "" },
	});
	assert.is(code, 0, said);
	assert.is(outputs, "changes=true\ncode=2\n");
	assert.match(summary, "k.video.talk");
});

running("the first plan is a comment, later ones replace it, and nobody else's is touched", () => {
	const temp = mkdtempSync(join(ROOM, "runner-"));
	const env = { REPOSITORY: "acme/clips", NUMBER: "7", CODE: "2", GH_TOKEN: "t" };
	writeFileSync(join(temp, "showrun-plan.md"), "Plan: `$(touch hacked)` $KEY\n");
	const first = step("Comment", { env, temp });
	assert.equal([first.code, first.calls.length], [0, 2], first.said);
	assert.match(first.calls[0] ?? "", 'select(.user.type == "Bot" and');
	assert.is(
		first.calls[1],
		`api --silent --method POST repos/acme/clips/issues/7/comments -F body=@${temp}/showrun-comment.md`,
	);
	assert.is(
		readFileSync(join(temp, "sent"), "utf8"),
		"<!-- showrun plan -->\nPlan: `$(touch hacked)` $KEY\n",
	);
	const later = step("Comment", { env, temp, comments: "41\n42\n" });
	assert.is(
		later.calls[1],
		`api --silent --method PATCH repos/acme/clips/issues/comments/41 -F body=@${temp}/showrun-comment.md`,
	);
});

running("a plan that failed is said in the comment, and fails the run", () => {
	const temp = mkdtempSync(join(ROOM, "runner-"));
	writeFileSync(join(temp, "showrun-plan.md"), "");
	const { code, said } = step("Comment", {
		env: { REPOSITORY: "a/b", NUMBER: "7", CODE: "1", GH_TOKEN: "t" },
		temp,
	});
	assert.is(code, 1);
	assert.match(said, "::error title=showrun::plan ended with exit code 1");
	assert.match(readFileSync(join(temp, "sent"), "utf8"), "There is no plan: showrun ended with exit code 1.");
});

running("apply refuses state in a file that a runner would forget, before anything is sent", () => {
	const { code, said } = step("Apply", { cwd: workspaceOf(REMOTE), env: { ...PATHS, SHOWRUN_API_KEY: KEY } });
	assert.is(code, 1);
	assert.match(said, /the state cannot be a file: a runner without that file would post again/);
	assert.match(said, "::error title=showrun::apply ended with exit code 1");
	assert.not.match(said, KEY);
});
running(
	"apply with `state: git` in a checkout of one commit begins nothing by itself, and says how to begin it",
	() => {
		const seed = workspaceOf({ "showrun.config.yaml": `${REMOTE["showrun.config.yaml"]}state: git\n` });
		const env = { PATH: process.env.PATH, HOME: ROOM };
		const git = (cwd: string, ...args: readonly string[]) =>
			assert.is(spawnSync("git", args, { cwd, env }).status, 0, args.join(" "));
		git(seed, "init", "-q");
		git(seed, "add", "-A");
		git(seed, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "all");
		const cwd = `${seed}-checkout`;
		git(ROOM, "clone", "-q", "--depth=1", `file://${seed}`, cwd);
		git(cwd, "checkout", "-q", "--detach");
		const { code, said } = step("Apply", { cwd, env: { ...PATHS, SHOWRUN_API_KEY: KEY } });
		assert.is(code, 1);
		assert.match(said, /origin holds no state \(refs\/showrun\/root\).*showrun state adopt --empty/s);
		assert.not.match(said, KEY);
	},
);
running.run();
