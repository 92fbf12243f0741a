import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { API_PLATFORMS, type ApiPlatform } from "../../src/model/platform-app.ts";
import { PLATFORM_TITLES } from "../../src/model/platform-titles.ts";
import { appOf } from "../platforms/people.ts";
import { type Platforms, startPlatforms } from "../platforms/start.ts";
import { pageOf } from "./google-person.ts";
import { settingsAt, WAYS } from "./platform-people.ts";
import { type Ended, ROOM, start } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });

/** One clip to the account that is connected under its name. */
function campaign(platform: ApiPlatform, username: string): string {
	return `campaign: talk
timezone: UTC
accounts:
  main: { platform: ${platform}, username: ${JSON.stringify(username)} }
videos:
  talk:
    source: ./talk.mp4
    transcript: ./talk.srt
    clipping: { duration: 0-30s, limit: 2 }
    export: { resolution: 480p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { main: ${WAYS[platform].post} }
`;
}

interface Ground {
	readonly platforms: Platforms;
	/** Runs showrun with the secret of the app. */
	run(...args: readonly string[]): Promise<Ended>;
	connect(): Promise<Ended>;
	/** How often each file is out, by the log of the stand-in. */
	counts(): Promise<readonly number[]>;
}

/** A workspace with an account that is connected to a strict stand-in of its platform. */
async function withAccount(
	platform: ApiPlatform,
	name: string,
	body: (ground: Ground) => Promise<void>,
): Promise<void> {
	const dir = join(ROOM, `platforms-${platform}-${name}`);
	const platforms = await startPlatforms({ dir, rate: 1 });
	try {
		await platforms.settings(platform, WAYS[platform].standIn);
		const app = await appOf(platforms, platform, WAYS[platform].app);
		const cwd = renderedWorkspace(TALK, {
			"showrun.config.yaml": JSON.stringify(settingsAt(platform, platforms, app)),
		});
		// The accounts of all tests have the same ids: each has a memory of its own.
		const at = { cwd, env: { APP_SECRET: app.secret, XDG_STATE_HOME: join(cwd, "memory") } };
		const connect = async () => {
			const running = start(["accounts", "connect", platform, "--json"], at);
			const page = await pageOf(running, /http:\/\/[^\s"]+\?[^\s"]*redirect_uri=[^\s"]+/);
			await (await fetch(page)).text();
			return running.ended;
		};
		const connected = await connect();
		assert.is(connected.code, 0, connected.err);
		const { username } = JSON.parse(connected.out.trim().split("\n").at(-1) ?? "");
		writeFileSync(join(cwd, "talk.campaign.yaml"), campaign(platform, username));
		const counts = async () => {
			const { out } = WAYS[platform];
			const entries = await platforms.entries();
			const files = entries.flatMap((each) => (each.kind === out ? [each.sha256] : []));
			return [...new Set(files)].map((file) => files.filter((each) => each === file).length);
		};
		await body({ platforms, connect, counts, run: (...args) => showrunWarm(args, at) });
		assert.equal(await platforms.violations(), []);
		assertNoCanary(platforms, [cwd]);
	} finally {
		await platforms.stop();
	}
}

/** No token, code or secret of the stand-in stands in any file. */
function assertNoCanary({ canaries }: Platforms, folders: readonly string[]): void {
	for (const folder of folders)
		for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
			if (!entry.isFile()) continue;
			const text = readFileSync(join(entry.parentPath, entry.name), "latin1");
			for (const canary of readFileSync(canaries, "utf8").split("\n"))
				assert.not(canary !== "" && text.includes(canary), `${entry.name} holds a secret`);
		}
}

/** What YouTube answers to the start of an upload. */
function refusal(status: number, reason: string) {
	const body = JSON.stringify({
		error: { code: status, message: `It says ${reason}.`, errors: [{ reason }] },
	});
	const headers = { "content-type": "application/json; charset=UTF-8" };
	return { route: "youtube.insert", kind: "status", times: 1, status, body, headers } as const;
}

const whole = suite("connect, plan, apply and permalink at the platforms");

for (const platform of API_PLATFORMS) {
	const { lost, permalink } = WAYS[platform];
	whole(`${PLATFORM_TITLES[platform]}: a clip is out once, its answer lost, and its address is told`, () =>
		withAccount(platform, "whole", async ({ platforms, run, counts }) => {
			const planned = await run("plan");
			assert.is(planned.code, 0, planned.out + planned.err);
			await platforms.faults(lost);
			const applied = await run("apply", "--auto-approve");
			assert.is(applied.code, 0, applied.out + applied.err);
			assert.match((await run("posts", "list", "--json")).out, permalink);
			assert.equal(await counts(), [1]);
			assert.match((await run("plan")).out, /No changes/);
			assert.equal(await platforms.clearFaults(), []);
		}),
	);

	whole(
		`${PLATFORM_TITLES[platform]}: consent that was withdrawn waits for a person; then it goes out once`,
		() =>
			withAccount(platform, "revoked", async ({ platforms, run, connect, counts }) => {
				const { accounts } = await platforms.operate<{ accounts: string[] }>(platform, "accounts");
				await platforms.operate(platform, "revoke", { account: accounts[0] ?? "" });
				const held = await run("apply", "--auto-approve");
				assert.match(held.out, /waits for its account to be connected again/);
				assert.match((await run("accounts", "list")).out, /reconnect|expired|again/i);
				assert.is((await connect()).code, 0);
				const applied = await run("apply", "--auto-approve");
				assert.is(applied.code, 0, applied.out + applied.err);
				assert.equal(await counts(), [1]);
			}),
	);
}

whole("a post that YouTube refuses is an error in its words, and nothing is public", () =>
	withAccount("youtube", "refused", async ({ platforms, run, counts }) => {
		await platforms.faults(refusal(400, "invalidTitle"));
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 3, applied.out + applied.err);
		assert.match(applied.out, /ERROR[\s\S]*title/i);
		assert.match((await run("plan")).out, /talk\.post\.shorts[\s\S]*invalidTitle/);
		assert.equal(await counts(), []);
	}),
);
whole.run();
