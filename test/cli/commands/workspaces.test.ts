/** `plan`, `validate`, `status`, `apply` and `doctor` over several workspaces at once. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINKED, withWorkspace } from "../../builders/command.ts";
import { posted, snapshot } from "../../builders/world.ts";

const SETTINGS = "embedded:\n  accounts:\n    - { platform: youtube, username: Acme }\n";
const one = (folder: string, campaign = LINKED) => ({
	[`${folder}/k.campaign.yaml`]: campaign,
	[`${folder}/showrun.config.yaml`]: SETTINGS,
});
const MONOREPO = { ...one("shows/one"), ...one("shows/two/deep") };
const BROKEN = { ...MONOREPO, ...one("shows/one", LINKED.replace("top: 1", "topp: 1")) };
const headings = (text: string) => [...text.matchAll(/^Workspace (.*)$/gm)].map(([, name]) => name);
const events = (text: string): { readonly type: string; readonly [key: string]: unknown }[] =>
	text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));

const several = suite("several workspaces at once");

several("each has its turn under its heading, from a folder above and by paths", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		const cases: readonly (readonly [args: readonly string[], code: number])[] = [
			[["validate"], 0],
			[["plan"], 0],
			[["plan", "--detailed-exitcode"], 2],
			[["status"], 0],
			[["validate", "shows"], 0],
			[["validate", "shows/one", "shows/two"], 0],
			[["plan", "shows/two/deep/k.campaign.yaml", "shows/one"], 0],
		];
		for (const [args, code] of cases) {
			const ended = await run(args);
			assert.is(ended.code, code, `${args}: ${ended.err}`);
			assert.equal(headings(ended.out).sort(), ["shows/one", "shows/two/deep"], `${args}`);
			assert.is(ended.err, "", `${args}`);
		}
	}),
);

several("the only one has no heading, even from above", () =>
	withWorkspace({ files: one("shows/one") }, async ({ run }) => {
		const above = await run(["plan"]);
		const named = await run(["plan", "shows/one"]);
		assert.equal([above.code, headings(above.out)], [0, []]);
		assert.is(above.out, named.out);
	}),
);

several("one around them has its own campaigns and not theirs", () =>
	withWorkspace({ files: { ...one("."), ...one("shows/one") } }, async ({ run }) => {
		const { code, out, err } = await run(["plan"]);
		assert.equal([code, headings(out)], [0, [".", "shows/one"]], err);
		assert.is(out.match(/Plan: 1 to submit/g)?.length, 2);
		assert.is(out.match(/^ {9}k\.campaign\.yaml/gm)?.length, 2, out);
	}),
);

several("one that fails does not stop the others and decides the exit code", () =>
	withWorkspace({ files: BROKEN }, async ({ run }) => {
		for (const command of [["validate"], ["plan", "--detailed-exitcode"]]) {
			const { code, out, err } = await run(command);
			assert.is(code, 1, out + err);
			assert.equal(headings(out), ["shows/one", "shows/two/deep"]);
			assert.match(out, /Valid: 1 campaign|Plan: 1 to submit/);
			assert.match(err, "Not all well in 1 of 2 workspaces:\n  shows/one (exit code 1)\n");
		}
	}),
);

several("--json opens the events of each and ends with the exit code of each", () =>
	withWorkspace({ files: BROKEN }, async ({ run }) => {
		for (const command of ["validate", "plan", "status", "doctor"]) {
			const all = events((await run([command, "--json"])).out);
			const opened = all.filter(({ type }) => type === "workspace").map(({ workspace }) => workspace);
			assert.equal(opened, ["shows/one", "shows/two/deep"], command);
			const last = all.at(-1);
			assert.is(last?.type, "workspaces", command);
			if (command === "plan")
				assert.equal(last?.results, [
					{ workspace: "shows/one", exitCode: 1 },
					{ workspace: "shows/two/deep", exitCode: 0 },
				]);
		}
	}),
);

several("--markdown has a title each, and what GitHub reads has none", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		const { out } = await run(["plan", "--markdown"]);
		assert.equal(out.match(/^### .*/gm), [
			"### showrun plan `shows/one`",
			"### showrun plan `shows/two/deep`",
		]);
		assert.is((await run(["validate", "--github"])).out, "");
	}),
);

several("what is about one workspace is refused before anything is printed", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		const flags = [
			["--out", "plan.json"],
			["--target", "k"],
			["--replace", "k.video.talk"],
		];
		for (const flag of flags) {
			const { code, out, err } = await run(["plan", ...flag]);
			assert.equal([code, out], [1, ""]);
			const said = err.replace(/\s+/g, " ");
			assert.match(
				said,
				`${flag[0]} works in one workspace, and the paths lead to 2: shows/one, shows/two/deep.`,
			);
			assert.match(said, "Name the path of one of them.");
		}
	}),
);

several("apply without a terminal changes none of them", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		const { code, out, err } = await run(["apply"]);
		assert.equal([code, headings(out)], [1, ["shows/one", "shows/two/deep"]]);
		assert.is(err.match(/use --auto-approve/g)?.length, 2);
	}),
);

several("status shows a state whose campaigns are gone", () =>
	withWorkspace({ files: one("shows/one"), state: snapshot({ a: posted() }) }, async ({ run }) => {
		assert.equal(headings((await run(["status"])).out), [".", "shows/one"]);
		assert.equal(headings((await run(["plan"])).out), []);
	}),
);

several("a command for one names them, and tells nobody to move state", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		for (const command of ["clips", "calendar"]) {
			const { code, err } = await run([command]);
			assert.is(code, 1, command);
			assert.match(err, "name shows/one, or");
			assert.not.match(err, /away|[Mm]ove/);
		}
	}),
);

several("state of the outer one can be read, whatever lies inside", () =>
	withWorkspace({ files: { ...one("."), ...one("shows/one") } }, async ({ run }) => {
		for (const args of [["state", "list"], ["history"], ["ledger", "list"]])
			assert.is((await run(args)).code, 0, `${args}`);
	}),
);

several("what needs no workspace looks for none", () =>
	withWorkspace({ files: MONOREPO }, async ({ run }) => {
		const commands = [
			["models", "list"],
			["schema"],
			["explain", "clip-length"],
			["version"],
			["completion", "bash"],
		];
		for (const args of commands) {
			const { code, err } = await run(args);
			assert.equal([code, err], [0, ""], `${args}`);
		}
	}),
);
several.run();
