import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Ended, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, renderedWorkspace, SETTINGS, stateOf, video } from "./workspace.ts";

const source = video("talk", { seconds: 4 });
const folder = renderedWorkspace(source);
const run = (...args: string[]): Promise<Ended> => showrunWarm(args, { cwd: folder });
const plan = join(folder, "plan.json");

/** The command was refused in seemly words, and posted nothing. */
async function refused(args: readonly string[], expected: RegExp): Promise<void> {
	const before = deliveredIn(folder).length;
	const { code, out, err } = await run(...args);
	assert.is(code, 1, out + err);
	assert.match(err, expected);
	assert.equal([unseemly(out + err), deliveredIn(folder).length], [[], before]);
}

const journey = suite("a saved plan from making to using up");

journey("plan -out saves it for its owner alone and says what to do with it", async () => {
	const { code, out, err } = await run("plan", "-out=plan.json", "-detailed-exitcode");
	assert.is(code, 2, out + err);
	assert.match(out, /Saved as plan\.json\. To apply exactly this plan[\s\S]*showrun apply plan\.json/);
	assert.is(statSync(plan).mode & 0o777, 0o600);
	assert.ok(!existsSync(join(folder, ".showrun", "state.json")));
});

journey("show says the same again, as text and as JSON", async () => {
	const shown = await run("show", "plan.json");
	assert.match(
		shown.out,
		/talk\.video\.talk[\s\S]*Saved plan [0-9A-Z]{26} of talk\.campaign\.yaml, made on .* may be applied until/,
	);
	const lines = (await run("show", "plan.json", "--json")).out.trimEnd().split("\n");
	assert.equal(
		[JSON.parse(lines[0] ?? "").type, JSON.parse(lines.at(-1) ?? "").type],
		["version", "summary"],
	);
	const [planned, again] = [await run("plan", "--markdown"), await run("show", "plan.json", "--markdown")];
	assert.match(planned.out, /^### showrun plan\n[\s\S]*\| `\+` \| `talk\.video\.talk` \|/);
	assert.is(again.out, planned.out);
});

journey("a file that is not a saved plan is never replaced by one, and never applied as one", async () => {
	const campaign = join(folder, "talk.campaign.yaml");
	await refused(["plan", "--out", "talk.campaign.yaml"], /exists and is not a saved plan/);
	assert.is(readFileSync(campaign, "utf8"), CAMPAIGN);
	await refused(["show", "talk.campaign.yaml"], /is neither a saved plan nor an address/);
});

journey("apply refuses one that was changed, and flags that would change it", async () => {
	const text = readFileSync(plan, "utf8");
	writeFileSync(plan, text.replace('"atMost": 2', '"atMost": 9'));
	await refused(["apply", "plan.json"], /was changed after it was made/);
	writeFileSync(plan, text);
	await refused(["apply", "plan.json", "--target", "talk"], /--target cannot be used with the saved plan/);
	await refused(["apply", "plan.json", "talk.campaign.yaml"], /can only be applied alone/);
});

journey("apply refuses one whose campaign changed, and names it", async () => {
	writeFileSync(join(folder, "talk.campaign.yaml"), `${CAMPAIGN}# another word\n`);
	await refused(
		["apply", "plan.json"],
		/plan\.json is stale[\s\S]*- The campaign talk \(talk\.campaign\.yaml\) changed/,
	);
	writeFileSync(join(folder, "talk.campaign.yaml"), CAMPAIGN);
});

journey("apply does it without a question, posts included", async () => {
	const { code, out, err } = await run("apply", "plan.json");
	assert.is(code, 0, out + err);
	const posted = deliveredIn(folder).length;
	assert.ok(posted > 0);
	assert.match(out, `Applied: 1 submitted, ${posted} handed over.`);
	assert.equal(
		Object.values((await stateOf(folder)).plans ?? {}).map(({ finishedAt }) => typeof finishedAt),
		["number"],
	);
});

journey("a second use is refused, also of a copy", async () => {
	const text = readFileSync(plan, "utf8");
	rmSync(plan);
	writeFileSync(join(folder, "copy.json"), text);
	await refused(["apply", "copy.json"], /copy\.json was applied already/);
});

journey("afterwards, plan sends nothing and targets are still checked", async () => {
	assert.match(
		(await run("plan", "-target=talk.video.talk")).out,
		/No changes\. Nothing to do for the selected addresses\./,
	);
	const { out } = await run("plan", "--out", "none.json");
	assert.match(out, /^Saved as none\.json\. It has nothing to apply\.$/m);
	await refused(
		["plan", "-target=talk.video.tolk"],
		/`talk\.video\.tolk` matches no address[\s\S]*Did you mean `talk\.video\.talk`/,
	);
	await refused(["plan", "-replace", 'talk.post.shorts["talk@*"].yt'], /a post is never replaced/);
});

journey("a plan that exceeds a limit is shown, refused, and not saved", async () => {
	const strict = renderedWorkspace(source, {
		"showrun.config.yaml": `${SETTINGS}policy: { max_posts_per_run: 3 }\n`,
	});
	for (const args of [
		["plan", "--out", "plan.json"],
		["apply", "--auto-approve"],
	]) {
		const { code, out } = await showrunWarm(args, { cwd: strict });
		assert.is(code, 1);
		assert.match(
			out.replace(/\s+/g, " "),
			/Plan: 1 to submit .* Refused: The plan comes to up to 6 posts, and policy\.max_posts_per_run of the settings allows 3\./,
		);
	}
	const events = (await showrunWarm(["plan", "--json"], { cwd: strict })).out.trimEnd().split("\n");
	assert.equal(events.map((line) => JSON.parse(line).type).slice(-4), [
		"outlook",
		"limit",
		"valve",
		"summary",
	]);
	assert.ok(!existsSync(join(strict, "plan.json")));
});
journey.run();
