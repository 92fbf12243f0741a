/** A plan that asks for nothing is not made again until something that it follows from changes. */
import {
	appendFileSync,
	copyFileSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeState, writeWorkspace } from "../bench/workspace.ts";
import { memory, PROGRAM, pause, ROOM, showrun } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
/** What changed so recently could change again without a trace, and is not trusted. Milliseconds. */
const SETTLED_MS = 2_200;

const CHUNKS = join(PROGRAM, "dist", "chunks");
/** The file that reads YAML: campaigns are read again where a plan is made, and only there. */
const reader = readdirSync(CHUNKS).find((name) =>
	readFileSync(join(CHUNKS, name), "utf8").includes("yaml.alias"),
);
if (reader === undefined) throw new Error("no file of the program reads YAML");
/** Says when it is loaded. */
const TELLING = join(ROOM, "telling.cjs");
writeFileSync(
	TELLING,
	`const fs = require("node:fs");
const { basename } = require("node:path");
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
	if (basename(String(path)) === ${JSON.stringify(reader)}) process.stderr.write("[made anew]\\n");
	return openSync(path, ...rest);
};
`,
);

const SHARED = "accounts:\n  yt: { platform: youtube, username: Acme }\n";
const WITH_SHARED = CAMPAIGN.replace("timezone:", "use: [./team.shared.yaml]\ntimezone:").replace(
	"  yt: { platform: youtube, username: Acme }\n",
	"",
);

/** How the plan of a workspace is made, and whether it was made anew. */
function planner(cwd: string) {
	return async (
		args: readonly string[] = [],
		env: Readonly<Record<string, string>> = {},
	): Promise<Planned> => {
		const { code, out, err } = await showrun(["plan", ...args], {
			cwd,
			env: { NODE_OPTIONS: `--require ${TELLING}`, ...env },
		});
		return { code, out, err: err.replaceAll("[made anew]\n", ""), isAnew: err.includes("[made anew]") };
	};
}

let applied: Promise<string> | undefined;

/** A workspace in which everything was posted a while ago. */
function finished(): Promise<string> {
	applied ??= (async () => {
		const cwd = renderedWorkspace(SOURCE, { "talk.campaign.yaml": WITH_SHARED, "team.shared.yaml": SHARED });
		const { code, err } = await showrunWarm(["apply", "--auto-approve"], { cwd });
		assert.is(code, 0, err);
		await pause(SETTLED_MS);
		return cwd;
	})();
	return applied;
}

interface Planned {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
	readonly isAnew: boolean;
}

const keeping = suite("a plan that asks for nothing");

keeping("is made once, and said again without being made", async () => {
	const plan = planner(await finished());
	const [first, again] = [await plan(), await plan()];
	assert.equal([first.isAnew, again.isAnew], [true, false]);
	assert.match(again.out, /^No changes\. Everything the campaigns ask for is done/);
	assert.equal({ ...again, isAnew: true }, first);
	const [json, sameJson] = [await plan(["--json"]), await plan(["--json"])];
	assert.equal([json.isAnew, sameJson.isAnew, sameJson.out], [true, false, json.out]);
	assert.not.ok((await plan()).isAnew, "each way to ask has its own");
	for (const asked of [["--no-cache"], ["--out", "saved.plan"], ["--refresh-only"]])
		assert.ok((await plan(asked)).isAnew, asked.join(" "));
	assert.ok((await plan([], { SHOWRUN_VAR_X: "1" })).isAnew);
});

keeping("is made anew when the state or what the machine remembers of it is another", async () => {
	const cwd = await finished();
	const plan = planner(cwd);
	const state = join(cwd, ".showrun", "state.json");
	const twice = async () => [(await plan()).isAnew, (await plan()).isAnew];
	assert.equal(await twice(), [true, false]);
	copyFileSync(state, `${state}.copy`);
	renameSync(`${state}.copy`, state);
	assert.equal(await twice(), [true, true], "the same bytes in another file, not trusted at once");
	await pause(SETTLED_MS);
	assert.equal(await twice(), [true, false]);
	writeFileSync(`${state}.journal`, "");
	assert.ok((await plan()).isAnew, "a journal");
	rmSync(`${state}.journal`);
	writeFileSync(join(cwd, ".showrun", "suspended"), "");
	assert.match((await plan()).out, /suspended/i);
	rmSync(join(cwd, ".showrun", "suspended"));
	assert.not.ok((await plan()).isAnew);
	for (const record of recordsIn(join(memory(), "showrun"))) utimesSync(record, new Date(), new Date());
	assert.ok((await plan()).isAnew, "what the machine remembers");
	await pause(SETTLED_MS);
});

keeping("is made anew when anything changes that it follows from", async () => {
	const cwd = await finished();
	const plan = planner(cwd);
	const at = (name: string) => join(cwd, name);
	const kept = async (what: string) => {
		await plan();
		assert.not.ok((await plan()).isAnew, `kept before: ${what}`);
	};
	const anew = async (what: string, change: () => void) => {
		await kept(what);
		change();
		const [made, fresh] = [await plan(), await plan(["--no-cache"])];
		assert.ok(made.isAnew, what);
		assert.equal(made, fresh, what);
		return made;
	};
	await anew("a campaign", () => appendFileSync(at("talk.campaign.yaml"), "# a remark\n"));
	await anew("a shared file", () => appendFileSync(at("team.shared.yaml"), "# a remark\n"));
	await anew("settings", () => writeFileSync(at("showrun.config.yaml"), `${SETTINGS}# a remark\n`));
	const stray = await anew("a stray file", () => writeFileSync(at("gone.clips.yaml"), "{}\n"));
	assert.match(stray.err, /no campaign file of the same name/);
	rmSync(at("gone.clips.yaml"));
	const other = await anew("another campaign", () =>
		writeFileSync(at("other.campaign.yaml"), "campaign: other\nvideos: { v: { source: ./talk.mp4 } }\n"),
	);
	assert.match(other.out, /other\.video\.v/);
	rmSync(at("other.campaign.yaml"));
	const missing = await anew("a video", () => renameSync(at("talk.mp4"), at("away.mp4")));
	assert.is(missing.code, 1);
	renameSync(at("away.mp4"), at("talk.mp4"));
	const words = await anew("a transcript", () =>
		writeFileSync(at("talk.srt"), readFileSync(at("talk.srt"), "utf8").replace("Nobody", "Somebody")),
	);
	assert.match(words.out, /talk\.video\.talk/);
});

keeping("is made anew where it is called otherwise, as one of fewer workspaces", async () => {
	const cwd = mkdtempSync(join(ROOM, "many-"));
	for (const name of ["one", "three", "two"]) {
		await writeWorkspace(join(cwd, name), { posts: 2 });
		await writeState(join(cwd, name), { done: true });
	}
	await pause(SETTLED_MS);
	const plan = () => planner(cwd)(["--markdown"]);
	const [first, again] = [await plan(), await plan()];
	assert.equal([first.isAnew, again.isAnew, again.out], [true, false, first.out]);
	rmSync(join(cwd, "three"), { recursive: true });
	rmSync(join(cwd, "two"), { recursive: true });
	const alone = await plan();
	assert.ok(alone.isAnew);
	assert.not.match(alone.out, /one/);
});

/** The files in which a machine remembers what states armed. */
function recordsIn(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith("ledger.jsonl"))
		.map((name) => join(folder, name));
}

keeping.run();
