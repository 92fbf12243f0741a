/** Beginnings as a person makes them: each ends in a plan, and the next video follows the first. */
import {
	appendFileSync,
	copyFileSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { tellWorkspace, video } from "./workspace.ts";

const FIRST = video("talk", { seconds: 8 });
const SECOND = video("second", { seconds: 3 });

function folder(): string {
	const cwd = mkdtempSync(join(ROOM, "begin-"));
	tellWorkspace(cwd);
	return cwd;
}

const beginnings = suite("beginnings");

for (const [kind, bound] of [
	["podcast", "0–2"],
	["conference", "0–2"],
	["weekly-show", "0–3"],
] as const)
	beginnings(`init --from ${kind} ends in a plan, offline and formatted`, async () => {
		const cwd = folder();
		const begun = await showrunWarm(["init", "--from", kind, "--name", "mine"], { cwd });
		assert.is(begun.code, 0, begun.out);
		assert.match(begun.out, `Plan: 1 to submit (about 1 unit), ${bound} to publish.`);
		assert.is((await showrunWarm(["fmt", "--check"], { cwd })).code, 0);
		assert.is((await showrunWarm(["validate", "--strict"], { cwd })).code, 0);
		const again = await showrunWarm(["init", "--from", kind, "--name", "mine"], { cwd });
		assert.match(again.err, "init overwrites nothing");
	});

beginnings("init --from-folder writes what is there, and names what is not ready", async () => {
	const cwd = folder();
	const within = (...path: string[]) => join(cwd, "recordings", ...path);
	mkdirSync(within());
	copyFileSync(FIRST, within("Ada on numbers.mp4"));
	writeFileSync(within("Ada on numbers.de.srt"), "1\n00:00:00,000 --> 00:00:02,000\nHallo\n");
	linkSync(within("Ada on numbers.mp4"), within("Ada on numbers (copy).mp4"));
	writeFileSync(within("growing.mp4"), readFileSync(SECOND));
	writeFileSync(within("fake.mp4"), "no video");
	const growth = setInterval(() => appendFileSync(within("growing.mp4"), "more"), 200);
	const begun = await showrunWarm(["init", "--from-folder", "recordings", "--name", "mine"], { cwd });
	clearInterval(growth);
	assert.is(begun.code, 0, begun.out);
	for (const left of [
		"Ada on numbers (copy).mp4 has the same content as Ada on numbers.mp4",
		"growing.mp4 is still being written",
		"fake.mp4 is no video",
	])
		assert.match(begun.out, left);
	assert.match(begun.out, "Plan: 1 to submit");
	const file = join(cwd, "mine.campaign.yaml");
	const first = readFileSync(file, "utf8");
	assert.match(
		first,
		'  ada-on-numbers:\n    source: "./recordings/Ada on numbers.mp4"\n    transcript: "./recordings/Ada on numbers.de.srt"\n    clipping: { language: de }\n',
	);
});

beginnings("new and import add videos like the first, all or none", async () => {
	const cwd = folder();
	for (const [from, name] of [
		[FIRST, "one.mp4"],
		[SECOND, "two.mp4"],
	] as const)
		copyFileSync(from, join(cwd, name));
	const flags = ["--from", "conference", "--video", "one.mp4", "--name", "mine"];
	assert.is((await showrunWarm(["init", ...flags], { cwd })).code, 0);
	const file = join(cwd, "mine.campaign.yaml");
	const first = readFileSync(file, "utf8");
	const tried = await showrunWarm(["new", "two.mp4", "--dry-run"], { cwd });
	assert.match(tried.out, /^\+ {2}two:\n\+ {4}source: \.\/two\.mp4$/m);
	assert.is(readFileSync(file, "utf8"), first);
	const unnamed = await showrunWarm(["new", "two.mp4", "--as", "bad key"], { cwd });
	assert.match(unnamed.err, "`bad key` cannot be a key.");
	writeFileSync(join(cwd, "empty.mp4"), "");
	assert.match((await showrunWarm(["new", "empty.mp4"], { cwd })).err, "empty.mp4 is empty.");
	assert.is((await showrunWarm(["new", "two.mp4"], { cwd })).code, 0);
	const second = readFileSync(file, "utf8");
	assert.match(second, '        title: "{{ clip.title | fit: 47 }} · Two"\n');
	assert.is((await showrunWarm(["new", "two.mp4"], { cwd })).code, 1);

	writeFileSync(
		join(cwd, "list.csv"),
		"video,youtube-main.title\nnone.mp4,a\nhttps://example.com/three.mp4,{{ clip.titel }}\n",
	);
	const refused = await showrunWarm(["import", "list.csv"], { cwd });
	assert.is(refused.code, 1);
	assert.match(refused.err, "list.csv:2: There is no file");
	assert.is(readFileSync(file, "utf8"), second);
	writeFileSync(
		join(cwd, "list.csv"),
		"video,youtube-main.title\nhttps://example.com/three.mp4,Three\nhttps://example.com/four.mp4,Four\n",
	);
	assert.is((await showrunWarm(["import", "list.csv"], { cwd })).code, 0);
	assert.match((await showrunWarm(["plan"], { cwd })).out, "Plan: 4 to submit");
	assert.is((await showrunWarm(["fmt", "--check"], { cwd })).code, 0);
});

beginnings.run();
