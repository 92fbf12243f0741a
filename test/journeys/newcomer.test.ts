/**
 * Mistakes of the first hour, typed into a fresh workspace with real files: `plan` tells each, as it stands
 * in `newcomer.txt`, and nothing is submitted. With UPDATE_GOLDEN=1 that file is written anew, to be read.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MISTAKES, type Mistake } from "./newcomer.ts";
import { unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { files, video, workspace } from "./workspace.ts";

const SOURCE = video("talk", { seconds: 4 });
const GOLDEN = new URL("newcomer.txt", import.meta.url);

const CAMPAIGN = `campaign: talk
timezone: Europe/Berlin
accounts:
  yt: { platform: youtube, username: Acme }
schedules:
  mornings: { slots: { daily: ["09:00"] } }
videos:
  talk:
    source: ./talk.mp4
    clipping: { duration: 0-30s, limit: 2 }
    export: { resolution: 1080p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 2 }
    to:
      yt: { title: "{{ clip.title | truncate: 100 }}" }
rules: { schedule-unused: off }
`;
const SETTINGS = `embedded:
  accounts:
    - { platform: youtube, username: Acme }
`;

/** A fresh workspace with one mistake in it. */
function typed({ edit, also, files: given = {}, settings, without = [] }: Mistake, url: string): string {
	const text = [edit, also].reduce((before, [from, to] = ["", ""]) => {
		assert.ok(before.includes(from), from);
		return before.replace(from, () => to);
	}, CAMPAIGN);
	const cwd = workspace(SOURCE, {
		"talk.campaign.yaml": text,
		"showrun.config.yaml": settings?.replace("SERVICE", url) ?? SETTINGS,
	});
	for (const path of without) rmSync(join(cwd, path));
	for (const [path, content] of Object.entries(given)) {
		mkdirSync(join(cwd, path, ".."), { recursive: true });
		writeFileSync(join(cwd, path), content);
	}
	return cwd;
}

/** What was paid for: a state, a task of the service, something that was delivered. */
function paid(cwd: string): readonly string[] {
	return files(cwd).filter((path) => /state\.json|service\/(tasks|publishes|store)|^outbox/.test(path));
}

/** A service that refuses every key. */
async function withRefusals(work: (url: string) => Promise<void>): Promise<void> {
	const server = createServer((_, response) => {
		response.writeHead(401, { "Content-Type": "application/json" });
		response.end('{"error":{"message":"invalid api key"}}');
	});
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	try {
		await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const found = new Map<string, string>();
const expected = new Map(
	readFileSync(GOLDEN, "utf8")
		.split(/^## /m)
		.slice(1)
		.map((part): [string, string] => {
			const [title = ""] = part.split("\n");
			return [title, part.slice(title.length + 1)];
		}),
);

const newcomer = suite("a newcomer's mistake");
for (const [title, mistake] of Object.entries(MISTAKES))
	newcomer(title, () =>
		withRefusals(async (url) => {
			const cwd = typed(mistake, url);
			const { args = ["plan"], env = {} } = mistake;
			const { code, out, err } = await showrunWarm(args, { cwd, env: { COLUMNS: "100", ...env } });
			const said = `${err}${out}exit ${code}\n`.replaceAll(url, "SERVICE");
			found.set(title, said);
			assert.equal(unseemly(out + err), []);
			assert.equal(paid(cwd), []);
			if (process.env.UPDATE_GOLDEN !== "1") assert.fixture(said, expected.get(title) ?? "");
		}),
	);

const CONFIRM = "Error: apply needs confirmation, but this is not a terminal";
for (const [title, mistake] of Object.entries(MISTAKES).filter(([, { args }]) => args === undefined))
	newcomer(`${title}: apply tells the same before it asks`, () =>
		withRefusals(async (url) => {
			const cwd = typed(mistake, url);
			const about = { cwd, env: { COLUMNS: "100", ...mistake.env } };
			const planned = await showrunWarm(["plan"], about);
			const { out, err } = await showrunWarm(["apply"], about);
			// Without a key nothing can be applied.
			if (planned.code !== 0 || planned.out.includes("not-checked")) return;
			assert.is(out, planned.out);
			if (/^Plan: [^\n]* to (submit|publish)/m.test(out)) assert.match(err, CONFIRM);
			assert.equal(paid(cwd), []);
		}),
	);

newcomer("there are forty of them, each told by a rule with an id, an error or a line of the plan", () => {
	const text = [...found].map(([title, said]) => `## ${title}\n${said}`).join("");
	if (process.env.UPDATE_GOLDEN === "1") writeFileSync(GOLDEN, text);
	assert.equal([...expected.keys()], Object.keys(MISTAKES));
	assert.ok(found.size >= 40, `${found.size}`);
	for (const [title, said] of found)
		assert.match(said, /\[[a-z-]+\]|^Warning: [a-z-]+:|^Error: |^ {2}! /m, title);
});

newcomer("without a mistake the plan tells of none", async () => {
	const cwd = typed({}, "");
	const { code, out, err } = await showrunWarm(["plan"], { cwd });
	assert.is(code, 0);
	assert.is(err, "");
	assert.not.match(out, /Warning|Note|!/);
});
newcomer.run();
