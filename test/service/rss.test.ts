import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { feedWriter } from "../../src/service/delivery/feed.ts";
import { rssProblems } from "./rss.ts";

const rss = suite("the feed as RSS 2.0");

type Post = Readonly<Record<string, unknown>>;

/** The feed of an account with these posts; folders are named by their number. */
async function feedOf(
	posts: readonly Post[],
	{ account = "Acme", feedUrl = "https://clips.example.com/outbox" } = {},
): Promise<string> {
	const outbox = await mkdtemp(join(tmpdir(), "showrun-rss-"));
	try {
		const folder = join(outbox, "youtube", account);
		await mkdir(folder, { recursive: true });
		for (const [at, post] of posts.entries()) {
			const path = join(folder, `post${at}`);
			await mkdir(path);
			await writeFile(join(path, "video.mp4"), "v".repeat(at));
			await writeFile(join(path, "post.json"), JSON.stringify(post));
			await utimes(join(path, "post.json"), at, at);
		}
		await feedWriter(feedUrl === "" ? { outbox } : { outbox, feedUrl })(folder);
		return await readFile(join(folder, "feed.xml"), "utf8");
	} finally {
		await rm(outbox, { recursive: true, force: true });
	}
}

const AT = Date.UTC(2026, 10, 20, 12);
const HOSTILE = "]]>]]>&amp;<x>\u0000\u0008\ud800\ufffe\u202e \u{1f3ac} </item>\r\n--><![CDATA[ &#0; %00 \"'";

const FEEDS: Readonly<Record<string, readonly Post[]>> = {
	"with no post": [],
	"with full posts": [
		{ title: "One", description: "a\nb", tags: ["x", "y z"], delivered_at: AT },
		{ title: "Two", delivered_at: AT + 1 },
	],
	"with nothing but hostile text": [
		{
			title: HOSTILE,
			description: HOSTILE,
			tags: [HOSTILE, "", " "],
			clip: { title: HOSTILE },
			delivered_at: AT,
		},
	],
	"with a title of forbidden characters alone": [{ title: "\u0001\u0002", delivered_at: AT }],
	"with a title of blanks": [{ title: "  \n ", description: "\n\n", delivered_at: AT }],
	"with values of the wrong kind": [
		{ title: 7, description: ["x"], tags: "no", clip: "no", delivered_at: "yesterday" },
	],
	"with moments outside of any calendar": [
		{ title: "a", delivered_at: -1 },
		{ title: "b", delivered_at: 1e300 },
		{ title: "c", delivered_at: 253_402_300_799_999 },
	],
};
for (const [title, posts] of Object.entries(FEEDS)) {
	rss(`${title} is valid`, async () => assert.equal(await rssProblems(await feedOf(posts)), []));
	rss(`${title} and without a URL is valid`, async () =>
		assert.equal(await rssProblems(await feedOf(posts, { feedUrl: "" })), []),
	);
}

rss("of an account with any name is valid", async () => {
	for (const account of ["%2E.%2F", "a b&c<d>", "%", "ü~ß", "%1B"])
		assert.equal(await rssProblems(await feedOf([{ title: "T", delivered_at: AT }], { account })), []);
});

/** The check is checked: each of these breaks one rule. */
const BROKEN: Readonly<Record<string, readonly [(text: string) => string, RegExp]>> = {
	"cut off": [(text) => text.slice(0, -20), /cannot be parsed/],
	"an entity of HTML": [(text) => text.replace("<generator>", "<generator>&nbsp;"), /entity/],
	"no version": [(text) => text.replace(' version="2.0"', ""), /./],
	"no channel link": [(text) => text.replace(/<link>[^<]*<\/link>/, ""), /0 times link/],
	"no link to itself": [(text) => text.replace(/<atom:link[^>]*>/, ""), /link to itself/],
	"a date of ISO 8601": [
		(text) => text.replace(/<pubDate>[^<]*/, "<pubDate>2026-11-20T12:00:00Z"),
		/item 1: pubDate: no date/,
	],
	"the wrong weekday": [(text) => text.replace("<pubDate>Fri", "<pubDate>Mon"), /item 1: pubDate: no date/],
	"an invalid date": [
		(text) => text.replace(/<lastBuildDate>[^<]*/, "<lastBuildDate>Invalid Date"),
		/lastBuildDate: no date/,
	],
	"a permanent link that is none": [(text) => text.replace(' isPermaLink="false"', ""), /guid: no address/],
	"a guid twice": [(text) => text.replace(/<item>.*<\/item>/s, (items) => items + items), /guid twice/],
	"an enclosure without length": [(text) => text.replace(/ length="\d+"/, ""), /enclosure: length/],
	"a relative enclosure": [
		(text) => text.replace(/(<enclosure [^>]*url=")[^"]*/, "$1video.mp4"),
		/enclosure: no address/,
	],
	"an undeclared prefix": [(text) => text.replace(/ xmlns:media="[^"]*"/, ""), /Media RSS/],
};
for (const [title, [breakIt, problem]] of Object.entries(BROKEN))
	rss(`the check finds ${title}`, async () => {
		const text = await feedOf([{ title: "T", tags: ["a"], delivered_at: AT }]);
		const broken = breakIt(text);
		assert.is.not(broken, text);
		assert.match((await rssProblems(broken)).join("\n"), problem);
	});

rss.run();
