/** Episodes that appear in a feed become posts by themselves, each once, through the real commands. */
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type FeedServer, serveFeeds } from "../feeds/server.ts";
import { withKeptRenders } from "./kept-renders.ts";
import { type Ended, unseemly } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, stateOf, video, workspace } from "./workspace.ts";

const CAMPAIGN = (origin: string, newest = "") => `campaign: show
rules: { title-file-name: "off", low-resolution: "off", no-transcript: "off" }
accounts: { yt: { platform: youtube, username: Acme } }
feeds:
  podcast: { rss: "${origin}/feed.xml?key=sekrit"${newest} }
videos:
  episodes:
    each: podcast
    clipping: { duration: 0-30s, limit: 1 }
    export: { resolution: 480p, reframe: { ratio: "9:16" } }
posts:
  shorts:
    from: episodes
    clips: { top: 1 }
    to: { yt: { title: "{{ item.title }}, part {{ clip.rank | plus: 1 }}" } }
`;

const SETTINGS = `embedded:
  accounts: [{ platform: youtube, username: Acme }]
  urls: { private_addresses: true }
feeds: { private_addresses: true }
`;

/** A show: its episodes, how its server is, and the workspace that follows it. */
interface Show {
	readonly server: FeedServer;
	readonly folder: string;
	episodes: number[];
	status: number;
	run(...args: string[]): Promise<Ended>;
}

async function follow(newest: string, work: (show: Show) => Promise<void>): Promise<void> {
	const media = video("feed-episode", { seconds: 14 });
	const live = { episodes: [1, 2], status: 200 };
	const server = await serveFeeds((request, response) => {
		if (request.url?.startsWith("/media/")) {
			// Without its signature a video is nobody's to have.
			if (!request.url.includes("Signature=s3cr3t")) return response.writeHead(403).end();
			response.writeHead(200, { "content-type": "video/mp4", "content-length": statSync(media).size });
			return void createReadStream(media).pipe(response);
		}
		const tag = `"${live.episodes.join()}"`;
		if (live.status === 200 && request.headers["if-none-match"] === tag) return response.writeHead(304).end();
		return response.writeHead(live.status, { etag: tag }).end(feedOf(server.origin, live.episodes));
	});
	const folder = workspace(media, {
		"showrun.config.yaml": SETTINGS,
		"talk.campaign.yaml": CAMPAIGN(server.origin, newest),
	});
	withKeptRenders(folder);
	try {
		await work(
			Object.assign(live, { server, folder, run: (...args: string[]) => showrunWarm(args, { cwd: folder }) }),
		);
	} finally {
		await server.stop();
	}
}

function feedOf(origin: string, episodes: readonly number[]): string {
	const items = episodes
		.toReversed()
		.map(
			(number) =>
				`<item><title>Episode ${number}</title><guid isPermaLink="false">${number === 4 ? "constructor" : `ep-${number}`}</guid>` +
				`<pubDate>${new Date(Date.UTC(2026, 5, number)).toUTCString()}</pubDate>` +
				`<enclosure url="${origin}/media/${number}.mp4?X-Amz-Signature=s3cr3t" length="1" type="video/mp4"/></item>`,
		);
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>Show</title>${items.join("")}</channel></rss>`;
}

async function well(ended: Promise<Ended>): Promise<string> {
	const { code, out, err } = await ended;
	assert.is(code, 0, out + err);
	assert.equal(unseemly(out + err), []);
	return out;
}

const titles = ({ folder }: Show) => deliveredIn(folder).map(({ post }) => post.title);

const journey = suite("videos that appear by themselves");

journey("a new episode is posted once, and nothing that was there before", async () => {
	await follow("", async (show) => {
		const { folder, run, server } = show;
		const first = await well(run("plan"));
		assert.match(first, /lists 2 items\. At the first apply/);
		assert.is(existsSync(join(folder, ".showrun/state.json")), false);
		await well(run("apply", "--auto-approve"));
		show.episodes.push(3);
		const before = readFileSync(join(folder, ".showrun/state.json"), "utf8");
		const plan = await well(run("plan"));
		assert.match(plan, /"Episode 3" \(ep-3\) becomes a video/);
		assert.match(plan, 'show.video.episodes["ep-3"]');
		assert.is(readFileSync(join(folder, ".showrun/state.json"), "utf8"), before);
		await well(run("apply", "--auto-approve"));
		assert.equal(titles(show), ["Episode 3, part 1"]);
		for (const change of [() => show.episodes.splice(0), () => (show.status = 503)]) {
			change();
			assert.match(await well(run("plan")), "No changes.");
			await well(run("apply", "--auto-approve"));
		}
		assert.match((await run("plan")).out, /show\.feed\.podcast cannot be read:[\s\S]* 503/);
		assert.equal(titles(show), ["Episode 3, part 1"]);
		const asked = server.asked.filter(({ path }) => path.startsWith("/feed"));
		assert.ok(asked.slice(1, 3).every(({ ifNoneMatch }) => ifNoneMatch === '"1,2"'));
		assert.not.match(JSON.stringify(await stateOf(folder)), /sekrit|s3cr3t/);
	});
});

journey("a saved plan takes its own items, whatever appears meanwhile", async () => {
	await follow(", newest: 1", async (show) => {
		const { run, folder } = show;
		await well(run("plan", "--out", "plan.json"));
		show.episodes.push(3);
		await well(run("apply", "plan.json"));
		assert.equal(titles(show), ["Episode 2, part 1"]);
		assert.match(await well(run("plan")), '"Episode 3" (ep-3) becomes a video');
		assert.not.match(readFileSync(join(folder, "plan.json"), "utf8"), /s3cr3t/);
	});
});

journey("people see what is taken, take what was left, and skip what they do not want", async () => {
	await follow("", async (show) => {
		const { run } = show;
		assert.match(
			(await run("feeds", "take", "podcast", "ep-1")).err,
			/show\.feed\.podcast was never applied/,
		);
		await well(run("apply", "--auto-approve"));
		assert.match(
			await well(run("feeds", "list")),
			/show\.feed\.podcast +rss http:\/\/127[^?]*feed\.xml +since .* 2 ignored/,
		);
		show.episodes.push(3);
		const table = await well(run("feeds", "show", "podcast"));
		for (const row of [/new .*ep-3 +Episode 3/, /ignored .*ep-1 +Episode 1/]) assert.match(table, row);
		await well(run("feeds", "skip", "podcast", "ep-3"));
		await well(run("feeds", "take", "show.feed.podcast", "ep-1"));
		const plan = await well(run("plan"));
		assert.match(plan, 'show.video.episodes["ep-1"]');
		assert.not.match(plan, "ep-3");
		show.episodes.push(4);
		assert.match(await well(run("feeds", "take", "podcast", "constructor")), "constructor becomes a video");
		assert.match(await well(run("plan")), 'show.video.episodes["constructor"]');
		const misspelt = await run("feeds", "skip", "podcats", "ep-3");
		assert.match(misspelt.err, /There is no feed `podcats`.*\n.*show\.feed\.podcast/s);
		assert.match((await run("feeds", "skip", "podcast", "ep-33")).err, /has no item `ep-33`/);
	});
});

journey("private addresses, and a list that is gone, are told before anything is done", async () => {
	await follow("", async ({ folder, run }) => {
		writeFileSync(
			join(folder, "showrun.config.yaml"),
			SETTINGS.replace("feeds: { private_addresses: true }", ""),
		);
		assert.match((await run("plan")).out, /private network.*feeds\.private_addresses/s);
		const file = join(folder, "talk.campaign.yaml");
		writeFileSync(file, readFileSync(file, "utf8").replace(/rss: "[^"]*"/, "file: ./nowhere.csv"));
		const { code, err } = await run("plan");
		assert.is(code, 1);
		assert.match(err, "The list `./nowhere.csv` does not exist");
	});
});

journey.run();
