import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { whileWatching } from "./compressed.ts";
import { come } from "./kills.ts";
import { pause, start, unseemly, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import {
	CAMPAIGN,
	clipped,
	deliveredIn,
	leftOpen,
	remoteSettings,
	renderedWorkspace,
	stateOf,
	video,
	workspace,
} from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
/** The campaign with its first account alone. */
const ONE = CAMPAIGN.slice(0, CAMPAIGN.indexOf("      tt:"));
const watching = suite("showrun watch");

watching(
	"acts on an edited post once, keeps the last good campaign, and ends on SIGTERM with 0",
	async () => {
		const folder = renderedWorkspace(TALK, { "talk.campaign.yaml": ONE });
		const file = join(folder, "talk.campaign.yaml");
		const running = start(["watch"], { cwd: folder });
		await until(() => deliveredIn(folder).length === 1, { running });
		writeFileSync(file, CAMPAIGN);
		await until(() => deliveredIn(folder).length === 3, { running });
		writeFileSync(file, `${CAMPAIGN}  broken: [\n`);
		await until(() => running.said().includes("last good version"), { running });
		assert.match(running.said(), /error: .*\n +--> talk\.campaign\.yaml:\d+:\d+/);
		const before = passes(running.said());
		writeFileSync(file, ONE);
		await until(() => passes(running.said()) > before, { running });
		running.kill("SIGTERM");
		const { code } = await running.ended;
		assert.equal([code, deliveredIn(folder).length, await leftOpen(folder)], [0, 3, []]);
	},
);

const passes = (log: string) => log.split('"triggers":["files"]').length;

watching("SIGTERM during a render ends with 0, and the next run goes on", async () => {
	const folder = workspace(TALK);
	const running = start(["watch"], { cwd: folder });
	await come("rendering", { worker: running, client: running, data: join(folder, ".showrun", "service") });
	running.kill("SIGTERM");
	const { code } = await running.ended;
	assert.is(code, 0);
	const { code: once } = await start(["watch", "--once"], { cwd: folder }).ended;
	assert.equal([once, deliveredIn(folder).length, await leftOpen(folder)], [0, 3, []]);
});

watching(
	"reads its settings again on SIGHUP or when they change, and keeps those in use while wrong",
	async () => {
		const folder = workspace(TALK, { "talk.campaign.yaml": "campaign: talk\n" });
		const settings = join(folder, "showrun.config.yaml");
		const running = start(["watch"], { cwd: folder });
		const begun = () => running.said().split('"msg":"watching"').length - 1;
		await until(() => begun() === 1, { running });
		running.kill("SIGHUP");
		await until(() => begun() === 2, { running });
		writeFileSync(settings, 'daemon: { cron: "7 * * * *" }\n');
		await until(() => running.said().includes('"cron":"7 * * * *"'), { running });
		writeFileSync(settings, 'daemon: { cron: "every day" }\n');
		await until(() => running.said().includes("the settings in use are kept"), { running });
		rmSync(settings);
		await until(() => running.said().includes("The settings file is gone or empty."), { running });
		running.kill("SIGTERM");
		assert.equal([(await running.ended).code, begun()], [0, 3]);
	},
);

watching("status says why watch can do nothing, and ends with 3 until it can", async () => {
	const folder = workspace(TALK, { "showrun.config.yaml": remoteSettings("http://127.0.0.1:1") });
	const at = { cwd: folder, env: { SHOWRUN_API_KEY: "k" } };
	const before = await showrunWarm(["status"], at);
	assert.is(before.code, 0, before.out + before.err);
	const running = start(["watch"], at);
	await until(() => running.said().includes('"nextTry"'), { running });
	const during = await showrunWarm(["status"], at);
	assert.match(
		during.out.replace(/\s+/g, " "),
		/Every pass of showrun watch has failed since \S+ \S+ UTC: .*http:\/\/127\.0\.0\.1:1.* It tries again by itself, next at \S+ \S+ UTC\./,
	);
	assert.equal([during.code, unseemly(during.out + during.err)], [3, []]);
	const json = JSON.parse((await showrunWarm(["status", "--json"], at)).out);
	assert.ok(json.watch.trouble.until > json.watch.trouble.since);
	running.kill("SIGTERM");
	assert.is((await running.ended).code, 0);
});

watching("says what is wrong with its cron expression and exits with 1", async () => {
	const folder = workspace(TALK, { "showrun.config.yaml": 'daemon: { cron: "every day" }\n' });
	const { code, err } = await start(["watch"], { cwd: folder }).ended;
	assert.is(code, 1);
	assert.match(err, "not a cron expression");
});

const FACTOR = 30;
const MINUTE = 60_000;
const KILLS = 20;

const PLATFORMS = ["youtube", "tiktok", "twitter", "instagram", "facebook", "linkedin"];
const ACCOUNTS = PLATFORMS.map((platform) => `{ platform: ${platform}, username: acme }`);

/** One clip to six accounts, one post a minute (in compressed time) from `first` on. */
function minutely(first: number): string {
	const video = CAMPAIGN.slice(CAMPAIGN.indexOf("videos:"), CAMPAIGN.indexOf("posts:")).replace(
		"480p",
		"720p",
	);
	const accounts = ACCOUNTS.map((account, index) => `  a${index}: ${account}`);
	const posts = ACCOUNTS.map((_, index) => {
		const at = new Date(first + index * MINUTE).toISOString().slice(0, 16);
		return `  p${index}: { from: talk, clips: { top: 1 }, at: "${at}", to: { a${index}: { title: "{{ clip.title }}", description: "{{ clip.title }}" } } }`;
	});
	return `campaign: talk\ntimezone: UTC\naccounts:\n${accounts.join("\n")}\n${video}posts:\n${posts.join("\n")}\n`;
}

watching(
	`killed ${KILLS} times at random over posts due every minute, delivers each once and none early`,
	async () => {
		const folder = renderedWorkspace(TALK, {
			"talk.campaign.yaml": minutely(0),
			"showrun.config.yaml": `embedded:\n  accounts:\n${ACCOUNTS.map((account) => `    - ${account}`).join("\n")}\n`,
		});
		const file = await clipped(folder);
		const agreed = Date.now();
		const now = () => agreed + (Date.now() - agreed) * FACTOR;
		writeFileSync(file, minutely(agreed + 18 * MINUTE));
		await whileWatching(folder, { agreed, factor: FACTOR }, async () => {
			await until(
				async () => (await statuses(folder)).filter((status) => status === "SCHEDULED").length === 6,
			);
		});
		const random = seeded(20261121);
		for (let kill = 1; kill < KILLS; kill++)
			await whileWatching(folder, { agreed, factor: FACTOR }, () => pause(400 + random() * 2_600));
		await whileWatching(folder, { agreed, factor: FACTOR }, async () => {
			await until(async () => (await statuses(folder)).filter((status) => status === "DONE").length === 6);
		});
		const delivered = deliveredIn(folder);
		const early = delivered.filter(
			({ post }) =>
				Number(post.delivered_at) < Number(post.scheduled_at) || Number(post.scheduled_at) > now(),
		);
		assert.equal([new Set(delivered.map(({ key }) => key)).size, delivered.length, early], [6, 6, []]);
	},
);

async function statuses(folder: string): Promise<readonly string[]> {
	return Object.values((await stateOf(folder)).resources).map(({ status }) => status);
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}
watching.run();
