// A podcast with video, on this machine: one episode at first, one more with each POST to /publish.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";

const PORT = Number(process.env.PORT ?? 8765);
const MEDIA = new URL("media/talk.mp4", import.meta.url);
const began = Date.now();
let episodes = 1;

const server = createServer((request, response) => {
	const { method, url = "" } = request;
	if (method === "POST" && url === "/publish") return response.end(`Episode ${++episodes} is published.\n`);
	if (/^\/media\/\d+\.mp4$/.test(url)) {
		response.writeHead(200, { "content-type": "video/mp4", "content-length": statSync(MEDIA).size });
		return createReadStream(MEDIA).pipe(response);
	}
	if (url !== "/feed.xml") return response.writeHead(404).end();
	// Who asks with the tag of what is there gets nothing more.
	const tag = `"${began}-${episodes}"`;
	if (request.headers["if-none-match"] === tag) return response.writeHead(304).end();
	return response.writeHead(200, { "content-type": "application/rss+xml", etag: tag }).end(feed());
});
server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/feed.xml`));

function feed() {
	const numbers = Array.from({ length: episodes }, (_, index) => episodes - index);
	return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Weekly</title><link>http://127.0.0.1:${PORT}/</link><description>An example.</description>
${numbers.map(item).join("\n")}
</channel></rss>`;
}

function item(number) {
	// The first one is a week old.
	const published = new Date(began + (number - 2) * 7 * 86_400_000 * (number === 1 ? 1 : 0) + number * 1000);
	return `<item><title>Episode ${number}</title><guid isPermaLink="false">weekly-${number}</guid><link>http://127.0.0.1:${PORT}/${number}</link>
<description>What was said in week ${number}.</description><pubDate>${published.toUTCString()}</pubDate>
<enclosure url="http://127.0.0.1:${PORT}/media/${number}.mp4" length="${statSync(MEDIA).size}" type="video/mp4"/></item>`;
}
