import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Play, withServer } from "./fetch-server.ts";

const pages = suite("videos from pages");

/** Runs with a yt-dlp that records its arguments and environment. */
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

pages("yt-dlp runs without a shell, its configuration and the secrets of the environment", async () => {
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
});

pages("a yt-dlp that is missing, fails, never ends or downloads too much is reported", async () => {
	await withServer(page, async ({ port, failure, left }) => {
		const address = `http://127.0.0.1:${port}/watch`;
		assert.match(await failure(address, { ytDlp: { env: { PATH: "." } } }), /but it is not on the PATH/);
		await withProgram("echo 'ERROR: http://x/secret gone' >&2; exit 1", async (env) => {
			const failed = await failure(address, { ytDlp: { env } });
			assert.match(failed, /yt-dlp failed to fetch the video from 127\.0\.0\.1:\d+: ERROR: the address gone/);
		});
		await withProgram("exec sleep 20", async (env) =>
			assert.match(await failure(address, { ytDlp: { env }, limitMs: 300 }), /took longer than/),
		);
		await withProgram("echo 'showrun-progress 5000000 NA NA'; exec sleep 20", async (env) => {
			assert.match(await failure(address, { ytDlp: { env } }), /larger than 0\.001 GB/);
			assert.equal(await left(), []);
		});
		await withProgram("echo '#EXTM3U' > video.mp4", async (env) =>
			assert.match(await failure(address, { ytDlp: { env } }), /downloaded no video/),
		);
	});
});

pages.run();
