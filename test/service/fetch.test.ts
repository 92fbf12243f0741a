import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Fetched, type FetchLimits, fetchVideo } from "../../src/service/fetch/fetch.ts";
import { isPublic } from "../../src/service/fetch/ip-addresses.ts";
import { fetchable, titleOf } from "../../src/service/fetch/video-address.ts";
import { results, submit, until, withWorld } from "./world.ts";

const fetching = suite("videos from addresses");

/** What a video starts like, and then something. */
const VIDEO = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), Buffer.alloc(50_000, "movie ")]);

type Play = (request: IncomingMessage, response: ServerResponse) => void;

interface Fetcher {
	readonly port: number;
	readonly folder: string;
	readonly asked: IncomingMessage[];
	fetch(address: string, limits?: Partial<FetchLimits>, signal?: AbortSignal): Promise<Fetched>;
	failure(address: string, limits?: Partial<FetchLimits>): Promise<string>;
	left(): Promise<readonly string[]>;
}

async function withServer(play: Play, work: (fetcher: Fetcher) => Promise<void>): Promise<void> {
	const asked: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		asked.push(request);
		play(request, response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const folder = await mkdtemp(join(tmpdir(), "showrun-fetch-"));
	const { port } = server.address() as AddressInfo;
	const fetch: Fetcher["fetch"] = (address, limits = {}, signal = AbortSignal.timeout(10_000)) =>
		fetchVideo(
			address,
			{
				folder: join(folder, "fetches"),
				sourcePath: (file) => join(folder, "sources", `${file.sha256}.${file.extension}`),
				limits: { privateAddresses: true, maxBytes: 1e6, limitMs: 5_000, pauseMs: 5, slowMs: 400, ...limits },
			},
			{ signal, progress: () => {} },
		);
	const failure: Fetcher["failure"] = async (address, limits) =>
		String(await fetch(address, limits).catch((error: unknown) => error));
	const left = async () =>
		(await readdir(join(folder, "fetches"))).map((name) => name.replace(/^[0-9a-f]{64}/, "")).sort();
	try {
		await work({ port, folder, asked, fetch, failure, left });
	} finally {
		server.closeAllConnections();
		server.close();
		await rm(folder, { recursive: true, force: true });
	}
}

function video(response: ServerResponse, headers: Record<string, string> = {}): void {
	response.writeHead(200, { "content-length": String(VIDEO.length), ...headers }).end(VIDEO);
}

const spaces: Record<string, [kind: boolean, addresses: string[]]> = {
	"are fetched from": [
		true,
		["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1:248:1893:25c8:1946"],
	],
	"are not": [
		false,
		[
			...[
				"127.0.0.1",
				"0.0.0.0",
				"10.1.2.3",
				"172.16.0.1",
				"192.168.1.1",
				"169.254.169.254",
				"100.64.0.1",
				"224.0.0.1",
				"255.255.255.255",
				"198.18.0.1",
			],
			...[
				"::1",
				"::",
				"::ffff:127.0.0.1",
				"::ffff:8.8.8.8",
				"::127.0.0.1",
				"fe80::1",
				"fe80::1%eth0",
				"fd00::1",
				"ff02::1",
				"64:ff9b::7f00:1",
				"2002:7f00:1::",
			],
			...["2001::1", "2001:db8::1", "example.com", "0x7f000001", ""],
		],
	],
};
for (const [title, [expected, addresses]] of Object.entries(spaces)) {
	for (const address of addresses)
		fetching(`addresses ${title}: ${address || "none"}`, () => assert.is(isPublic(address), expected));
}

const written = [
	"http://127.0.0.1/a.mp4",
	"http://2130706433/",
	"http://0x7f.1/",
	"http://0177.0.0.1/",
	"http://127.1/",
	"http://[::1]/",
	"http://[::ffff:7f00:1]/",
];
for (const address of written) {
	fetching(`however it is written, this machine is refused: ${address}`, () =>
		assert.throws(
			() => fetchable(address, { privateAddresses: false }),
			/on this machine or in a private network/,
		),
	);
}
for (const address of [
	"ftp://example.com/a.mp4",
	"file:///etc/passwd",
	"https://u:p@example.com/a.mp4",
	"https://",
	`https://example.com/${"a".repeat(5_000)}`,
]) {
	fetching(`is no address to fetch from: ${address.slice(0, 40)}`, () =>
		assert.throws(() => fetchable(address, { privateAddresses: true })),
	);
}
fetching("the title is the name of the file, or the host", () => {
	const titles = [
		"https://example.com/a/My%20talk.mp4?x=1",
		"https://example.com/",
		"https://example.com/%E0%A4%A",
	].map((url) => titleOf(new URL(url)));
	assert.equal(titles, ["My talk", "example.com", "%E0%A4%A"]);
});

fetching("a name that leads to this machine is refused before anything is connected to", async () => {
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
	"what was looked at is what is connected to: the name is resolved once for each connection",
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

fetching("redirects are followed, each looked at like the first", async () => {
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
			assert.match(await failure(at("/again")), /more than 5 redirects/);
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

fetching("a video is kept by what it holds, and fetched again only when it changed", async () => {
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

fetching("a broken connection is gone on with where it broke", async () => {
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

const failing: Record<string, [play: Play, words: RegExp]> = {
	"a page is no video, and says what to do": [
		(_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
		/gives a page, not a video/,
	],
	"a playlist is no video": [
		(_, response) => void response.end(`#EXTM3U\nfile:///etc/passwd\n${"#".repeat(2_000)}`),
		/is not a video/,
	],
	"a video that is too large is not begun": [
		(_, response) => void response.writeHead(200, { "content-length": "2000000" }).write("x"),
		/larger than 0\.001 GB/,
	],
	"a stream without end is cut off": [
		(_, response) => {
			response.write(VIDEO);
			const dripping = setInterval(() => response.write(Buffer.alloc(200_000)), 5);
			response.on("close", () => clearInterval(dripping));
		},
		/larger than 0\.001 GB/,
	],
	"a video that hardly comes": [
		(_, response) => {
			response.writeHead(200, { "content-length": "500000" }).write(VIDEO.subarray(0, 1_000));
			const dripping = setInterval(() => response.write(Buffer.alloc(10)), 50);
			response.on("close", () => clearInterval(dripping));
		},
		/gives the video too slowly: under 4 KB a second/,
	],
	"what is gone": [(_, response) => void response.writeHead(404).end(), /has no such file \(404\)/],
	"a login": [(_, response) => void response.writeHead(401).end(), /wants a login \(401\)/],
	"errors again and again": [(_, response) => void response.writeHead(503).end(), /answered with status 503/],
	"part of something else": [
		(_, response) => void response.writeHead(206, { "content-range": "bytes 5-9/10" }).end("xxxxx"),
		/status 206 instead of a video/,
	],
};
for (const [title, [play, words]] of Object.entries(failing)) {
	fetching(`${title}: a failure that keeps the address to itself, and leaves nothing`, async () => {
		await withServer(play, async ({ port, failure, left }) => {
			const failed = await failure(`http://127.0.0.1:${port}/a.mp4?token=secret`);
			assert.match(failed, words);
			assert.not.match(failed, "secret");
			assert.equal(
				(await left()).filter((name) => name !== ".json"),
				[],
			);
		});
	});
}

fetching("a video the disk has no room for is not begun", async () => {
	const huge: Play = (_, response) =>
		void response.writeHead(200, { "content-length": String(1e15) }).write(VIDEO);
	await withServer(huge, async ({ port, failure, left }) => {
		assert.match(
			await failure(`http://127.0.0.1:${port}/a.mp4`, { maxBytes: 1e16 }),
			/no room for the video: it has 1000000\.0 GB/,
		);
		assert.equal(await left(), []);
	});
});

fetching("a video that does not say how large it is does not fill the disk", async () => {
	await withServer(
		(_, response) => {
			response.write(VIDEO);
			response.end();
		},
		async ({ port, failure, left }) => {
			assert.match(
				await failure(`http://127.0.0.1:${port}/a.mp4`, { reserveBytes: 1e18 }),
				/does not say how large it is, and the disk is nearly full/,
			);
			assert.equal(await left(), [".json"]);
		},
	);
});

fetching("a server that breaks off after every few bytes is given up, and what came is kept", async () => {
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
			assert.match(await failure(`http://127.0.0.1:${port}/a.mp4`), /cannot be reached|ended the connection/);
			assert.equal([asked.length, await left()], [6, [".json", ".part"]]);
		},
	);
});

fetching("the time limit holds, and what came until then is kept; so does cancelling", async () => {
	await withServer(
		(_, response) => void response.writeHead(200, { etag: '"one"' }).write(VIDEO),
		async ({ port, fetch, failure, left }) => {
			assert.match(await failure(`http://127.0.0.1:${port}/a.mp4`, { limitMs: 200 }), /took longer than/);
			assert.equal(await left(), [".json", ".part"]);
			const reason = await fetch(`http://127.0.0.1:${port}/b.mp4`, {}, AbortSignal.timeout(100)).catch(
				(error: unknown) => error,
			);
			assert.is(reason instanceof Error && reason.name, "TimeoutError");
		},
	);
});

/** A yt-dlp of the test's own, which notes how it was started. */
async function withProgram(
	body: string,
	work: (env: Record<string, string>, folder: string) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-yt-"));
	await writeFile(
		join(folder, "yt-dlp"),
		`#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/args"\nenv > "${folder}/env"\n${body}\n`,
		{ mode: 0o755 },
	);
	await work({ PATH: `.:${folder}:${process.env.PATH}`, SHOWRUN_API_KEY: "k-secret" }, folder).finally(() =>
		rm(folder, { recursive: true, force: true }),
	);
}

const page: Play = (_, response) =>
	void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>");

fetching(
	"pages go through yt-dlp where that is asked for: without a shell, its configuration and our secrets",
	async () => {
		const body =
			"printf 'showrun-title A \\033[31mtalk\\n'; echo 'showrun-progress 5 10 NA'; printf '\\000\\000\\000\\030ftypmp42' > video.mp4";
		await withProgram(body, async (env, folder) =>
			withServer(page, async ({ port, fetch, left }) => {
				const address = `http://127.0.0.1:${port}/watch?v=$(touch%20x);--exec`;
				assert.is((await fetch(address, { ytDlp: { env } })).title, "A talk");
				const args = (await readFile(join(folder, "args"), "utf8")).split("\n");
				for (const needed of ["--ignore-config", "--no-exec", "--no-cache-dir", "--no-playlist"])
					assert.ok(args.includes(needed), needed);
				assert.is(args.indexOf("--"), args.length - 3);
				assert.not.match(await readFile(join(folder, "env"), "utf8"), "k-secret");
				assert.equal(await left(), [".json"]);
			}),
		);
	},
);

fetching("a yt-dlp that is missing, fails, never ends or brings too much is told of", async () => {
	await withServer(page, async ({ port, failure, left }) => {
		const address = `http://127.0.0.1:${port}/watch`;
		assert.match(await failure(address, { ytDlp: { env: { PATH: "." } } }), /it is not on the PATH/);
		await withProgram("echo 'ERROR: http://x/secret gone' >&2; exit 1", async (env) => {
			const failed = await failure(address, { ytDlp: { env } });
			assert.match(failed, /could not fetch the video from 127\.0\.0\.1:\d+: ERROR: the address gone/);
		});
		await withProgram("exec sleep 20", async (env) =>
			assert.match(await failure(address, { ytDlp: { env }, limitMs: 300 }), /took longer than/),
		);
		await withProgram("echo 'showrun-progress 5000000 NA NA'; exec sleep 20", async (env) => {
			assert.match(await failure(address, { ytDlp: { env } }), /larger than 0\.001 GB/);
			assert.equal(await left(), []);
		});
		await withProgram("echo '#EXTM3U' > video.mp4", async (env) =>
			assert.match(await failure(address, { ytDlp: { env } }), /brought no video/),
		);
	});
});

fetching(
	"a server that keeps one video waiting holds up no other task, and one address is fetched once",
	async () => {
		let give = () => {};
		const given = new Promise<void>((open) => {
			give = open;
		});
		await withServer(
			({ headers }, response) =>
				headers["if-none-match"] === '"one"'
					? void response.writeHead(304).end()
					: void given.then(() => video(response, { etag: '"one"' })),
			async ({ port, asked }) =>
				withWorld(
					{ fetching: { privateAddresses: true, maxBytes: 1e6, limitMs: 5_000, pauseMs: 5 } },
					async (world) => {
						const ended = (id: string) =>
							until(
								() => results(world, id),
								({ status }) => status === "SUCCEEDED" || status === "FAILED",
							);
						const submitted = async () => {
							const { body } = await world.call("POST", "/api/v2/clips", {
								body: { video_url: `http://127.0.0.1:${port}/slow.mp4` },
							});
							return (body.data as { readonly id: string }).id;
						};
						const slow = [await submitted(), await submitted()];
						assert.is((await ended(await submit(world, {}, "a talk"))).status, "SUCCEEDED");
						assert.equal(
							[
								asked.length,
								await Promise.all(slow.map(async (id) => (await results(world, id)).status !== "SUCCEEDED")),
							],
							[1, [true, true]],
						);
						give();
						for (const id of slow) assert.is((await ended(id)).status, "SUCCEEDED");
						assert.is(asked.length, 2);
					},
				),
		);
	},
);

fetching("the service fetches what is submitted by address, and says why it cannot", async () => {
	await withServer(
		(request, response) =>
			request.url === "/gone.mp4" ? void response.writeHead(404).end() : video(response),
		async ({ port }) =>
			withWorld(
				{ fetching: { privateAddresses: true, maxBytes: 1e6, limitMs: 5_000, pauseMs: 5 } },
				async (world) => {
					const submitted = async (video_url: string) => {
						const { body } = await world.call("POST", "/api/v2/clips", { body: { video_url } });
						const { id } = body.data as { readonly id: string };
						return until(
							() => results(world, id),
							({ status }) => status === "SUCCEEDED" || status === "FAILED",
						);
					};
					const done = await submitted(`http://127.0.0.1:${port}/talk.mp4`);
					assert.equal([done.status, done.clips[0]?.title, done.progress], ["SUCCEEDED", "talk 1", 1]);
					assert.match(
						(await submitted(`http://127.0.0.1:${port}/gone.mp4`)).error_message ?? "",
						/has no such file \(404\)/,
					);
					const refused = await world.call("POST", "/api/v2/clips", {
						body: { video_url: "ftp://example.com/a.mp4" },
					});
					assert.equal(
						[refused.status, refused.body.message],
						[422, "video_url: Only http and https addresses can be fetched."],
					);
				},
			),
	);
	await withWorld({}, async (world) => {
		const refused = await world.call("POST", "/api/v2/clips", {
			body: { video_url: "http://127.0.0.1/a.mp4" },
		});
		assert.match(
			refused.body.message ?? "",
			/^video_url: 127\.0\.0\.1 is on this machine or in a private network/,
		);
	});
});

fetching.run();
