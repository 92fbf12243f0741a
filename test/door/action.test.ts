import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Ran, runStep } from "../cli/action-steps.ts";
import { ROOM, showrun } from "../journeys/program.ts";
import { KEY, withServer } from "../journeys/server.ts";
import { deliveredIn, remoteSettings, renderedWorkspace, video } from "../journeys/workspace.ts";
import { npmSettings } from "./stranger.ts";

const AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
/** The workspace is a folder of a larger repository. */
const FOLDER = "marketing/clips";
const STATE_COMMIT = "showrun-state-commit";

const action = suite("the action, with a remote service and state in git");

action(
	"validates a fork without the key, plans with it, applies once, and refuses an older state",
	async () => {
		const checkout = checkoutOfAction();
		const there = renderedWorkspace(video("talk", { seconds: 4 }));
		await withServer(there, async ({ url }) => {
			const upstream = upstreamOf(there, url);
			const adopt = ["state", "adopt", "--empty", "--auto-approve"];
			const adopted = await showrun(adopt, { cwd: join(clone(upstream, []), FOLDER), env: KEY });
			assert.is(adopted.code, 0, adopted.err);
			const begun = stateRef(upstream);

			const validated = onRunner("Validate", { checkout, upstream });
			assert.is(validated.code, 0, validated.said);
			const planned = onRunner("Plan", { checkout, upstream, env: KEY });
			assert.is(planned.outputs, "changes=true\ncode=2\n", planned.said);

			const applied = onRunner("Apply", { checkout, upstream, env: KEY });
			assert.is(applied.code, 0, applied.said);
			assert.match(applied.summary, "would not have been noticed");
			const delivered = deliveredIn(there).length;
			assert.ok(delivered > 0);
			const commit = readFileSync(join(applied.temp, STATE_COMMIT), "utf8").trim();

			const again = onRunner("Apply", { checkout, upstream, env: KEY, commit });
			assert.is(again.code, 0, again.said);
			assert.match(again.said, "No changes.");
			assert.match(again.summary, `State expected to contain ${commit}.`);

			git(upstream, "update-ref", begun.name, begun.commit);
			const refused = onRunner("Apply", { checkout, upstream, env: KEY, commit });
			assert.is(refused.code, 1, refused.said);
			assert.is(deliveredIn(there).length, delivered);
			for (const { said, summary } of [validated, planned, applied, again, refused])
				assert.not.match(said + summary, KEY.SHOWRUN_API_KEY);
		});
	},
);
action.run();

interface Runner {
	readonly checkout: string;
	readonly upstream: string;
	readonly env?: Readonly<Record<string, string>>;
	/** What the cache of the repository kept. */
	readonly commit?: string;
}

/** Runs a step on a new runner: a clone of one commit, without a branch. */
function onRunner(
	step: string,
	{ checkout, upstream, env = {}, commit }: Runner,
): Ran & { readonly temp: string } {
	const repository = clone(upstream, ["--depth=1"]);
	git(repository, "checkout", "-q", "--detach");
	const temp = mkdtempSync(join(ROOM, "runner-"));
	if (commit !== undefined) writeFileSync(join(temp, STATE_COMMIT), `${commit}\n`);
	const cwd = join(repository, FOLDER);
	return { ...runStep(step, { checkout, cwd, temp, env: { CAMPAIGN_PATHS: ".", ...env } }), temp };
}

/** This repository as a runner fetches it, built by the action's own step. */
function checkoutOfAction(): string {
	const checkout = clone(process.cwd(), ["--depth=1"]);
	const built = runStep("Build showrun", { checkout, env: npmSettings() });
	assert.is(built.code, 0, built.said);
	return checkout;
}

/** A bare repository with the campaign of a workspace, which asks a service. */
function upstreamOf(workspace: string, url: string): string {
	const seed = mkdtempSync(join(ROOM, "seed-"));
	for (const name of readdirSync(workspace).filter((each) => /\.(campaign\.yaml|mp4|srt|vtt)$/.test(each)))
		cpSync(join(workspace, name), join(seed, FOLDER, name));
	const settings = `${remoteSettings(url)}state: git\n`;
	writeFileSync(join(seed, FOLDER, "showrun.config.yaml"), settings);
	git(seed, "init", "-q");
	git(seed, "add", "--all");
	git(seed, ...AUTHOR, "commit", "-qm", "Add a campaign");
	return clone(seed, ["--bare"]);
}

function clone(from: string, options: readonly string[]): string {
	const folder = mkdtempSync(join(ROOM, "clone-"));
	git(ROOM, "clone", "-q", ...options, `file://${from}`, folder);
	return folder;
}

/** The ref of the state in a remote, which is named for the folder of the workspace. */
function stateRef(repository: string): { readonly name: string; readonly commit: string } {
	const refs = git(repository, "for-each-ref", "--format=%(refname) %(objectname)", "refs/showrun");
	const state = refs.split("\n").find((line) => line !== "" && !line.startsWith("refs/showrun/ledger "));
	const [name = "", commit = ""] = state?.split(" ") ?? [];
	return { name, commit };
}

function git(cwd: string, ...args: readonly string[]): string {
	return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
