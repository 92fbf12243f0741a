import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { FeedState, KnownItem } from "../../src/model/feed-state.ts";
import { withItems } from "../../src/plan/items/with-items.ts";
import { type Candidate, compare, once, row, times, withProgram } from "./measure.ts";
import { writePosted } from "./workspace.ts";

const ITEMS = 1_000;
const CLIPS = 3;
const BEGUN = epochMs(Date.UTC(2026, 0, 1));

/**
 * What a plan without changes costs of a thousand items and three thousand posts, beside the same written out
 * by hand; and how often the feed is asked for it.
 */
export async function benchFeeds(): Promise<void> {
	let asked = 0;
	const server = createServer((request, response) => {
		asked++;
		if (request.headers["if-none-match"] === '"1"') return void response.writeHead(304).end();
		response.writeHead(200, { etag: '"1"' }).end(feedText());
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.address() as AddressInfo;
	try {
		await withProgram(async ({ folder, program }) => {
			const byHand = await writtenOut(join(folder, "hand"));
			const byFeed = await fromFeed(join(folder, "feed"), port);
			const env = { XDG_CACHE_HOME: join(folder, "cache"), XDG_STATE_HOME: join(folder, "state"), CI: "" };
			const candidate = (name: string, cwd: string): Candidate => ({
				...{ name, cwd, env, command: process.execPath, args: [program, "plan"] },
			});
			const [hand, feed] = [candidate("by hand", byHand), candidate("by feed", byFeed)];
			for (const each of [hand, feed]) await once(each);
			asked = 0;
			const rounds = 9;
			const [one, other] = await compare([hand, feed], rounds);
			if (one === undefined || other === undefined) return;
			console.log(`\nA plan without changes, ${ITEMS} items and ${ITEMS * CLIPS} posts`);
			console.log(row("written out by hand", one));
			console.log(row("from a feed", other, times(other, one, { than: "by hand", goal: 1.2 })));
			console.log(`the feed was asked ${(asked / rounds).toFixed(1)} times a plan (goal: 1)`);
		});
	} finally {
		server.close();
	}
}

const address = (item: number) => `https://cdn.example/${item}.mp4`;
const items = Array.from({ length: ITEMS }, (_, item) => item);
const published = (item: number) => BEGUN + item * 3_600_000 + 1_000;

function feedText(): string {
	const all = items
		.toReversed()
		.map(
			(item) =>
				`<item><title>Episode ${item}</title><guid isPermaLink="false">ep-${item}</guid>` +
				`<pubDate>${new Date(published(item)).toUTCString()}</pubDate>` +
				`<enclosure url="${address(item)}" length="1" type="video/mp4"/></item>`,
		);
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>Show</title>${all.join("")}</channel></rss>`;
}

const HEAD =
	"accounts: { tube: { platform: youtube, username: Acme } }\ndefaults: { export: { resolution: 1080p } }\n";
const POST =
	'clips: { top: 3 }, to: { tube: { title: "{{ clip.title }}", description: "{{ clip.description }}" } }';

async function writtenOut(cwd: string): Promise<string> {
	const videos = items.map((item) => `  ep-${item}: { source: "${address(item)}" }\n`).join("");
	const posts = items.map((item) => `  shorts-${item}: { from: ep-${item}, ${POST} }\n`).join("");
	begin(cwd, `campaign: hand\n${HEAD}videos:\n${videos}posts:\n${posts}`);
	const { campaigns } = await loadCampaigns(["."], { cwd, signal: AbortSignal.timeout(300_000) });
	writePosted(cwd, { campaigns, clips: CLIPS });
	return cwd;
}

async function fromFeed(cwd: string, port: number): Promise<string> {
	const feed = `feeds: { podcast: { rss: "http://127.0.0.1:${port}/feed.xml" } }\n`;
	begin(
		cwd,
		`campaign: fed\n${HEAD}${feed}videos: { eps: { each: podcast } }\nposts: { shorts: { from: eps, ${POST} } }\n`,
	);
	const { campaigns } = await loadCampaigns(["."], { cwd, signal: AbortSignal.timeout(300_000) });
	const known = items.map((item): [string, KnownItem] => {
		const title = `Episode ${item}`;
		const at = epochMs(published(item));
		const fields = { title, published: new Date(at).toISOString(), guid: `ep-${item}` };
		const source = { kind: "url", url: address(item) } as const;
		return [
			`ep-${item}`,
			{ status: "taken", seenAt: at, item: { id: `ep-${item}`, source, title, publishedAt: at, fields } },
		];
	});
	const state: FeedState = {
		begunAt: BEGUN,
		newestAt: epochMs(published(ITEMS - 1)),
		items: Object.fromEntries(known),
		left: {},
	};
	const feeds = { "fed.feed.podcast": state };
	const expanded = withItems(campaigns, { snapshot: { feeds, resources: {} }, place: (path) => path });
	writePosted(cwd, { campaigns: expanded, clips: CLIPS, feeds });
	return cwd;
}

function begin(cwd: string, campaign: string): void {
	mkdirSync(cwd, { recursive: true });
	writeFileSync(join(cwd, "showrun.config.yaml"), "feeds: { private_addresses: true }\n");
	writeFileSync(join(cwd, "c.campaign.yaml"), campaign);
}
