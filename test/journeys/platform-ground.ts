import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { ApiPlatform } from "../../src/model/platform-app.ts";
import { appOf } from "../platforms/people.ts";
import { type Platforms, startPlatforms } from "../platforms/start.ts";
import { pageOf } from "./google-person.ts";
import { settingsAt, WAYS } from "./platform-people.ts";
import { type At, type Ended, ROOM, start } from "./program.ts";
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
    export: { resolution: ${WAYS[platform].resolution ?? "480p"}, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { main: ${WAYS[platform].post} }
`;
}

export interface AccountGround {
	readonly platforms: Platforms;
	/** Where and with which secrets showrun runs. */
	readonly at: At;
	/** Runs showrun with the secret of the app. */
	run(...args: readonly string[]): Promise<Ended>;
	connect(): Promise<Ended>;
	/** How often each file is out, by the log of the stand-in. */
	counts(): Promise<readonly number[]>;
}

/** A workspace with an account that is connected to a strict stand-in of its platform. */
export async function withAccount(
	platform: ApiPlatform,
	name: string,
	body: (ground: AccountGround) => Promise<void>,
): Promise<void> {
	const dir = join(ROOM, `platforms-${platform}-${name}`);
	const platforms = await startPlatforms({ dir, rate: 1 });
	try {
		await platforms.settings(platform, WAYS[platform].standIn);
		const { login = platform, username: wanted } = WAYS[platform];
		const app = await appOf(platforms, login, WAYS[platform].app);
		const cwd = renderedWorkspace(TALK, {
			"showrun.config.yaml": JSON.stringify(settingsAt(platform, platforms, app)),
		});
		// The accounts of all tests have the same ids: each has a memory of its own.
		const at = { cwd, env: { APP_SECRET: app.secret, XDG_STATE_HOME: join(cwd, "memory") } };
		const connect = async () => {
			const which = wanted === undefined ? [] : ["--username", wanted];
			const running = start(["accounts", "connect", platform, "--json", ...which], at);
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
		await body({ platforms, at, connect, counts, run: (...args) => showrunWarm(args, at) });
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
