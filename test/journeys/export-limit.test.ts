import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Ended } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, clipped, deliveredIn, stateOf, video, workspace } from "./workspace.ts";

// The transcript is shorter than the video: clips behind it have no title of their own.
const LIMITED = `rules: { title-file-name: "off" }\n${CAMPAIGN}`
	.replace("limit: 2 }", "limit: 4 }")
	.replace("export: {", "export: { limit: 1,");
const folder = workspace(video("long", { seconds: 80 }), { "talk.campaign.yaml": LIMITED });
const run = (...args: string[]): Promise<Ended> => showrunWarm(args, { cwd: folder });

/** How many clips `download` fetches or has, and how many it leaves out. */
async function downloaded(): Promise<readonly [there: number, left: number, code: number | null]> {
	const { code, out } = await run("download", "--json");
	const events = out
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const count = (...types: string[]) => events.filter(({ type }) => types.includes(type)).length;
	return [count("downloaded", "kept"), count("waiting"), code];
}

const journey = suite("a video of which one clip is rendered");

journey("renders one, and download says what renders the others", async () => {
	await clipped(folder);
	const { resources } = await stateOf(folder);
	const [state] = Object.values(resources);
	assert.equal(state?.kind === "video" && [state.request.exportLimit, state.result?.clips.length], [1, 4]);
	assert.equal(await downloaded(), [1, 3, 0]);
	const { out } = await run("download");
	assert.match(out, /waiting .*Not rendered: `export\.limit` was 1\.\n +Add an entry to `renditions`/);
});

journey("posts two, of which the second is rendered then", async () => {
	const { code, out, err } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0, out + err);
	assert.is(deliveredIn(folder).length, 6);
	assert.is(new Set(deliveredIn(folder).map(({ post }) => JSON.stringify(post.clip))).size, 2);
});

journey("needs nothing more, whatever the limit is by then", async () => {
	for (const limit of ["limit: 1,", "limit: 3,", ""]) {
		const text = LIMITED.replace("limit: 1,", limit);
		writeFileSync(join(folder, "talk.campaign.yaml"), text);
		const { code, out } = await run("plan", "--detailed-exitcode");
		assert.equal([code, /No changes/.test(out)], [0, true], out);
	}
});

journey.run();
