import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AccountHealth } from "../../src/model/account.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { PageAccounts, PageFeed } from "../../src/page/port.ts";
import { ask, comeIn, fakeSource, HOSTILE, overviewOf, pageOver, send } from "./fake-source.ts";

const pages = suite("accounts and feeds on the page");

const AT = epochMs(Date.UTC(2026, 11, 1));
const account = { platform: "youtube", username: HOSTILE } as const;
const good = { ...account, id: "a1", tokenValid: true, tokenExpiringSoon: false };
const post = { address: 'k.post.s["t@0-9000"].yt' as never, at: AT, handedOver: true };

async function shown(path: string, more: Parameters<typeof fakeSource>[1]): Promise<string> {
	const { page } = pageOver(fakeSource(overviewOf([]), more).source);
	const { base, cookie } = await comeIn(page);
	const text = await (await ask(page, `${base}${path}`, { headers: { cookie } })).text();
	assert.not.match(text, /<script>|<img/);
	return text;
}

const accounts: Record<string, readonly [AccountHealth, RegExp, boolean]> = {
	"a good one is told as such, with what is left of its quota": [
		{ account, connected: { ...good, quota: { left: 3, until: AT } }, atRisk: [] },
		/is-done.*> ok<.*3 posts left until/s,
		false,
	],
	"a token that expires soon names the posts at risk": [
		{ account, connected: { ...good, tokenExpiringSoon: true }, atRisk: [post] },
		/token expires soon.*1 post at risk.*handed over to the service/s,
		true,
	],
	"a token that is invalid says what happens to its posts": [
		{ account, connected: { ...good, tokenValid: false }, atRisk: [] },
		/token invalid.*fail or wait/s,
		true,
	],
	"one that nobody connected is the first thing to do": [
		{ account, atRisk: [post] },
		/not connected.*wait until it is connected/s,
		true,
	],
};
for (const [title, [health, words, isToConnect]] of Object.entries(accounts))
	pages(`of accounts, ${title}`, async () => {
		const known: PageAccounts = { health: [health], askedAt: AT, withApp: ["youtube"], isElsewhere: false };
		const text = await shown("accounts", { accounts: async () => known });
		const [cards = "", connect = ""] = text.split('id="connect"');
		assert.match(cards, words);
		assert.is(cards.includes("showrun accounts connect youtube"), isToConnect);
		assert.match(connect, /to the platform, with your app.*into the outbox/s);
	});

const feed: PageFeed = {
	line: {
		key: "k.feed.podcast",
		feed: {
			name: "podcast",
			place: { file: "k.yaml", line: 4, column: 3 },
			from: { kind: "rss", url: "https://example.com/f?secret=1" },
			everyMs: 900_000,
		},
		zone: "UTC",
		state: { begunAt: AT, newestAt: AT, items: {}, left: { x: [] } },
	},
	rows: [
		{ key: "ep-1", title: HOSTILE, outcome: "taken", publishedAt: AT },
		{ key: "ep-2", title: "Two", outcome: "left", isGone: true },
	],
	unusable: [{ shown: HOSTILE, why: "sound-only" }],
};

pages(
	"a feed shows how its items stand, where it is written, and nothing secret of its address",
	async () => {
		const text = await shown("feeds", { feeds: async () => [feed] });
		assert.match(text, /1 taken.*1 ignored.*1 item ignored.*every 15 min.*k\.yaml:4:3.*no longer listed/s);
		assert.not.match(text, "secret=1");
	},
);

const words: Record<string, readonly [Record<string, string>, "run" | "review", string[], RegExp]> = {
	"an item that was left is taken": [
		{ item: "ep-2", as: "take" },
		"run",
		["take ep-2 of k.feed.podcast"],
		/said/,
	],
	"an item that is not there changes nothing": [{ item: "--all", as: "skip" }, "run", [], /no such item/],
	"another word changes nothing": [{ item: "ep-1", as: "forget" }, "run", [], /no such item/],
	"who may only review changes nothing": [{ item: "ep-1", as: "skip" }, "review", [], /needs the role/],
};
for (const [title, [values, role, done, answer]] of Object.entries(words))
	pages(title, async () => {
		const fake = fakeSource(overviewOf([]), { feeds: async () => [feed] });
		const { page } = pageOver(fake.source);
		const ada = await comeIn(page, { name: "ada", role });
		const form = { path: "say-of-item", values: { feed: "k.feed.podcast", ...values } };
		const sent = await send(page, ada, form);
		const next = sent.headers.get("location");
		const text =
			next === null ? sent : await ask(page, `${ada.base}${next}`, { headers: { cookie: ada.cookie } });
		assert.match(await text.text(), answer);
		assert.equal(fake.done, done);
	});

pages.run();
