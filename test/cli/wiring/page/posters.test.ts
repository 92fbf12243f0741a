import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type FoundClip, openClipFiles } from "../../../../src/cli/wiring/page/clip-files.ts";
import { openClipMedia } from "../../../../src/cli/wiring/page/clip-media.ts";
import { openPosters } from "../../../../src/cli/wiring/page/posters.ts";
import { keptMedia } from "../../../builders/media.ts";

const posters = suite("pictures and files of clips on the page");

const CLIP = ["-f", "lavfi", "-i", "testsrc2=s=180x320:r=10:d=2", "-c:v", "libx264", "-pix_fmt", "yuv420p"];

interface Opened {
	readonly folder: string;
	/** What came: `links` of the service, `counted` by its limit, and `file` where the file was asked for. */
	readonly asked: string[];
	/** Requests that the limit leaves, of ten. */
	left: number;
	readonly poster: ReturnType<typeof openPosters>;
	readonly media: ReturnType<typeof openClipMedia>;
}

async function fileServer(asked: string[], broken: boolean): Promise<Server> {
	const file = broken ? "\0\0\0\x18ftypisom and no more" : await readFile(keptMedia(".mp4", CLIP));
	const server = createServer((_, answer) => {
		asked.push("file");
		answer.end(file);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return server;
}

/** Over a service that has the same file for every clip; `broken`: it is none. */
async function within(
	body: (opened: Opened) => Promise<void>,
	{ url, broken = false }: { readonly url?: string; readonly broken?: boolean } = {},
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "showrun-posters-"));
	const over = new AbortController();
	const { signal } = over;
	const asked: string[] = [];
	const server = await fileServer(asked, broken);
	const link = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip`;
	const opened = { folder, asked, left: 10 };
	const connected = {
		service: {
			async links() {
				asked.push("links");
				return new Map([0, 1].map((idx) => [idx, `${link}?${idx}`]));
			},
		},
		countRead: async () => void asked.push("counted"),
		requestsLeft: () => opened.left,
	} as never;
	const settings = {
		root: folder,
		service: { url, limits: { requestsPerMinute: 10 } },
		embedded: {},
	} as never;
	const files = openClipFiles({ settings, connected, signal });
	try {
		const parts = { settings, connected, files, signal, patienceMs: 120_000 };
		await body(Object.assign(opened, { poster: openPosters(parts), media: openClipMedia(parts) }));
	} finally {
		over.abort();
		server.close();
		server.closeAllConnections();
		await rm(folder, { recursive: true, force: true });
	}
}

const clip = (idx: number): FoundClip => ({
	...{ address: "talk.video.talk" as never, campaign: "talk", video: "talk", taskId: "t" },
	clip: { idx, moment: { from: 0, to: 2_000 }, title: "", description: "", tags: [], score: 1 },
});
const URL_ELSEWHERE = { url: "https://clips.example" };
const kindsIn = async (folder: string) =>
	(await readdir(join(folder, ".showrun", "cache", "clips"))).map((name) => name.split(".")[1] ?? "").sort();

posters("a clip of a service elsewhere is asked for once and counted, its content kept once", () =>
	within(async ({ folder, asked, poster, media }) => {
		assert.is(await poster(clip(0), "kept"), undefined);
		assert.equal(asked, []);
		const drawn = await poster(clip(0), "made");
		assert.equal([...(drawn ?? [])].slice(0, 3), [0xff, 0xd8, 0xff]);
		assert.equal(asked, ["counted", "links", "file"]);
		assert.equal(await poster(clip(0), "kept"), drawn);
		const part = await media(clip(0), "bytes=4-7");
		assert.is(await new Response(part?.body ?? null).text(), "ftyp");
		assert.equal([part?.status, part?.headers["content-length"]], [206, "4"]);
		assert.is((await media(clip(0), "bytes=99999999-"))?.status, 416);
		assert.is(asked.length, 3);
		assert.equal(await poster(clip(1), "made"), drawn);
		assert.equal(asked.slice(3), ["counted", "file"]);
		assert.equal(await kindsIn(folder), ["", "", "jpg", "mp4"]);
	}, URL_ELSEWHERE),
);

posters("most of the limit is left to who submits and posts, and what is here needs none of it", () =>
	within(async (opened) => {
		opened.left = 5;
		assert.is(await opened.poster(clip(0), "made"), undefined);
		assert.equal(opened.asked, []);
		await (await opened.media(clip(0), undefined))?.body?.cancel();
		assert.ok(await opened.poster(clip(0), "made"));
	}, URL_ELSEWHERE),
);

posters("what cannot be drawn costs one request, however often it is shown", () =>
	within(
		async ({ asked, poster }) => {
			for (const _ of [1, 2, 3]) assert.is(await poster(clip(0), "made"), undefined);
			assert.equal(asked, ["counted", "links", "file"]);
		},
		{ ...URL_ELSEWHERE, broken: true },
	),
);

posters("of the service of this machine only the picture is kept", () =>
	within(async ({ folder, poster }) => {
		assert.ok(await poster(clip(0), "kept"));
		assert.equal(await kindsIn(folder), ["", "jpg"]);
	}),
);

posters.run();
