import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PlannedFault } from "../platforms/core/faults.ts";
import { appOf } from "../platforms/people.ts";
import { type Platforms, startPlatforms } from "../platforms/start.ts";
import { showrunWarm } from "./warm.ts";
import { renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const CAMPAIGN = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: ann }
videos:
  talk:
    source: ./talk.mp4
    transcript: ./talk.srt
    clipping: { duration: 0-30s, limit: 1 }
    export: { resolution: 480p, caption: {}, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: talk
    clips: { top: 1 }
    to: { yt: { title: "{{ clip.title | truncate: 100 }}", visibility: unlisted } }
`;

async function withPlatforms(body: (platforms: Platforms, dir: string) => Promise<void>): Promise<void> {
	const dir = mkdtempSync(join(tmpdir(), "showrun-platforms-"));
	const platforms = await startPlatforms({ dir });
	try {
		await platforms.settings("youtube", { processingMs: 0 });
		await body(platforms, dir);
	} finally {
		await platforms.stop();
		rmSync(dir, { recursive: true, force: true });
	}
}

function settings({ hosts }: Platforms, client_id: string): string {
	const [oauth, api] = [hosts["oauth2.googleapis.com"], hosts["www.googleapis.com"]];
	const urls = { token: `${oauth}/token`, revoke: `${oauth}/revoke`, api: `${api}/youtube/v3` };
	const app = { client_id, client_secret_env: "YT_SECRET", urls };
	return JSON.stringify({
		destinations: { apps: { youtube: app }, youtube: { poll: "1s", chunk_bytes: 262_144 } },
	});
}

const AFTER = { kind: "reset", when: "after", times: 1 } as const;
/** The end of the upload, the call that makes it public, and the looks right before that. */
const LOST: readonly PlannedFault[] = [
	{ ...AFTER, route: "youtube.chunk" },
	{ ...AFTER, route: "youtube.update" },
	{ ...AFTER, route: "youtube.videos", skip: 1, times: 2 },
];

const journey = suite("a clip on its way to YouTube");

journey(
	"connected, uploaded, its answers lost: it is there once, told with its address, and nothing leaks",
	() =>
		withPlatforms(async (platforms, dir) => {
			const app = await appOf(platforms, "youtube", "desktop");
			const cwd = renderedWorkspace(TALK, {
				"talk.campaign.yaml": CAMPAIGN,
				"showrun.config.yaml": settings(platforms, app.id),
			});
			const said: string[] = [];
			const run = async (...args: readonly string[]) => {
				const ended = await showrunWarm(args, { cwd, env: { YT_SECRET: app.secret } });
				said.push(ended.out, ended.err);
				assert.is(ended.code, 0, `${args.join(" ")}\n${ended.out}${ended.err}`);
				return ended.out;
			};
			const { refresh_token = "" } = await platforms.operate<Record<string, string>>("youtube", "token", {});
			const token = join(dir, "refresh-token");
			writeFileSync(token, refresh_token, { mode: 0o600 });
			await run("accounts", "connect", "youtube", "--token-file", token);
			await platforms.faults(...LOST);
			assert.match(
				await run("apply", "--auto-approve"),
				/DONE \(unlisted\)\n +delivered → https:\/\/youtu\.be\/[\w-]+/,
			);
			assert.match(
				await run("status"),
				/DONE \(unlisted\) .* to youtube ann\n +delivered → https:\/\/youtu\.be\//,
			);
			assert.match(await run("plan"), /No changes/);
			assert.equal(Object.values((await platforms.counts()).byFile), [1]);
			assert.equal([await platforms.violations(), await platforms.clearFaults()], [[], []]);
			const canaries = readFileSync(join(dir, "canaries.txt"), "utf8").split("\n").filter(Boolean);
			const kept = readFileSync(join(cwd, ".showrun", "state.json"), "utf8");
			assert.equal(
				canaries.filter((canary) => [...said, kept].some((text) => text.includes(canary))),
				[],
			);
		}),
);

journey.run();
