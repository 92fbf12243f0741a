import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { start, unseemly, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const ACCOUNTS = /^accounts:\n(?: {2}.*\n)+/m.exec(CAMPAIGN)?.[0] ?? "";
const BODY = CAMPAIGN.replace(ACCOUNTS, "");
const using = (file: string) => BODY.replace("campaign: talk\n", `campaign: talk\nuse: [${file}]\n`);

/** A workspace whose accounts stand in a shared file, and the same work as done before. */
function sharing(settings = SETTINGS, campaign = using("./shared/brand.shared.yaml")): string {
	const folder = renderedWorkspace(TALK, { "talk.campaign.yaml": campaign, "showrun.config.yaml": settings });
	mkdirSync(join(folder, "shared"));
	writeFileSync(join(folder, "shared", "brand.shared.yaml"), ACCOUNTS);
	return folder;
}

const folder = sharing();
const shared = join(folder, "shared", "brand.shared.yaml");
const run = async (...args: string[]) => {
	const ended = await showrunWarm(args, { cwd: folder });
	assert.equal(unseemly(ended.out + ended.err), []);
	return ended;
};

const journey = suite("a workspace that shares a file");

journey("validate, schema and fmt know shared files", async () => {
	assert.is((await run("validate")).code, 0);
	assert.match((await run("schema", "shared")).out, '"title": "Shared"');
	writeFileSync(
		shared,
		`# who\n${ACCOUNTS.replace("{ platform: youtube, username: Acme }", "{username: Acme,  platform: youtube}")}`,
	);
	const checked = await run("fmt", "--check");
	assert.equal([checked.code, checked.out.includes("shared/brand.shared.yaml\n")], [3, true]);
	assert.is((await run("fmt", "shared/brand.shared.yaml")).code, 0);
	assert.is(readFileSync(shared, "utf8"), `# who\n${ACCOUNTS}`);
	const alone = await run("validate", "shared/brand.shared.yaml");
	assert.equal([alone.code, alone.out], [0, "Valid: 0 campaigns and 1 shared file.\n"]);
});

journey("plan begins with how many campaigns the file reaches, in every format", async () => {
	const { code, out } = await run("plan");
	assert.is(code, 0);
	assert.match(out, /^shared\/brand\.shared\.yaml is used by 1 campaign\.\n\n/);
	const events = (await run("plan", "--json")).out
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	assert.equal(
		events.find(({ type }) => type === "shared"),
		{
			type: "shared",
			file: "shared/brand.shared.yaml",
			campaigns: ["talk"],
			changed: ["talk"],
			message: "shared/brand.shared.yaml is used by 1 campaign.",
		},
	);
	assert.match((await run("plan", "--markdown")).out, "`shared/brand.shared.yaml is used by 1 campaign.`");
});

journey("a saved plan is stale after the shared file changed", async () => {
	assert.is((await run("plan", "--out", "plan.json")).code, 0);
	writeFileSync(shared, `${ACCOUNTS}# another word\n`);
	const { code, err } = await run("apply", "plan.json");
	assert.is(code, 1);
	assert.match(err, /plan\.json is stale[\s\S]*- The campaign talk \(talk\.campaign\.yaml\) changed/);
	assert.equal(deliveredIn(folder), []);
});

journey("what is applied once needs nothing more, and says nothing of the file", async () => {
	const { code, out, err } = await run("apply", "--auto-approve");
	assert.is(code, 0, out + err);
	assert.is(deliveredIn(folder).length, 3);
	assert.match((await run("plan")).out, /^No changes\./);
});

const broken: Record<string, [use: string, expected: RegExp]> = {
	"a missing file": [
		"./shared/brnd.shared.yaml",
		/missing-file[\s\S]*talk\.campaign\.yaml:2:7[\s\S]*Did you mean `brand\.shared\.yaml`/,
	],
	"a path out of the workspace": [
		"../../etc/passwd.yaml",
		/outside-workspace[\s\S]*talk\.campaign\.yaml:2:7/,
	],
	"a link out of the workspace": ["./shared/link.yaml", /outside-workspace[\s\S]*talk\.campaign\.yaml:2:7/],
};
for (const [title, [use, expected]] of Object.entries(broken))
	journey(`${title} is an error that changes nothing`, async () => {
		const file = join(folder, "talk.campaign.yaml");
		const link = join(folder, "shared", "link.yaml");
		const before = readFileSync(join(folder, ".showrun", "state.json"), "utf8");
		writeFileSync(file, using(use));
		symlinkSync(TALK, link);
		try {
			for (const args of [["plan"], ["apply", "--auto-approve"], ["validate"]]) {
				const { code, out, err } = await run(...args);
				assert.is(code, 1);
				assert.match(out + err, expected);
			}
			assert.is(readFileSync(join(folder, ".showrun", "state.json"), "utf8"), before);
			assert.is(deliveredIn(folder).length, 3);
		} finally {
			rmSync(link);
			writeFileSync(file, using("./shared/brand.shared.yaml"));
		}
	});

journey(
	"a shared file of the settings counts in every campaign, and its mistakes are told with its place",
	async () => {
		const of = sharing(`${SETTINGS}use: [./shared/brand.shared.yaml]\n`, BODY);
		const validate = () => showrunWarm(["validate"], { cwd: of });
		assert.is((await validate()).code, 0);
		writeFileSync(
			join(of, "shared", "brand.shared.yaml"),
			ACCOUNTS.replace("platform: tiktok", "platform: tikotk"),
		);
		const { code, out } = await validate();
		assert.is(code, 1);
		assert.match(out, /unknown-value[\s\S]*--> shared\/brand\.shared\.yaml:3:[\s\S]*Did you mean `tiktok`/);
		rmSync(join(of, "shared"), { recursive: true });
		assert.match((await validate()).out, /missing-file[\s\S]*`shared\/brand\.shared\.yaml` does not exist/);
	},
);

journey("watch acts on a shared file at once, and keeps the last good version of a broken one", async () => {
	const watched = sharing(
		SETTINGS,
		using("./shared/accounts.yaml").replace(/ {6}(tt|li): .*\n(?: {8}.*\n)*/g, ""),
	);
	const file = join(watched, "shared", "accounts.yaml");
	writeFileSync(file, ACCOUNTS);
	const running = start(["watch"], { cwd: watched });
	try {
		await until(() => deliveredIn(watched).length === 1, { running });
		writeFileSync(file, "accounts: {\n");
		await until(() => running.said().includes("last good version"), { running });
		assert.match(running.said(), /error: .*\n +--> shared\/accounts\.yaml:1:11/);
		const before = passes(running.said());
		writeFileSync(file, `# again\n${ACCOUNTS}`);
		await until(() => passes(running.said()) > before, { running });
	} finally {
		running.kill("SIGTERM");
	}
	assert.equal([(await running.ended).code, deliveredIn(watched).length], [0, 1]);
});

const passes = (log: string) => log.split('"triggers":["files"]').length;

journey.run();
