import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { type Ended, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, deliveredIn, renderedWorkspace, stateOf, video } from "./workspace.ts";

const ONE_ACCOUNT = CAMPAIGN.replace(/ {2}tt: .*\n {2}li: .*\n/, "").replace(/ {6}tt: .*\n {6}li: .*\n/, "");
/** Of four clips so many are posted; low scores are no reason against what a person asked for. */
const campaignWith = (add: string, more = "") =>
	`rules: { title-file-name: "off" }\n${ONE_ACCOUNT}`
		.replace("limit: 2 }", `limit: 1${add === "" ? "" : `, add: ${add}`} }`)
		.replace("clips: { top: 2 }", "clips: { top: 2, min_score: 1 }")
		.replace("    to:", `${more}    to:`);

type Run = (...args: string[]) => Promise<Ended>;

function workspaceOf(name: string, text: string): { readonly folder: string; readonly run: Run } {
	const folder = renderedWorkspace(video(name, { seconds: 40 }), { "talk.campaign.yaml": text });
	return { folder, run: (...args) => showrunWarm(args, { cwd: folder }) };
}

/** The moments that were delivered, in the order of the source. */
function momentsIn(folder: string): string[] {
	const clips = deliveredIn(folder).map(({ post }) => post.clip as { begin_ms: number; end_ms: number });
	return clips.map(({ begin_ms: from, end_ms: to }) => `${from}-${to}`).sort();
}

async function applied({ run }: { readonly run: Run }): Promise<string> {
	const { code, out, err } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	return out;
}

const journey = suite("clips at given times");

journey(
	"asked for before the video is submitted: cut as written, titled from what is said, posted",
	async () => {
		const asked = workspaceOf("added-first", campaignWith('["0:04.1-0:12.3"]'));
		const { folder, run } = asked;
		assert.match((await run("plan")).out, /0\.\.2 talk\.post\.shorts/);
		await applied(asked);
		assert.ok(momentsIn(folder).includes("4100-12300"), momentsIn(folder).join());
		const [post] = deliveredIn(folder).filter(({ post }) => JSON.stringify(post.clip).includes("4100"));
		assert.match(String(post?.post.title), /story|customer/i);
		const shown = (await run("show", "talk.video.talk@4100-12300")).out;
		assert.match(shown, "Somebody asked for these times: 0:04.1-0:12.3.");
		assert.match(shown, "It begins as asked for.");
		assert.match((await run("plan")).out, "No changes.");
	},
);

journey("asked for later: a new task for its units, and what was posted stays as it is", async () => {
	const asked = workspaceOf("added-later", campaignWith(""));
	const { folder, run } = asked;
	await applied(asked);
	const before = momentsIn(folder);
	assert.is(before.length, 1);
	const far = Number(before[0]?.split("-")[0]) >= 20_000 ? "0:04-0:11" : "0:28-0:35";
	writeFileSync(join(folder, "talk.campaign.yaml"), campaignWith(`["${far}"]`));
	const { out } = await run("plan");
	assert.match(
		out,
		/-\/\+ +talk\.video\.talk\n +submit again: [^+]*clips at given times:\s+none\s+→ 0:\d\d-0:\d\d\)\s+about [\d.]+ units?/,
		out,
	);
	await applied(asked);
	const after = momentsIn(folder);
	assert.equal([after.length, after.includes(before[0] ?? "")], [2, true], after.join());
	assert.match((await run("plan")).out, "No changes.");
});

journey(
	"changed or taken out after it was posted: told, and neither cancelled nor posted again",
	async () => {
		const asked = workspaceOf("added-changed", campaignWith('["0:04.1-0:12.3"]'));
		const { folder, run } = asked;
		await applied(asked);
		const before = momentsIn(folder);
		for (const times of ['["0:04.5-0:12.8"]', ""]) {
			writeFileSync(join(folder, "talk.campaign.yaml"), campaignWith(times));
			const { out } = await run("plan");
			assert.match(out, /-\/\+ +talk\.video\.talk/);
			assert.not.match(out, /cancel/);
			await applied(asked);
			assert.equal(
				momentsIn(folder).filter((each) => each.startsWith("4")),
				before.filter((each) => each.startsWith("4")),
			);
		}
	},
);

journey("trimmed in the reviewed-clips file: cut anew, approved anew, posted once", async () => {
	const asked = workspaceOf("added-trimmed", campaignWith('["0:04.1-0:12.3"]', "    review: required\n"));
	const { folder, run } = asked;
	const file = join(folder, "talk.clips.yaml");
	const edit = (key: string, line: string) => {
		const text = readFileSync(file, "utf8");
		writeFileSync(file, text.replace(`    ${key}:\n`, `    ${key}:\n      ${line}\n`));
	};
	await applied(asked);
	await run("clips");
	edit("4100-12300", "trim: 0:04.6-0:11.9");
	assert.match((await run("plan")).out, /0:04\.1-0:12\.3\s+→\s+0:04\.6-0:11\.9/);
	await applied(asked);
	assert.equal(momentsIn(folder), []);
	await run("clips");
	const entries = parse(readFileSync(file, "utf8")).videos.talk;
	assert.equal(
		[entries["4100-12300"]?.trim, entries["4100-12300"]?.found, entries["4600-11900"]?.duration],
		["0:04.6-0:11.9", false, "7.3s"],
	);
	edit("4600-11900", "approve: true");
	await applied(asked);
	assert.equal(momentsIn(folder), ["4600-11900"]);
	edit("4600-11900", "trim: 0:04.9-0:11.9");
	await applied(asked);
	assert.equal(momentsIn(folder), ["4600-11900"]);
	assert.match((await run("plan")).out, /already posted|No changes/);
});

journey(
	"without a transcript it is named for its place, and times beyond the end are refused in their line",
	async () => {
		const asked = workspaceOf(
			"added-silent",
			campaignWith('["0:04.1-0:12.3"]').replace(/ {4}transcript: .*\n/, ""),
		);
		const { folder, run } = asked;
		rmSync(join(folder, "talk.srt"));
		await applied(asked);
		assert.ok(momentsIn(folder).includes("4100-12300"));
		writeFileSync(
			join(folder, "talk.campaign.yaml"),
			campaignWith('["0:30-1:12"]').replace(/ {4}transcript: .*\n/, ""),
		);
		const { out } = await run("plan");
		assert.match(out, /!.*talk\.video\.talk/);
		assert.match(out, "added-clip-beyond");
		assert.match(out, /talk\.campaign\.yaml:9:\d+/);
		assert.not.match(out, "0..", out);
		const before = await stateOf(folder);
		const { code, out: after } = await run("apply", ".", "--auto-approve");
		assert.equal([code, (await stateOf(folder)).resources], [3, before.resources], after);
	},
);
journey.run();
