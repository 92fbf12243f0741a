import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fileStore } from "../../src/state/file/store.ts";
import { NOW, submitted, TALK } from "../builders/world.ts";
import { withJudge } from "../drill/judge.ts";
import { APPLY, campaignOf } from "../drill/place.ts";
import { ran } from "../state/folder.ts";
import { unseemly, until } from "./program.ts";
import { git, repository, settledRepository, teamFrom } from "./remotes.ts";
import { showrunWarm } from "./warm.ts";
import { emptyFolder } from "./workspace.ts";

const GIT = "state: git\n";
const CAMPAIGN = campaignOf("submit");
const REF = "refs/showrun/root";
const FILES = ["talk.campaign.yaml", "showrun.config.yaml"];
const KEY = { SHOWRUN_API_KEY: "k" };

/** A folder with a campaign, and settings. */
function folderWith(settings: string): string {
	const folder = emptyFolder();
	writeFileSync(join(folder, "talk.campaign.yaml"), CAMPAIGN);
	writeFileSync(join(folder, "showrun.config.yaml"), settings);
	return folder;
}

/** A clone of a new repository with the campaign. */
function clone(settings = GIT): { readonly cwd: string; readonly remote: string } {
	const remote = repository({ "talk.campaign.yaml": CAMPAIGN, "showrun.config.yaml": settings });
	const cwd = join(emptyFolder(), "clone");
	git(join(cwd, ".."), "clone", "-q", remote, cwd);
	return { cwd, remote };
}

/** What a command says when it fails, one error with a remedy. */
async function refused(
	args: readonly string[],
	cwd: string,
	env: Readonly<Record<string, string>> = {},
): Promise<string> {
	const { code, out, err } = await showrunWarm(args, { cwd, env });
	assert.is(code, 1, out + err);
	assert.equal([err.match(/^Error:/gm)?.length, unseemly(err)], [1, []], out + err);
	return err;
}

async function done(
	args: readonly string[],
	cwd: string,
	env: Readonly<Record<string, string>> = {},
): Promise<string> {
	const { code, out, err } = await showrunWarm(args, { cwd, env });
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	return out;
}

const trouble = suite("state: git, in trouble");

trouble("needs git, a repository and a remote, and says which is missing", async () => {
	const folder = folderWith(GIT);
	assert.match(await refused(["plan"], folder), /git finds no repository at .*Run showrun in a clone/s);
	assert.match(
		await refused(["plan"], folder, { PATH: emptyFolder() }),
		/git is not installed here.*Install git/s,
	);
	git(folder, "init", "-q");
	assert.match(
		await refused(["plan"], folder),
		/on the remote origin, and this repository has none of that name.*git remote add/s,
	);
	git(folder, "remote", "add", "origin", join(folder, "nowhere.git"));
	assert.match(
		await refused(["plan"], folder),
		/The state on origin cannot be read: .*does not appear to be a git repository.*Nothing was sent/s,
	);
	git(folder, "remote", "set-url", "--add", "--push", "origin", "/a.git");
	git(folder, "remote", "set-url", "--add", "--push", "origin", "/b.git");
	assert.match(await refused(["plan"], folder), /has 2 push addresses/);
});

trouble("asks nobody for a password, and tells none", async () => {
	const server = createServer((_, response) =>
		response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
	).listen(0, "127.0.0.1");
	await until(() => server.listening);
	const folder = folderWith(GIT);
	git(folder, "init", "-q");
	const address = `127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
	git(folder, "remote", "add", "origin", `http://${address}`);
	const asking = join(folder, "ask.sh");
	writeFileSync(asking, `#!/bin/sh\ntouch "${folder}/asked"\necho secret-9\n`, { mode: 0o755 });
	const helpers = { GIT_ASKPASS: asking, SSH_ASKPASS: asking, DISPLAY: ":0" };
	assert.match(
		await refused(["plan"], folder, helpers),
		/The state on origin cannot be read: could not read Username/,
	);
	git(folder, "remote", "set-url", "origin", `http://ann:secret-9@${address}`);
	const err = await refused(["plan"], folder, helpers);
	assert.match(err, /Authentication failed/);
	assert.equal([err.includes("secret-9"), existsSync(join(folder, "asked"))], [false, false]);
	server.close();
	server.closeAllConnections();
});

trouble("a push that the server refuses stops before anything is sent, and says the server's words", () =>
	withJudge(async (judge) => {
		const team = await teamFrom(judge, await settledRepository(judge), { name: "refusing" });
		const hook = join(team.remote, "hooks", "pre-receive");
		mkdirSync(join(hook, ".."), { recursive: true });
		writeFileSync(hook, "#!/bin/sh\necho 'GH013: this ref is protected'\nexit 1\n");
		chmodSync(hook, 0o755);
		const ann = team.clone("ann");
		const { code, out, err } = await team.run(ann, APPLY);
		assert.is(code, 1, out);
		assert.match(
			err,
			/Error: The state cannot be pushed to refs\/showrun\/root of origin: .*GH013: this ref is protected.*contents: write/s,
		);
		assert.equal([unseemly(err), team.commits()], [[], []]);
		writeFileSync(hook, "#!/bin/sh\nexit 0\n");
		assert.is((await team.run(ann, APPLY)).code, 0);
		assert.is(team.commits().length, 1);
	}),
);

trouble(
	"under CI: state in a file is refused and names `state: git`; a state nobody began is not begun",
	async () => {
		const service = 'service: { url: "http://127.0.0.1:9" }\n';
		const ci = { ...KEY, CI: "true" };
		assert.match(
			await refused(APPLY, folderWith(service), ci),
			/a runner without that file would post again.*state: git in showrun\.config\.yaml/s,
		);
		const { cwd } = clone(`${GIT}${service}`);
		assert.match(
			await refused(APPLY, cwd, ci),
			/origin holds no state \(refs\/showrun\/root\).*showrun state adopt --empty/s,
		);
		assert.match(
			await refused(["state", "adopt", "--auto-approve"], cwd, KEY),
			/To begin an empty one: showrun state adopt --empty/,
		);
		await done(["state", "adopt", "--empty", "--auto-approve"], cwd, KEY);
		assert.match(await refused(["state", "rm", "talk.video.talk"], cwd, ci), /is not in the state/);
	},
);

trouble(
	"a ref that is gone or went back is noticed by every command; adopt puts it back, or takes it with what this clone knows",
	async () => {
		const { cwd, remote } = clone();
		await done(["state", "adopt", "--empty", "--auto-approve"], cwd);
		const first = git(remote, "rev-parse", REF);
		git(remote, "update-ref", "-d", REF);
		for (const args of [["plan"], ["status"], APPLY])
			assert.match(await refused(args, cwd), /The state is gone: origin has no refs\/showrun\/root/);
		assert.match(
			await done(["state", "adopt", "--auto-approve"], cwd),
			/The newest version this clone has seen is put back/,
		);
		assert.is(git(remote, "rev-parse", `${REF}^`), first);
		git(remote, "update-ref", REF, first);
		assert.match(
			await refused(["plan"], cwd),
			/The state went back in time.*git push --force-with-lease=.*showrun state adopt/s,
		);
		assert.match(
			await done(["state", "adopt", "--auto-approve"], cwd),
			/The state on the remote is accepted as it is/,
		);
		await done(["plan"], cwd);
		git(remote, "update-ref", REF, "refs/heads/main");
		assert.match(await refused(["plan"], cwd), /does not hold a showrun state/);
	},
);

trouble(
	"what the state file remembered moves along with the first run, and two workspaces of one repository keep apart",
	async () => {
		const { cwd, remote } = clone();
		const folders = ["a", "b"].map((name) => join(cwd, "team", name));
		for (const folder of folders) {
			mkdirSync(folder, { recursive: true });
			for (const name of FILES) copyFileSync(join(cwd, name), join(folder, name));
		}
		for (const name of FILES) rmSync(join(cwd, name));
		const [a = "", b = ""] = folders;
		await ran(fileStore({ path: join(a, ".showrun", "state.json") }), [
			{ type: "resource", address: TALK, at: NOW, resource: submitted() },
		]);
		assert.match(await done(["state", "list"], a), TALK);
		assert.match(
			await done(["state", "adopt", "--auto-approve"], a),
			/begins with the state file: 1 resources/,
		);
		rmSync(join(a, ".showrun"), { recursive: true });
		assert.match(await done(["state", "list"], a), TALK);
		assert.match(await done(["state", "list"], b), /The state is empty/);
		await done(["state", "adopt", "--empty", "--auto-approve"], b);
		const refs = git(remote, "for-each-ref", "--format=%(refname)", "refs/showrun");
		assert.match(refs, /^refs\/showrun\/in-team-a-[0-9a-f]{12}\nrefs\/showrun\/in-team-b-[0-9a-f]{12}$/);
	},
);

trouble(
	"doctor looks whether the remote can be read and pushed to, history and unlock look there too",
	async () => {
		const { cwd } = clone();
		assert.match(
			(await showrunWarm(["doctor"], { cwd })).out,
			/ok +remote +the state is on refs\/showrun\/root of origin, which accepts pushes/,
		);
		assert.match(await done(["history"], cwd), /No attempts yet/);
		assert.match(await refused(["unlock", "abcdefabcdef"], cwd), /Nothing is locked/);
		assert.match(await done(["state", "repair"], cwd), /Nothing to repair/);
		mkdirSync(join(cwd, ".git/showrun/origin/showrun/root"), { recursive: true });
		writeFileSync(join(cwd, ".git/showrun/origin/showrun/root/state.json.journal"), "0bad0bad {}\nnothing\n");
		assert.match(await refused(["plan"], cwd), /The journal .* was damaged.*showrun state repair/s);
		assert.match(await done(["state", "repair", "--auto-approve"], cwd), /Repaired\. Kept: .*damaged-/s);
		await done(["plan"], cwd);
	},
);

trouble("watch works with it, and ends with its state pushed", () =>
	withJudge(async (judge) => {
		const team = await teamFrom(judge, await settledRepository(judge), { name: "watching" });
		const [ann, ben] = [team.clone("ann"), team.clone("ben")];
		const running = team.start(ann, ["watch", "."]);
		await until(() => team.commits().length === 1, { running });
		await until(async () => (await team.run(ben, ["plan", "--detailed-exitcode"])).code === 0, { running });
		running.kill("SIGTERM");
		assert.is((await running.ended).code, 0);
		assert.is((await team.run(ben, APPLY)).code, 0);
		assert.is(team.commits().length, 1);
	}),
);

trouble.run();
