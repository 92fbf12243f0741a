import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ACME, CANARY, CLIENT, type Google, startGoogle, urlsOf } from "../fakes/google.ts";
import { connectedBy } from "./google-person.ts";
import type { Ended } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { renderedWorkspace, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const ENV = { YT_SECRET: CLIENT.secret };
const CAMPAIGN = `campaign: talk
timezone: UTC
accounts:
  yt: { platform: youtube, username: Acme }
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
    to: { yt: { title: "{{ clip.title | truncate: 100 }}" } }
`;

function settings(google: Pick<Google, "url">, data?: string): string {
	const app = { client_id: CLIENT.id, client_secret_env: "YT_SECRET", urls: urlsOf(google) };
	const accounts = [{ platform: "youtube", username: "Acme" }];
	return JSON.stringify({ embedded: { accounts, data }, destinations: { apps: { youtube: app } } });
}

function outboxOf(cwd: string): readonly string[] {
	const folder = join(cwd, "outbox", "youtube", "Acme");
	return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith("feed")) : [];
}

async function run(cwd: string, ...args: readonly string[]): Promise<Ended> {
	const ended = await showrunWarm(args, { cwd, env: ENV });
	assert.is(ended.code, 0, `${args.join(" ")}\n${ended.out}${ended.err}`);
	return ended;
}

const journey = suite("a channel that was a folder of the outbox before");

journey("what was posted to the folder is not posted to the channel, also by a fresh state", async () => {
	const google = await startGoogle();
	try {
		const cwd = renderedWorkspace(TALK, {
			"talk.campaign.yaml": CAMPAIGN,
			"showrun.config.yaml": settings(google),
		});
		await run(cwd, "apply", "--auto-approve");
		google.state.channels = [{ ...ACME, handle: "elsewhere" }];
		const { out } = await connectedBy(google, { cwd, env: ENV });
		assert.match(out, /Connected youtube Acme: its posts go to the channel Acme \(@elsewhere, UCacme/);
		assert.match((await run(cwd, "plan")).out, /No changes/);
		const clone = renderedWorkspace(TALK, {
			"talk.campaign.yaml": CAMPAIGN,
			"showrun.config.yaml": settings(google, join(cwd, ".showrun", "service")),
		});
		const applied = await showrunWarm(["apply", "--auto-approve"], { cwd: clone, env: ENV });
		assert.match(applied.out, /this moment of the source was already posted to this account/);
		assert.equal(outboxOf(clone), []);
		assert.not.match(applied.out, CANARY);
	} finally {
		await google.close();
	}
});
journey.run();
