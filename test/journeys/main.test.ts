import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findFfmpeg } from "../../src/engine/io/find-ffmpeg.ts";
import { probeSource } from "../../src/engine/probe/probe.ts";
import { type Ended, HOME, ROOM, showrun, unseemly } from "./program.ts";
import { CACHE, CAMPAIGN, deliveredIn, leftOpen, listing, SETTINGS, video, workspace } from "./workspace.ts";

const SQUARE =
	'  square:\n    like: talk\n    transcript: ./talk.srt\n    export: { caption: {}, reframe: { ratio: "1:1" } }\n';
const TWO = CAMPAIGN.replace(
	"videos:\n",
	"  flat: { platform: instagram, username: Acme }\nvideos:\n",
).replace(
	"posts:\n",
	`${SQUARE}posts:\n  flat:\n    from: square\n    clips: { top: 1 }\n    to: { flat: { title: "{{ clip.title }}" } }\n`,
);
/** The key that what is kept is sealed with. */
const SEAL = /^\.cache(\/|$)/;
/** What V8 compiled, which tests that run beside this one keep there too. */
const CODE = /^\.cache\/showrun\/code(\/|$)/;

const folder = workspace(video("talk", { seconds: 6 }), {
	"talk.campaign.yaml": TWO,
	"showrun.config.yaml": `${SETTINGS}    - { platform: instagram, username: Acme }\n`,
});
// With the ffmpeg that people would have: other journeys take the one that starts fastest.
const env = { PATH: process.env.PATH ?? "" };
const run = (...args: string[]): Promise<Ended> => showrun(args, { cwd: folder, env });
const schema = JSON.parse(readFileSync(new URL("../../schemas/plan.schema.json", import.meta.url), "utf8"));
const valid = new Ajv({ allErrors: true, strict: false }).compile(schema);

const journey = suite("from nothing to posted, and again");

journey("plan says what is missing with code 2, and writes only its cache", async () => {
	const there = () => [...listing(folder, CACHE), ...listing(HOME, SEAL)];
	const before = there();
	const { code, out, err } = await run("plan", "--detailed-exitcode");
	assert.is(code, 2);
	assert.match(out, "Plan: 2 to submit");
	assert.match(out, "0–7 to publish");
	assert.equal(unseemly(out + err), []);
	assert.equal(there(), before);
});

journey("plan as JSON is what the schema says", async () => {
	const lines = (await run("plan", "--json")).out.trimEnd().split("\n");
	for (const line of lines) {
		valid(JSON.parse(line));
		assert.equal(valid.errors ?? [], []);
	}
	assert.match(lines.at(-1) ?? "", "Plan: 2 to submit");
});

journey("status knows of nothing yet", async () => {
	const { code, out } = await run("status");
	assert.is(code, 0);
	assert.match(
		out,
		/^Nothing was applied yet\.\n\ntalk: \d+ to do\n {2}\+ {2}\d+ changes that apply would make now: showrun plan\n$/,
	);
});

journey("apply submits, waits, publishes, and lists what was delivered where", async () => {
	const { code, out, err } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0, out + err);
	const delivered = deliveredIn(folder);
	assert.match(out, `Applied: 2 submitted, ${delivered.length} handed over.`);
	assert.ok(delivered.length >= 4);
	for (const { folder: place } of delivered)
		assert.match(
			out,
			new RegExp(`DONE\n +delivered to the local outbox: ${place.slice(folder.length + 1)}\n`),
		);
	assert.is(new Set(delivered.map(({ key }) => key)).size, delivered.length);
	assert.equal(unseemly(out + err), []);
	assert.equal(await leftOpen(folder), []);
});

journey("each delivered video is H.264 and AAC, in the size and length asked for", async () => {
	const signal = AbortSignal.timeout(300_000);
	const { path } = await findFfmpeg({
		searchPath: process.env.PATH ?? "",
		cache: join(ROOM, "cache"),
		signal,
	});
	for (const { folder: place, post } of deliveredIn(folder)) {
		const file = join(place, "video.mp4");
		const { width, height, durationMs, hasAudio } = await probeSource(path, file, signal);
		const clip = post.clip as { readonly begin_ms: number; readonly end_ms: number };
		assert.equal([width, height, hasAudio], [480, post.platform === "instagram" ? 480 : 854, true]);
		assert.ok(
			Math.abs(durationMs - (clip.end_ms - clip.begin_ms)) < 200 && durationMs < 30_200,
			`${durationMs} ms`,
		);
		const bytes = readFileSync(file).toString("latin1");
		assert.ok(bytes.includes("avc1") && bytes.includes("mp4a"), "H.264 and AAC");
		assert.equal([...readFileSync(join(place, "thumbnail.jpg")).subarray(0, 3)], [0xff, 0xd8, 0xff]);
	}
	assert.equal([...new Set(deliveredIn(folder).map(({ post }) => post.platform))].sort(), [
		"instagram",
		"linkedin",
		"tiktok",
		"youtube",
	]);
});

journey("plan then knows no change, with code 0", async () => {
	const { code, out } = await run("plan", "--detailed-exitcode");
	assert.is(code, 0);
	assert.match(out, "No changes.");
});

journey("a second apply says so, writes nothing and starts nothing", async () => {
	// Taking the lock touches the folder it lies in, not what is in it.
	const there = () => [...listing(folder, /^\.showrun$/), ...listing(HOME, CODE)];
	const before = there();
	const { code, out } = await run("apply", ".", "--auto-approve");
	assert.is(code, 0);
	assert.match(out, "No changes.");
	assert.equal(there(), before);
});

journey("status tells the clips and where each post is", async () => {
	const { code, out } = await run("status");
	assert.is(code, 0);
	for (const { folder: place } of deliveredIn(folder))
		assert.match(
			out,
			new RegExp(`DONE .*\\n +delivered to the local outbox: ${place.slice(folder.length + 1)}\\n`),
		);
	assert.match(out, /clips?, [\d.]+ units, task /);
});

journey.run();
