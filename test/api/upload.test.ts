import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createClient } from "../../src/api/client.ts";
import { Fault, StopFault } from "../../src/model/fault.ts";
import { Secret } from "../../src/model/secret.ts";
import type { ServiceSettings } from "../../src/model/settings.ts";
import { sha256 } from "../../src/system/files.ts";
import { EXTENSIONS_HEADER } from "../../src/wire/names.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type Behaviour, type FaultServer, type Link, withFaultServer } from "./fault-server.ts";
import { KEY } from "./sending.ts";

const uploads = suite("uploads");
const never = new AbortController().signal;
const VIDEO = Buffer.from(Array.from({ length: 1_500_000 }, (_, each) => (each * 7_919) % 251));

interface Stage {
	readonly folder: string;
	readonly server: FaultServer;
	readonly shares: number[];
	upload(
		name: string,
		options?: { readonly transcript?: string; readonly signal?: AbortSignal },
	): Promise<string>;
	/** Method and path of every request, without the secrets of the paths. */
	readonly lines: () => string[];
}

const SETTINGS: ServiceSettings = {
	versionHeader: "x-v",
	platforms: { youtube: "", tiktok: "", twitter: "", instagram: "", facebook: "", linkedin: "" },
	limits: { requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: 1 },
	idempotency: false,
	publishStatus: false,
	transcripts: true,
};

type Put = (link: Link, count: number) => void;

/** A service that hands out a new URL and identity each time; `put` does something with each PUT. */
async function withStage(
	{
		put = (link) => link.answer(200, ""),
		transcripts = true,
		resumes = false,
	}: { readonly put?: Put; readonly transcripts?: boolean; readonly resumes?: boolean },
	test: (stage: Stage) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-upload-"));
	try {
		await withFaultServer(handingOut(put, resumes), async (server) => {
			const client = createClient({
				settings: { ...SETTINGS, transcripts },
				connect: async () => ({ url: server.url, apiKey: new Secret(KEY) }),
				clock: fakeClock(),
			});
			const shares: number[] = [];
			const upload: Stage["upload"] = (name, { transcript, signal = never } = {}) =>
				client.upload(
					{
						path: join(folder, name),
						progress: (share) => shares.push(share),
						...(transcript && { transcript: join(folder, transcript) }),
					},
					signal,
				);
			await test({
				folder,
				server,
				shares,
				upload,
				lines: () => server.links.map(({ line }) => line.replace(/\?.*/, "")),
			}).finally(() => client.close());
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function handingOut(put: Put, resumes: boolean): Behaviour {
	let [asked, puts] = [0, 0];
	return {
		whole(link) {
			if (link.line.startsWith("PUT")) return put(link, ++puts);
			asked++;
			const url = (part: string) => `${link.server.url}/store/${asked}/${part}?sig=${KEY}`;
			const second = "transcript_name" in JSON.parse(link.body.toString()) && {
				transcript_upload_url: url("words"),
			};
			const data = { upload_url: url("video"), identity: `identity-${asked}`, ...second };
			link.answer(200, JSON.stringify({ data }), resumes ? { [EXTENSIONS_HEADER]: "upload_resume" } : {});
		},
	};
}

const faultOf = (work: Promise<unknown>) =>
	work
		.then(() => undefined)
		.catch((error: unknown) => (error instanceof Fault ? error : Promise.reject(error)));

uploads("a file arrives byte for byte, with its length, without the key", () =>
	withStage({}, async ({ folder, server, shares, upload }) => {
		await writeFile(join(folder, "talk.MP4"), VIDEO);
		assert.is(await upload("talk.MP4"), "identity-1");
		const [asked, put] = server.links;
		assert.equal(
			[asked?.line, asked?.body.toString()],
			["POST /api/v2/upload/single-file", '{"name":"talk.MP4"}'],
		);
		assert.is(put?.line, `PUT /store/1/video?sig=${KEY}`);
		assert.is(
			createHash("sha256")
				.update(put?.body ?? "")
				.digest("hex"),
			sha256(VIDEO),
		);
		assert.is(put?.headers["content-length"], String(VIDEO.length));
		assert.equal(
			[put?.headers.authorization, put?.headers["content-type"], put?.headers["transfer-encoding"]],
			[undefined, undefined, undefined],
		);
		assert.is(shares.at(-1), 1);
		assert.ok(
			shares.length > 2 && shares.every((share, each) => share > (shares[each - 1] ?? 0)),
			shares.join(),
		);
	}),
);

for (const status of [201, 204]) {
	uploads(`${status} is success`, () =>
		withStage(
			{
				put: ({ socket }) =>
					void socket.write(
						`HTTP/1.1 ${status} Fine\r\n${status === 204 ? "" : "content-length: 0\r\n"}\r\n`,
					),
			},
			async ({ folder, upload }) => {
				await writeFile(join(folder, "a.mov"), "film");
				assert.is(await upload("a.mov"), "identity-1");
			},
		),
	);
}

uploads("a transcript goes along where the service takes one", async () => {
	for (const transcripts of [true, false]) {
		await withStage({ transcripts }, async ({ folder, server, upload, lines }) => {
			await writeFile(join(folder, "a.mp4"), "film");
			await writeFile(join(folder, "a.srt"), "words");
			await upload("a.mp4", { transcript: "a.srt" });
			const bodies = server.links.slice(1).map(({ body }) => body.toString());
			assert.equal(
				[lines().slice(1), bodies],
				transcripts
					? [
							["PUT /store/1/words", "PUT /store/1/video"],
							["words", "film"],
						]
					: [["PUT /store/1/video"], ["film"]],
			);
		});
	}
});

const passing: Record<string, (link: Link) => void> = {
	"a 403 of an expired URL": (link) => link.answer(403, "expired"),
	"a 503": (link) => link.answer(503, ""),
	"a reset": (link) => link.reset(),
	"a redirect": (link) => link.answer(307, "", { location: "/elsewhere" }),
};
for (const [title, act] of Object.entries(passing)) {
	uploads(`after ${title} the whole is done again with a new URL, so the identity is a fresh one`, () =>
		withStage(
			{ put: (link, count) => (count === 1 ? act(link) : link.answer(200, "")) },
			async ({ folder, upload, lines }) => {
				await writeFile(join(folder, "a.webm"), "film");
				assert.is(await upload("a.webm"), "identity-2");
				const ask = "POST /api/v2/upload/single-file";
				assert.equal(lines(), [ask, "PUT /store/1/video", ask, "PUT /store/2/video"]);
			},
		),
	);
}

const ASK = "POST /api/v2/upload/single-file";
const [PUT, AGAIN] = ["PUT /store/1/video", "PUT /store/2/video"];

/** Puts that are cut off, and what the question for the rest is answered with. */
const resumed: Record<
	string,
	{ readonly range?: string; readonly status: number; readonly lines: string[] }
> = {
	"goes on with what is missing": { status: 308, range: "bytes=0-99", lines: [ASK, PUT, PUT, PUT] },
	"begins anew there where nothing arrived": { status: 308, lines: [ASK, PUT, PUT, PUT] },
	"is done where everything had arrived": { status: 200, lines: [ASK, PUT, PUT] },
	"gets a new URL where the first is not known any more": { status: 404, lines: [ASK, PUT, PUT, ASK, AGAIN] },
	"gets a new URL where all is said to be there and not taken": {
		...{ status: 308, range: `bytes=0-${VIDEO.length - 1}` },
		lines: [ASK, PUT, PUT, ASK, AGAIN],
	},
	"gets a new URL where more is there than was sent": {
		...{ status: 308, range: "bytes=0-9999999" },
		lines: [ASK, PUT, PUT, ASK, AGAIN],
	},
};
for (const [title, { range, status, lines }] of Object.entries(resumed))
	uploads(`an upload that is cut off ${title}`, () => {
		const put: Put = (link, count) => {
			if (count === 1) return link.reset();
			return count === 2 ? link.answer(status, "", range ? { range } : {}) : link.answer(200, "");
		};
		return withStage({ resumes: true, put }, async ({ folder, server, upload, lines: seen }) => {
			await writeFile(join(folder, "a.mp4"), VIDEO);
			assert.is(await upload("a.mp4"), lines.includes(AGAIN) ? "identity-2" : "identity-1");
			assert.equal(seen(), lines);
			const [, , question, rest] = server.links;
			assert.equal(
				[question?.headers["content-range"], question?.body.length],
				[`bytes */${VIDEO.length}`, 0],
			);
			if (lines.at(-1) !== PUT || status === 200) return;
			const from = range ? 100 : 0;
			assert.ok(rest?.body.equals(VIDEO.subarray(from)));
			const named = from > 0 ? `bytes ${from}-${VIDEO.length - 1}/${VIDEO.length}` : undefined;
			assert.is(rest?.headers["content-range"], named);
		});
	});

uploads("an upload that is cut off does not go on with another file", () => {
	let path = "";
	const put: Put = (link, count) => {
		if (count === 1) return link.reset();
		const other = writeFile(path, VIDEO.toReversed()).then(() => utimes(path, 1, 1));
		return void other.then(() => link.answer(308, "", { range: "bytes=0-99" }));
	};
	return withStage({ resumes: true, put }, async ({ folder, upload, lines }) => {
		path = join(folder, "a.mp4");
		await writeFile(path, VIDEO);
		const fault = await faultOf(upload("a.mp4"));
		assert.equal(
			[fault instanceof StopFault, fault?.message, lines()],
			[true, `${path} changed while it was uploaded.`, [ASK, PUT, PUT]],
		);
	});
});

uploads("an upload that gets no further is given up", () =>
	withStage(
		{
			resumes: true,
			put: (link) => (link.body.length > 0 ? link.reset() : link.answer(308, "", { range: "bytes=0-9" })),
		},
		async ({ folder, upload, lines }) => {
			await writeFile(join(folder, "a.mp4"), VIDEO);
			const fault = await faultOf(upload("a.mp4"));
			assert.match(fault?.message ?? "", /^The upload of a\.mp4 failed/);
			assert.is(lines().filter((line) => line === ASK).length, 3);
		},
	),
);

uploads("what never works is a fault without the URL's secrets, after three tries", () =>
	withStage({ put: (link) => link.answer(500, KEY) }, async ({ folder, upload, lines }) => {
		await writeFile(join(folder, "a.avi"), "film");
		const fault = await faultOf(upload("a.avi"));
		assert.equal(
			[fault?.message, fault?.next, lines().length],
			["The upload of a.avi failed: it was answered with status 500.", "retry", 6],
		);
	}),
);

uploads("a file that shrinks meanwhile is a fault that says so", () =>
	withStage({}, async ({ folder, server, upload }) => {
		const path = join(folder, "a.mp4");
		await writeFile(path, Buffer.alloc(24 << 20, 1));
		server.behaviour = {
			...server.behaviour,
			headed: (link) => void (link.line.startsWith("PUT") && truncate(path, 1_000).catch(() => {})),
		};
		const fault = await faultOf(upload("a.mp4"));
		assert.equal(
			[fault instanceof StopFault, fault?.message],
			[true, `${path} changed while it was uploaded.`],
		);
	}),
);

uploads("a stop ends it with its reason", () => {
	const stop = new AbortController();
	return withStage({ put: () => stop.abort("stopped") }, async ({ folder, upload, lines }) => {
		await writeFile(join(folder, "a.mp4"), "film");
		assert.is(await upload("a.mp4", { signal: stop.signal }).catch((reason: unknown) => reason), "stopped");
		assert.is(lines().length, 2);
	});
});

const unfit: Record<string, [string, (path: string) => Promise<unknown>, RegExp]> = {
	"another kind of file": ["a.mkv", (path) => writeFile(path, "film"), /takes no \.mkv files/],
	"a file without extension": ["film", (path) => writeFile(path, "film"), /files without an extension/],
	"an empty file": ["a.mp4", (path) => writeFile(path, ""), /is empty/],
	"a missing file": ["a.mp4", async () => {}, /cannot be read/],
	"a folder": ["a.mp4", (path) => mkdir(path), /is not a file/],
	"a link to nowhere": ["a.mp4", (path) => symlink("/nowhere/at/all", path), /cannot be read/],
	"a file over 5 GB": [
		"a.mp4",
		(path) => writeFile(path, "").then(() => truncate(path, 5 * 1024 ** 3 + 1)),
		/larger than 5 GB/,
	],
};
for (const [title, [name, make, said]] of Object.entries(unfit)) {
	uploads(`${title} is refused before anything is asked`, () =>
		withStage({}, async ({ folder, upload, lines }) => {
			await make(join(folder, name));
			const fault = await faultOf(upload(name));
			assert.match(fault?.message ?? "", said);
			assert.equal([fault instanceof StopFault, lines()], [true, []]);
		}),
	);
}

uploads("an answer without a place to upload to is a fault", () =>
	withStage({}, async ({ folder, server, upload }) => {
		server.behaviour = {
			whole: (link) => link.answer(200, '{"data":{"upload_url":"file:///etc/passwd","identity":"i"}}'),
		};
		await writeFile(join(folder, "a.mp4"), "film");
		assert.match((await faultOf(upload("a.mp4")))?.message ?? "", /has no upload URL/);
	}),
);

uploads.run();
