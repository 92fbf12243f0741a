import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { FetchLimits } from "../../src/service/fetch/limits.ts";
import { type Play, VIDEO, video, withServer } from "./fetch-server.ts";

const fetching = suite("videos from addresses");

fetching("a host name of this machine is refused before any connection", async () => {
	await withServer(
		(_, response) => video(response),
		async ({ port, asked, failure }) => {
			assert.match(
				await failure(`http://localhost:${port}/a.mp4`, { privateAddresses: false }),
				/localhost is on this machine or in a private network/,
			);
			const resolve = async () => [
				{ address: "93.184.216.34", family: 4 },
				{ address: "127.0.0.1", family: 4 },
			];
			assert.match(
				await failure(`http://both.example:${port}/a.mp4`, { privateAddresses: false, resolve }),
				/both\.example is on this machine/,
			);
			assert.is(asked.length, 0);
		},
	);
});

fetching(
	"a host name is resolved once for each connection, so what was checked is what is connected to",
	async () => {
		await withServer(
			(_, response) => video(response),
			async ({ port, asked, fetch }) => {
				let times = 0;
				const resolve = async () => {
					times += 1;
					return [{ address: times === 1 ? "127.0.0.1" : "192.0.2.1", family: 4 }];
				};
				await fetch(`http://rebinding.example:${port}/a.mp4`, { resolve });
				assert.equal([times, asked[0]?.headers.host], [1, `rebinding.example:${port}`]);
			},
		);
	},
);

fetching("redirects are followed, each checked like the first", async () => {
	await withServer(
		(request, response) =>
			request.url === "/talk.mp4"
				? video(response)
				: response
						.writeHead(302, {
							location: new URL(`http://x${request.url}`).searchParams.get("to") ?? "/again?to=/again",
						})
						.end(),
		async ({ port, fetch, failure }) => {
			const at = (path: string) => `http://127.0.0.1:${port}${path}`;
			assert.is((await fetch(at("/a?to=/talk.mp4"))).title, "a");
			assert.match(await failure(at("/again")), /Too many redirects from 127\.0\.0\.1:\d+ \(limit 5\)/);
			assert.match(await failure(at("/a?to=file:///etc/passwd")), /Only http and https/);
			const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
			assert.match(
				await failure(`http://a.example:${port}/a?to=http://169.254.169.254/latest`, {
					resolve,
					privateAddresses: false,
				}),
				/private network/,
			);
		},
	);
});

fetching("a video is stored by its content, and fetched again only when it changed", async () => {
	const etag = '"one"';
	await withServer(
		(request, response) =>
			request.headers["if-none-match"] === etag
				? void response.writeHead(304).end()
				: video(response, { etag }),
		async ({ port, folder, asked, fetch, left }) => {
			const first = await fetch(`http://127.0.0.1:${port}/My%20talk.mp4?token=secret`);
			assert.is(first.title, "My talk");
			assert.equal(await readFile(join(folder, "sources", `${first.sha256}.mp4`)), VIDEO);
			assert.equal(await fetch(`http://127.0.0.1:${port}/My%20talk.mp4?token=secret`), first);
			assert.equal([asked.length, await left()], [2, [".json"]]);
		},
	);
});

fetching("a broken connection is resumed where it broke", async () => {
	const etag = '"one"';
	await withServer(
		(request, response) => {
			const from =
				request.headers["if-range"] === etag
					? Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0)
					: 0;
			const headers = {
				etag,
				"content-length": String(VIDEO.length - from),
				...(from > 0 && { "content-range": `bytes ${from}-${VIDEO.length - 1}/${VIDEO.length}` }),
			};
			response.writeHead(from > 0 ? 206 : 200, headers);
			response.write(VIDEO.subarray(from, from + 20_000), () =>
				from + 20_000 < VIDEO.length ? setTimeout(() => response.socket?.end(), 100) : response.end(),
			);
		},
		async ({ port, folder, asked, fetch }) => {
			const { sha256 } = await fetch(`http://127.0.0.1:${port}/a.mp4`);
			assert.equal(await readFile(join(folder, "sources", `${sha256}.mp4`)), VIDEO);
			assert.equal(
				[...new Set(asked.map(({ headers }) => headers.range ?? "whole"))],
				["whole", "bytes=20000-", "bytes=40000-"],
			);
		},
	);
});

const failing: Record<string, [play: Play, message: RegExp, limits?: Partial<FetchLimits>]> = {
	"a web page": [
		(_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
		/sent a web page, not a video/,
	],
	"a playlist": [
		(_, response) => void response.end(`#EXTM3U\nfile:///etc/passwd\n${"#".repeat(2_000)}`),
		/did not send a video/,
	],
	"a video that is too large": [
		(_, response) => void response.writeHead(200, { "content-length": "2000000" }).write("x"),
		/larger than 0\.001 GB/,
	],
	"a stream without end": [
		(_, response) => {
			response.write(VIDEO);
			const dripping = setInterval(() => response.write(Buffer.alloc(200_000)), 5);
			response.on("close", () => clearInterval(dripping));
		},
		/larger than 0\.001 GB/,
	],
	"a slow server": [
		(_, response) => {
			response.writeHead(200, { "content-length": "500000" }).write(VIDEO.subarray(0, 1_000));
			const dripping = setInterval(() => response.write(Buffer.alloc(10)), 50);
			response.on("close", () => clearInterval(dripping));
		},
		/sends the video too slowly: less than 4 KB\/s/,
		{ slowMs: 400 },
	],
	"a missing file": [(_, response) => void response.writeHead(404).end(), /has no such file \(404\)/],
	"a login": [(_, response) => void response.writeHead(401).end(), /requires a login \(401\)/],
	"a server that keeps failing": [
		(_, response) => void response.writeHead(503).end(),
		/answered with status 503/,
	],
	"another part than requested": [
		(_, response) => void response.writeHead(206, { "content-range": "bytes 5-9/10" }).end("xxxxx"),
		/status 206 instead of a video/,
	],
};
for (const [title, [play, message, limits]] of Object.entries(failing)) {
	fetching(`${title}: the failure names only the host, and nothing stays`, async () => {
		await withServer(play, async ({ port, failure, left }) => {
			const failed = await failure(`http://127.0.0.1:${port}/a.mp4?token=secret`, limits);
			assert.match(failed, message);
			assert.not.match(failed, "secret");
			assert.equal(
				(await left()).filter((name) => name !== ".json"),
				[],
			);
		});
	});
}

fetching("a video larger than the free disk space is not begun", async () => {
	const huge: Play = (_, response) =>
		void response.writeHead(200, { "content-length": String(1e15) }).write(VIDEO);
	await withServer(huge, async ({ port, failure, left }) => {
		assert.match(
			await failure(`http://127.0.0.1:${port}/a.mp4`, { maxBytes: 1e16 }),
			/Not enough disk space for the video: it needs 1000000\.0 GB/,
		);
		assert.equal(await left(), []);
	});
});

fetching("a video of unknown size does not fill the disk", async () => {
	await withServer(
		(_, response) => {
			response.write(VIDEO);
			response.end();
		},
		async ({ port, failure, left }) => {
			assert.match(
				await failure(`http://127.0.0.1:${port}/a.mp4`, { reserveBytes: 1e18 }),
				/does not tell the size of the video, and the disk is nearly full/,
			);
			assert.equal(await left(), [".json"]);
		},
	);
});

fetching(
	"a server that closes the connection after every few bytes is given up; what came stays",
	async () => {
		await withServer(
			({ headers }, response) => {
				const from = Number(/bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
				const range = { "content-range": `bytes ${from}-499999/500000` };
				response.writeHead(from > 0 ? 206 : 200, {
					etag: '"one"',
					"content-length": String(500_000 - from),
					...(from > 0 && range),
				});
				response.write(VIDEO.subarray(from, from + 600), () => setTimeout(() => response.socket?.end(), 20));
			},
			async ({ port, asked, failure, left }) => {
				assert.match(
					await failure(`http://127.0.0.1:${port}/a.mp4`),
					/cannot be reached|closed the connection/,
				);
				assert.equal([asked.length, await left()], [6, [".json", ".part"]]);
			},
		);
	},
);

fetching("the time limit holds, and what came until then stays", async () => {
	await withServer(
		(_, response) => void response.writeHead(200, { etag: '"one"' }).write(VIDEO),
		async ({ port, failure, left }) => {
			assert.match(await failure(`http://127.0.0.1:${port}/a.mp4`, { limitMs: 1_000 }), /took longer than/);
			assert.equal(await left(), [".json", ".part"]);
		},
	);
});

fetching("cancelling ends a fetch whose server is silent, with the reason of the signal", async () => {
	const cancelled = new AbortController();
	await withServer(
		() => cancelled.abort(new Error("cancelled")),
		async ({ port, fetch }) => {
			const reason = await fetch(`http://127.0.0.1:${port}/a.mp4`, {}, cancelled.signal).catch(
				(error: unknown) => error,
			);
			assert.is(reason instanceof Error && reason.message, "cancelled");
		},
	);
});

fetching.run();
