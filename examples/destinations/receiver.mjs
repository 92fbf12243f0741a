// Receives posts: checks the signature (Standard Webhooks 1.0.0), fetches the video and keeps it in the folder `received`.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const PORT = Number(process.env.PORT ?? 7793);
const SECRET_FILE = process.argv[2] ?? "posts.secret";
const FIVE_MINUTES = 300;
mkdirSync("received", { recursive: true });

const server = createServer(async (request, response) => {
	const body = Buffer.concat(await request.toArray());
	try {
		if (!isSigned(request.headers, body)) return response.writeHead(401).end();
		const { type, data } = JSON.parse(body.toString());
		if (type === "post.publish") await keep(request.headers["webhook-id"], data);
		response.writeHead(200, { "content-type": "application/json" }).end("{}");
	} catch (error) {
		// 503: whether it was posted is asked later.
		console.error(error.message);
		response.writeHead(503).end();
	}
});
server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/posts`));

function isSigned(headers, body) {
	const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
	if (!(Math.abs(Date.now() / 1000 - Number(time)) < FIVE_MINUTES)) return false;
	const key = Buffer.from(
		readFileSync(SECRET_FILE, "utf8")
			.trim()
			.replace(/^whsec_/, ""),
		"base64",
	);
	const wanted = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
	return signatures.split(" ").some((each) => {
		const given = Buffer.from(each.replace(/^v1,/, ""), "base64");
		return given.length === wanted.length && timingSafeEqual(given, wanted);
	});
}

/** The same message may come again: its id is the name of the file. */
async function keep(id, { title, files }) {
	const name = `received/${id.replace(/[^\w-]/g, "_")}.mp4`;
	if (existsSync(name)) return;
	const video = await fetch(files.video.url);
	if (!video.ok) throw new Error(`The video was answered with status ${video.status}.`);
	await pipeline(Readable.fromWeb(video.body), createWriteStream(`${name}.part`));
	renameSync(`${name}.part`, name);
	console.log(`posted ${JSON.stringify(title)}`);
}
