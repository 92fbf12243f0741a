import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Platforms, startPlatforms } from "../platforms/start.ts";
import { pageOf } from "./google-person.ts";
import { type Ended, ROOM, start } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const SECOND = 1_000;

/** One clip to the channel that is connected under its handle. */
function campaign(username: string): string {
	return `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: ${username} }
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
    to: { yt: { title: "{{ clip.title | truncate: 100 }}", description: About it, visibility: public } }
`;
}

interface Ground {
	readonly platforms: Platforms;
	readonly cwd: string;
	readonly username: string;
	/** Runs showrun with the secret of the app. */
	run(...args: readonly string[]): Promise<Ended>;
	connect(): Promise<Ended>;
}

/** A workspace whose channel is connected to the strict stand-in of YouTube. */
async function withChannel(name: string, body: (ground: Ground) => Promise<void>): Promise<void> {
	const dir = join(ROOM, `platforms-${name}`);
	const platforms = await startPlatforms({ dir, rate: 1 });
	try {
		await platforms.settings("youtube", { processingMs: SECOND });
		const { apps } = await platforms.operate<{ apps: Record<"id" | "secret" | "kind", string>[] }>(
			"youtube",
			"apps",
		);
		const app = apps.find(({ kind }) => kind === "desktop");
		const youtube = { client_id: app?.id, client_secret_env: "YT_SECRET", urls: urlsOf(platforms) };
		const cwd = renderedWorkspace(TALK, {
			"showrun.config.yaml": JSON.stringify({
				embedded: { accounts: [] },
				destinations: { apps: { youtube }, youtube: { poll: "1s", poll_longest: "2s" } },
			}),
		});
		// The channels of all tests have the same ids: each has a memory of its own.
		const state = join(cwd, "memory");
		const at = { cwd, env: { YT_SECRET: app?.secret ?? "", XDG_STATE_HOME: state } };
		const connect = async () => {
			const running = start(["accounts", "connect", "youtube", "--json"], at);
			await (await fetch(await pageOf(running, /http:\/\/[^\s"]+\/o\/oauth2\/v2\/auth\?[^\s"]+/))).text();
			return running.ended;
		};
		const connected = await connect();
		assert.is(connected.code, 0, connected.err);
		const { username } = JSON.parse(connected.out.trim().split("\n").at(-1) ?? "");
		writeFileSync(join(cwd, "talk.campaign.yaml"), campaign(username));
		await body({ platforms, cwd, username, connect, run: (...args) => showrunWarm(args, at) });
		assert.equal(await platforms.violations(), []);
		assertNoCanary(platforms, [cwd]);
	} finally {
		await platforms.stop();
	}
}

function urlsOf({ hosts }: Platforms) {
	const host = (real: string) => hosts[real] ?? "";
	return {
		authorize: `${host("accounts.google.com")}/o/oauth2/v2/auth`,
		token: `${host("oauth2.googleapis.com")}/token`,
		device: `${host("oauth2.googleapis.com")}/device/code`,
		revoke: `${host("oauth2.googleapis.com")}/revoke`,
		api: `${host("www.googleapis.com")}/youtube/v3`,
	};
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

const whole = suite("connect, plan, apply and permalink at YouTube");

whole("a clip is public at the channel once, and its address is told", () =>
	withChannel("whole", async ({ platforms, run }) => {
		const planned = await run("plan");
		assert.is(planned.code, 0, planned.out + planned.err);
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 0, applied.out + applied.err);
		const held = await run("posts", "list", "--json");
		assert.match(held.out, /https:\/\/(www\.)?youtu/);
		assert.equal(Object.values((await platforms.counts()).byFile), [1]);
		assert.match((await run("plan")).out, /No changes/);
	}),
);

whole("a lost answer is read, and nothing is published twice", () =>
	withChannel("lost", async ({ platforms, run }) => {
		await platforms.faults({ route: "youtube.update", kind: "reset", when: "after", times: 1 });
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 0, applied.out + applied.err);
		assert.equal(Object.values((await platforms.counts()).byFile), [1]);
	}),
);

whole("a post that YouTube refuses is an error in its words, and nothing is public", () =>
	withChannel("refused", async ({ platforms, run }) => {
		await platforms.faults(refusal(400, "invalidTitle"));
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 3, applied.out + applied.err);
		assert.match(applied.out, /ERROR[\s\S]*title/i);
		assert.match((await run("plan")).out, /talk\.post\.shorts[\s\S]*invalidTitle/);
		assert.equal(Object.values((await platforms.counts()).byFile), []);
	}),
);

whole("consent that was withdrawn waits for a person, and then the post goes out once", () =>
	withChannel("revoked", async ({ platforms, run, connect }) => {
		const { accounts } = await platforms.operate<{ accounts: string[] }>("youtube", "accounts");
		await platforms.operate("youtube", "revoke", { account: accounts[0] ?? "" });
		const held = await run("apply", "--auto-approve");
		assert.match(held.out, /waits for its account to be connected again/);
		assert.match((await run("accounts", "list")).out, /reconnect|expired|again/i);
		assert.is((await connect()).code, 0);
		const applied = await run("apply", "--auto-approve");
		assert.is(applied.code, 0, applied.out + applied.err);
		assert.equal(Object.values((await platforms.counts()).byFile), [1]);
	}),
);
whole.run();
