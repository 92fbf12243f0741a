import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Agent } from "undici";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FolderFault } from "../../src/download/download-fault.ts";
import { type FetchContext, type Fetched, fetchFile } from "../../src/download/fetch.ts";
import { Fault } from "../../src/model/fault.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type Answering, movie, type Server, sendGood, withServer } from "./server.ts";

const MOVIE = movie(300_000);
const QUERY = "?signature=s3cr3t";
const DONE = { bytes: MOVIE.length, sha256: createHash("sha256").update(MOVIE).digest("hex") };

interface World {
	readonly server: Server;
	readonly folder: string;
	readonly path: string;
	readonly fetch: (over?: Partial<FetchContext>) => Promise<Fetched>;
	readonly links: (string | undefined)[];
}

async function withWorld(answer: Answering, use: (world: World) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-fetch-"));
	const dispatcher = new Agent();
	const path = join(folder, "talk", "1.mp4");
	const links: (string | undefined)[] = [];
	try {
		await withServer(answer, async (server) => {
			const link = async (stale?: string) => {
				links.push(stale);
				return `${server.url}/clip${QUERY}${links.length}`;
			};
			const limits = { tries: 3, mostBytes: 1_000_000 };
			const common = { dispatcher, idleMs: 400, clock: fakeClock(), limits, link, progress: () => {} };
			await use({
				server,
				folder,
				path,
				links,
				fetch: (over = {}) => fetchFile(path, { ...common, signal: AbortSignal.timeout(300_000), ...over }),
			});
		});
	} finally {
		await dispatcher.destroy();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Why it failed, in words that hold no link. */
async function failure(step: Promise<unknown>): Promise<Fault> {
	const error = await step.then(
		() => assert.unreachable("it did not fail"),
		(reason: unknown) => reason,
	);
	if (!(error instanceof Fault)) throw error;
	assert.not.match(`${error.message} ${error.remedy} ${error.cause}`, "s3cr3t");
	assert.ok(error.remedy, "there is a remedy");
	return error;
}

async function assertWhole({ path, folder }: World): Promise<void> {
	assert.ok((await readFile(path)).equals(MOVIE));
	assert.equal(await readdir(join(folder, "talk")), ["1.mp4"]);
}

const good: Answering = (request, response) => sendGood(request, response, { bytes: MOVIE });
/** Announces everything and stops after a part. */
const cut: Answering = (_, response) => {
	response.writeHead(200, { "content-length": MOVIE.length, etag: '"one"' });
	response.write(MOVIE.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 300));
};
const inTurn =
	(...answers: Answering[]): Answering =>
	(request, response, count) =>
		answers[Math.min(count, answers.length) - 1]?.(request, response, count);
const status =
	(code: number): Answering =>
	(_, response) =>
		void response.writeHead(code).end("no");

const fetching = suite("fetching a file");

fetching("a good answer is one file, and nothing beside it", () =>
	withWorld(good, async (world) => {
		assert.equal(await world.fetch(), DONE);
		await assertWhole(world);
	}),
);

fetching("neither a key nor a password goes to a link", () =>
	withWorld(good, async ({ fetch, server }) => {
		await fetch({ link: async () => server.url.replace("http://", "http://user:pass@") });
		assert.equal(Object.keys(server.requests[0]?.headers ?? {}).sort(), [
			"accept-encoding",
			"connection",
			"host",
		]);
	}),
);

fetching("a body that is cut is gone on with where it stopped", () =>
	withWorld(inTurn(cut, good), async (world) => {
		assert.equal(await world.fetch(), DONE);
		assert.equal(
			[world.server.requests[1]?.headers.range, world.server.requests[1]?.headers["if-range"]],
			["bytes=100000-", '"one"'],
		);
		await assertWhole(world);
	}),
);

fetching("another run goes on with what a killed one left, and what it left holds no link", () =>
	withWorld(inTurn(cut, cut, good), async (world) => {
		await failure(world.fetch({ limits: { tries: 1, mostBytes: 1_000_000 } }));
		assert.equal(
			await readFile(`${world.path}.part.json`, "utf8"),
			`{"etag":"\\"one\\"","size":${MOVIE.length}}\n`,
		);
		assert.is((await readFile(`${world.path}.part`)).length, 100_000);
		assert.equal(await world.fetch(), DONE);
		await assertWhole(world);
	}),
);

const RESTARTS: Record<string, Answering> = {
	"ignores ranges": (_, response) =>
		void response.writeHead(200, { "content-length": MOVIE.length, etag: '"one"' }).end(MOVIE),
	"has other content by now": (request, response) =>
		sendGood(request, response, { bytes: MOVIE, etag: '"two"' }),
	"gives a part of other content": inTurn(
		cut,
		(_, response) =>
			void response
				.writeHead(206, { "content-range": `bytes 100000-199999/200000`, etag: '"two"' })
				.end(movie(100_000)),
		good,
	),
	"gives another part": inTurn(
		cut,
		(_, response) =>
			void response
				.writeHead(206, { "content-range": `bytes 0-${MOVIE.length - 1}/${MOVIE.length}`, etag: '"one"' })
				.end(MOVIE),
		good,
	),
	"says that there is no such part": inTurn(cut, status(416), good),
	"gives no tag": (_, response) =>
		void response.writeHead(200, { "content-length": MOVIE.length }).end(MOVIE),
};
for (const [title, answer] of Object.entries(RESTARTS)) {
	fetching(`it starts again where a server ${title}`, () =>
		withWorld(
			(request, response, count) => (count === 1 ? cut : answer)(request, response, count),
			async (world) => {
				assert.equal(await world.fetch(), DONE);
				await assertWhole(world);
			},
		),
	);
}

fetching("a part that is whole already is proved by its last byte", () =>
	withWorld(good, async (world) => {
		await mkdir(join(world.folder, "talk"));
		await writeFile(`${world.path}.part`, MOVIE);
		await writeFile(`${world.path}.part.json`, JSON.stringify({ etag: '"one"', size: MOVIE.length }));
		assert.equal(await world.fetch(), DONE);
		assert.is(world.server.requests[0]?.headers.range, `bytes=${MOVIE.length - 1}-`);
		await assertWhole(world);
	}),
);

for (const code of [403, 404, 410]) {
	fetching(`status ${code} is answered with a fresh link, once`, () =>
		withWorld(inTurn(status(code), good), async (world) => {
			assert.equal(await world.fetch(), DONE);
			assert.equal(world.links, [undefined, `${world.server.url}/clip${QUERY}1`]);
		}),
	);
}

fetching("a fresh link that is refused too is a failure", () =>
	withWorld(status(403), async ({ fetch, server }) => {
		assert.match((await failure(fetch())).message, "status 403");
		assert.is(server.requests.length, 2);
	}),
);

fetching("redirects to another origin are followed", () =>
	withServer(good, (other) =>
		withWorld(
			(_, response) => void response.writeHead(302, { location: `${other.url}/moved` }).end(),
			async (world) => {
				assert.equal(await world.fetch(), DONE);
				assert.equal(
					[other.requests[0]?.path, other.requests[0]?.headers.authorization],
					["/moved", undefined],
				);
			},
		),
	),
);

const REFUSED: Record<string, [Answering, RegExp, tries: number]> = {
	"a redirect loop": [
		(_, response) => void response.writeHead(302, { location: "/again" }).end(),
		/redirected more than 5 times/,
		6,
	],
	"a redirect to a file": [
		(_, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
		/leads to file:/,
		1,
	],
	"an error page": [
		(_, response) => void response.writeHead(200).end("<html>an error, politely</html>"),
		/not an MP4 file/,
		1,
	],
	"an empty file": [
		(_, response) => void response.writeHead(200, { "content-length": 0 }).end(),
		/not an MP4 file/,
		1,
	],
	"a larger file than any clip": [
		(_, response) => void response.writeHead(200, { "content-length": 1_000_001 }).flushHeaders(),
		/announces 1000001 bytes/,
		1,
	],
	"an endless file": [
		(_, response) => {
			response.write(movie(100_000));
			const more = setInterval(() => response.write(movie(100_000)), 1);
			response.on("close", () => clearInterval(more));
		},
		/more than 1000000 bytes/,
		1,
	],
	"a packed file": [
		(_, response) =>
			void response.writeHead(200, { "content-encoding": "zstd", "content-length": 10 }).end("0123456789"),
		/packed/,
		1,
	],
	"a server that hangs": [() => {}, /no response in time/, 3],
	"a server that stops half-way": [
		(_, response) => void response.writeHead(200, { "content-length": 50 }).write(movie(20)),
		/stopped before its end/,
		3,
	],
	"a server in trouble": [status(503), /status 503/, 3],
	"a server that wants a key": [status(401), /status 401/, 1],
	"a length that is a lie": [
		(_, response) => {
			response.socket?.end(
				`HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${movie(19).toString("latin1")}`,
				"latin1",
			);
		},
		/cannot be read from/,
		3,
	],
	"no length and no chunks": [
		(_, response) =>
			void response.socket?.end(
				`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${movie(99).toString("latin1")}`,
				"latin1",
			),
		/how long/,
		1,
	],
};
for (const [title, [answer, message, tries]] of Object.entries(REFUSED)) {
	fetching(`${title} is refused in words, after ${tries} request${tries === 1 ? "" : "s"}`, () =>
		withWorld(answer, async ({ fetch, server, path }) => {
			assert.match((await failure(fetch())).message, message);
			assert.is(server.requests.length, tries);
			assert.is(await readFile(path).catch(() => "none"), "none");
		}),
	);
}

fetching("more than was announced never lands in the file", () =>
	withWorld(
		(_, response) =>
			void response.socket?.end(
				`HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${movie(90).toString("latin1")}`,
				"latin1",
			),
		async ({ fetch, path }) => {
			await fetch().catch(() => undefined);
			const bytes = await readFile(path).catch(() => Buffer.alloc(20));
			assert.is(bytes.length, 20);
		},
	),
);

for (const link of ["ftp://example.com/clip", "file:///etc/passwd", "data:video/mp4,ftyp", "not a link"]) {
	fetching(`a link like ${link} is not read`, () =>
		withWorld(good, async ({ fetch, server }) => {
			await failure(fetch({ link: async () => link }));
			assert.is(server.requests.length, 0);
		}),
	);
}

fetching("a file that is packed unasked is unpacked, and asked for again where it breaks off", () => {
	let asked = 0;
	return withWorld(
		(_, response) => {
			const bytes = gzipSync(MOVIE);
			const some = asked++ === 0 ? bytes.subarray(0, -100) : bytes;
			response.writeHead(200, { "content-encoding": "gzip", "content-length": some.length }).end(some);
		},
		async (world) => {
			assert.equal(await world.fetch(), DONE);
			await assertWhole(world);
			assert.is(asked, 2);
		},
	);
});

fetching("a body that drips is given up", () =>
	withWorld(
		(_, response) => {
			response.writeHead(200, { "content-length": MOVIE.length }).write(MOVIE.subarray(0, 20));
			const timer = setInterval(() => response.write("x"), 20);
			response.on("close", () => clearInterval(timer));
		},
		async ({ fetch }) =>
			assert.match((await failure(fetch({ idleMs: 100 }))).message, /only \d+ bytes came in 1 s/),
	),
);

fetching("Ctrl-C ends it at once and keeps the part", () =>
	withWorld(
		(_, response) =>
			void response
				.writeHead(200, { "content-length": MOVIE.length, etag: '"one"' })
				.write(MOVIE.subarray(0, 50_000)),
		async (world) => {
			const stop = new AbortController();
			const stopped = world.fetch({
				signal: stop.signal,
				idleMs: 10_000,
				progress: (share) => share > 0.1 && stop.abort(new Error("stopped")),
			});
			assert.is(await stopped.catch((error: Error) => error.message), "stopped");
			assert.ok((await readFile(`${world.path}.part`)).length > 30_000);
		},
	),
);

fetching("a name that is a folder, and a folder that is a file, are said", () =>
	withWorld(good, async ({ fetch, folder, path }) => {
		await mkdir(join(path, "in"), { recursive: true });
		assert.match((await failure(fetch())).message, /cannot be written: a folder of that name is there/);
		await rm(join(folder, "talk"), { recursive: true });
		await writeFile(join(folder, "talk"), "a file");
		assert.match((await failure(fetch())).message, /a part of its path is a file/);
	}),
);

fetching("a part that is a symbolic link leads nowhere", () =>
	withWorld(good, async ({ fetch, folder, path }) => {
		await mkdir(join(folder, "talk"));
		await writeFile(join(folder, "precious"), "kept");
		await symlink(join(folder, "precious"), `${path}.part`);
		assert.match((await failure(fetch())).message, /symbolic link/);
		assert.is(await readFile(join(folder, "precious"), "utf8"), "kept");
	}),
);

const TROUBLE: Record<string, [code: string, why: RegExp, fatal: boolean]> = {
	"a full disk": ["ENOSPC", /the disk is full/, true],
	"a read-only disk": ["EROFS", /the disk is read-only/, true],
	"a folder without permission": ["EACCES", /permission is denied/, true],
	"a path that is too long": ["ENAMETOOLONG", /the path is too long/, false],
};
for (const [title, [code, why, fatal]] of Object.entries(TROUBLE)) {
	fetching(`${title} is said with a remedy, and ${fatal ? "stops everything" : "fails one file"}`, () => {
		const fault = FolderFault.of(Object.assign(new Error("write"), { code }), "clips/1.mp4");
		if (!(fault instanceof FolderFault)) throw fault;
		assert.match(fault.message, why);
		assert.equal([fault.fatal, fault.remedy !== undefined], [fatal, true]);
	});
}

fetching.run();
