/** Feeds over the network: what is asked, what is refused, and that nothing hostile takes for ever. */
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseFeedText } from "../../src/feeds/parse.ts";
import { readFeed } from "../../src/feeds/read.ts";
import { StopFault } from "../../src/model/fault.ts";
import type { FeedFailure, FeedReading } from "../../src/model/feed.ts";
import { type FeedServer, feed, reading, serveFeeds } from "./server.ts";

type Answer = Parameters<typeof serveFeeds>[0];

const item = (id: string) =>
	`<item><guid>${id}</guid><title>${id}</title><enclosure url="https://cdn.example/${id}.mp4" type="video/mp4" length="1"/></item>`;
const rss = (...ids: string[]) =>
	`<?xml version="1.0"?><rss version="2.0"><channel><title>S</title>${ids.map(item).join("")}</channel></rss>`;

async function withServer(answer: Answer, work: (server: FeedServer) => Promise<void>): Promise<void> {
	const server = await serveFeeds(answer);
	try {
		await work(server);
	} finally {
		await server.stop();
	}
}

async function read(
	url: string,
	over: Parameters<typeof reading>[0] = {},
): Promise<FeedReading | FeedFailure> {
	return readFeed(feed({ kind: "rss", url }), reading(over));
}

function idsOf(read: FeedReading | FeedFailure): readonly string[] {
	if ("failed" in read) throw new Error(read.failed);
	return read.items.map(({ id }) => id);
}

function failureOf(read: FeedReading | FeedFailure): string {
	if (!("failed" in read)) throw new Error("It was read.");
	return `${read.failed} ${read.remedy}`;
}

const web = suite("feeds over the network");

web("a feed that has not changed is not sent again, and nothing is parsed", async () => {
	const cacheFolder = join(await mkdtemp(join(tmpdir(), "showrun-feeds-")), "feeds");
	let version = 1;
	await withServer(
		(request, response) => {
			const tag = `"v${version}"`;
			if (request.headers["if-none-match"] === tag) return response.writeHead(304).end();
			return response.writeHead(200, { etag: tag }).end(version === 1 ? rss("a") : rss("b", "a"));
		},
		async ({ origin, asked }) => {
			const url = `${origin}/feed.xml?key=sekrit`;
			assert.equal(idsOf(await read(url, { cacheFolder })), ["a"]);
			assert.equal(idsOf(await read(url, { cacheFolder })), ["a"]);
			version = 2;
			assert.equal(idsOf(await read(url, { cacheFolder })), ["b", "a"]);
			assert.equal(
				asked.map(({ ifNoneMatch }) => ifNoneMatch),
				[undefined, '"v1"', '"v1"'],
			);
			const [file = ""] = await readdir(cacheFolder);
			assert.not.match(file, /sekrit/);
			assert.is((await stat(join(cacheFolder, file))).mode & 0o077, 0);
			assert.not.match(await readFile(join(cacheFolder, file), "utf8"), "sekrit");
			await writeFile(join(cacheFolder, file), "{ torn");
			assert.equal(idsOf(await read(url, { cacheFolder })), ["b", "a"]);
		},
	);
});

web("compressed bodies are read, and one that never ends when it is unpacked is refused", async () => {
	const bodies: Record<string, [string, Buffer]> = {
		"/gzip": ["gzip", gzipSync(rss("a"))],
		"/br": ["br", brotliCompressSync(rss("a"))],
		"/bomb": ["gzip", gzipSync(Buffer.alloc(64 * 1024 ** 2))],
		"/torn": ["gzip", gzipSync(rss("a")).subarray(0, 40)],
	};
	await withServer(
		({ url = "" }, response) => {
			const [encoding, body] = bodies[url] ?? ["", Buffer.alloc(0)];
			response.writeHead(200, { "content-encoding": encoding }).end(body);
		},
		async ({ origin }) => {
			assert.equal(idsOf(await read(`${origin}/gzip`)), ["a"]);
			assert.equal(idsOf(await read(`${origin}/br`)), ["a"]);
			assert.match(failureOf(await read(`${origin}/bomb`)), /larger than 32 MB/);
			assert.match(failureOf(await read(`${origin}/torn`)), /cannot be read/);
		},
	);
});

web("what a server refuses is told with what to do, and without the query of the address", async () => {
	await withServer(
		({ url = "" }, response) => response.writeHead(Number(url.slice(1, 4))).end("no"),
		async ({ origin }) => {
			const cases = [
				[404, /404.*none any more/],
				[410, /410.*none any more/],
				[401, /401.*not public/],
				[403, /403.*not public/],
				[429, /429.*next reading/],
				[503, /503.*next reading/],
				[204, /204.*in a browser/],
			] as const;
			for (const [status, words] of cases) {
				const told = failureOf(await read(`${origin}/${status}?key=sekrit`));
				assert.match(told, words);
				assert.not.match(told, /sekrit/);
			}
		},
	);
});

web("redirects are followed a few times, each checked like the first", async () => {
	const to: Record<string, string> = {
		"/a": "/b",
		"/b": "/feed",
		"/loop": "/loop",
		"/file": "file:///etc/passwd",
	};
	await withServer(
		({ url = "" }, response) =>
			to[url] === undefined ? response.end(rss("a")) : response.writeHead(301, { location: to[url] }).end(),
		async ({ origin }) => {
			assert.equal(idsOf(await read(`${origin}/a`)), ["a"]);
			assert.match(failureOf(await read(`${origin}/loop`)), /Too many redirects/);
			assert.match(failureOf(await read(`${origin}/file`)), /Only http and https/);
		},
	);
});

web("this machine and private networks are reached only where the settings allow it", async () => {
	await withServer(
		(_, response) => response.end(rss("a")),
		async ({ origin, asked }) => {
			const port = new URL(origin).port;
			for (const host of [
				`127.0.0.1:${port}`,
				`localhost:${port}`,
				"169.254.169.254",
				"[::1]",
				"10.0.0.1",
				"0x7f.1",
			])
				assert.match(
					failureOf(await read(`http://${host}/`, { privateAddresses: false })),
					/private network.*feeds\.private_addresses/,
					host,
				);
			assert.equal(asked, []);
		},
	);
});

web("a server that drips, lies about the length or breaks off does not hold a plan up", async () => {
	const stop = new AbortController();
	await withServer(
		({ url = "" }, response) => {
			if (url === "/lies") response.writeHead(200, { "content-length": "1000" }).write("<rss>");
			if (url === "/lies") response.destroy();
			if (url === "/drip") response.write("<rss>");
		},
		async ({ origin }) => {
			assert.match(failureOf(await read(`${origin}/lies`)), /cannot be read/);
			const dripping = read(`${origin}/drip`, { signal: stop.signal });
			stop.abort(new Error("stopped"));
			await dripping.then(
				() => assert.unreachable("it was read"),
				(error: Error) => assert.is(error.message, "stopped"),
			);
		},
	);
});

web("a variable that is not set is named; its value never is", async () => {
	const env = feed({ kind: "rss", env: "PODCAST_FEED" });
	assert.match(failureOf(await readFeed(env, reading())), /PODCAST_FEED.*is not set/);
	const told = failureOf(await readFeed(env, reading({ env: { PODCAST_FEED: "ftp://ann:sekrit@x/" } })));
	assert.not.match(told, /sekrit/);
	await withServer(
		(_, response) => response.end(rss("a")),
		async ({ origin }) =>
			assert.equal(idsOf(await readFeed(env, reading({ env: { PODCAST_FEED: ` ${origin}/ ` } }))), ["a"]),
	);
});

web("a channel is asked for by its id", async () => {
	await withServer(
		(_, response) => response.end(rss("a")),
		async ({ origin, asked }) => {
			await readFeed(feed({ kind: "youtube", channel: "UC123" }), reading({ youtubeBase: origin }));
			assert.is(asked[0]?.path, "/feeds/videos.xml?channel_id=UC123");
		},
	);
});

const hostile = suite("hostile feeds");

const refused: readonly (readonly [name: string, text: string, why: RegExp])[] = [
	["a web page", "<!DOCTYPE html><html><body>Sign in</body></html>", /web page/],
	["nothing", "", /empty/],
	[
		"an entity bomb",
		`<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>`,
		/entities/,
	],
	[
		"an external entity",
		'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>',
		/entities/,
	],
	["deep nesting", `<rss><channel>${"<a>".repeat(100_000)}`, /too deeply/],
	["deep JSON", `${"[".repeat(100_000)}`, /neither/],
	["a shell script", "#!/bin/sh\nrm -rf /\n", /neither/],
	["NUL bytes", "\0\0\0\0<rss>", /neither/],
	["JSON that is no feed", '{"version":1}', /neither/],
	["an unterminated tag", "<rss><channel><item", /neither|no feed/],
	["too many items", rss(...Array.from({ length: 20_001 }, (_, index) => `i${index}`)), /limit 20000/],
];

for (const [name, text, why] of refused)
	hostile(`${name} is refused`, async () => {
		try {
			await parseFeedText(text, "https://feeds.example/");
		} catch (error) {
			assert.instance(error, StopFault);
			assert.match(error instanceof Error ? error.message : "", why);
			return;
		}
		assert.unreachable("it was taken for a feed");
	});

hostile(
	"a million attributes, and one title of ten megabytes, are read or refused, and no more",
	async () => {
		const attributes = Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(" ");
		const wide = `<rss version="2.0" ${attributes}><channel>${item("a")}</channel></rss>`;
		const long = rss("a").replace("<title>a</title>", `<title>${"&lt;b&gt;x ".repeat(300_000)}</title>`);
		for (const text of [wide, long]) {
			const { items } = await parseFeedText(text, "https://feeds.example/");
			assert.ok(items.every(({ title = "" }) => title.length <= 5_000));
		}
	},
);

hostile("a length is no number of things, and an author no riddle", async () => {
	const one = item("a").replace("</item>", "");
	const long = "(".repeat(2_000_000);
	const texts = [
		`<rss><channel>${one}<length>1000000000</length></item></channel></rss>`,
		`<rss xmlns:m="http://search.yahoo.com/mrss/"><channel>${one}<category><length>4000000000</length></category></item></channel></rss>`,
		`<rss><channel>${one}<author>${long}</author></item></channel></rss>`,
		`<rss><channel>${one}<author><![CDATA[${long}]]></author></item></channel></rss>`,
	];
	for (const text of texts)
		assert.is((await parseFeedText(text, "https://feeds.example/")).items.length, 1, text.slice(0, 200));
	const json = { version: "https://jsonfeed.org/version/1.1", title: "S", items: { length: 1_000_000_000 } };
	assert.equal((await parseFeedText(JSON.stringify(json), "https://feeds.example/")).items, []);
});

hostile("an item named __proto__ is an item like any other", async () => {
	const { items } = await parseFeedText(rss("__proto__", "constructor"), "https://feeds.example/");
	assert.equal(
		items.map(({ id }) => id),
		["__proto__", "constructor"],
	);
});

web.run();
hostile.run();
