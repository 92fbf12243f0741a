import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ROOM, showrun, until } from "./program.ts";
import { KEY, withServer } from "./server.ts";

const serving = suite("showrun serve");

/** A workspace with these settings. */
function workspace(name: string, settings: string): string {
	const folder = join(ROOM, name);
	mkdirSync(folder);
	writeFileSync(join(folder, "showrun.config.yaml"), settings);
	return folder;
}

serving("says what clients have to send, what it holds them to, what it works with and without", async () => {
	const cwd = workspace("told", "embedded:\n  models: none\n  limits: { requests_per_minute: 15 }\n");
	await withServer(cwd, async ({ running, url }) => {
		await until(() => running.said().includes("models: fonts"), { running });
		const text = running.said();
		for (const line of [
			"Version header: x-service-api-version or x-wayinvideo-api-version, with the value v2.",
			"Limits: 15 requests a minute.",
			`Documentation: ${url}/docs and ${url}/openapi.json`,
		])
			assert.ok(text.includes(`${line}\n`), line);
		assert.match(text, /^ffmpeg: \S+ at /m);
		assert.match(text, /^models: speech: not pulled\. A video without a transcript gets no captions/m);
		const second = await showrun(["serve", "--port", "0"], { cwd, env: KEY });
		assert.is(second.code, 1);
		assert.match(second.err, /The data folder .+ is in use by showrun service \(PID \d+ on .+\)\./);
		assert.match(second.err, /name another folder for this one \(embedded\.data\)/);
	});
});

serving("where others can reach it, it warns of plain HTTP and takes no short key", async () => {
	const cwd = workspace("public", "embedded: { models: none, public_url: http://clips.example.test }\n");
	await withServer(cwd, async ({ running, url }) => {
		await until(() => running.said().includes("Documentation:"), { running });
		const text = running.said();
		assert.match(text, /^Clients reach it at http:\/\/clips\.example\.test$/m);
		assert.match(text, /^Warning: keys, videos and posts travel unencrypted/m);
		assert.match(text, /^Documentation: http:\/\/clips\.example\.test\/docs/m);
		assert.is((await fetch(`${url}/readyz`)).status, 200);
	});
	const short = await showrun(["serve", "--port", "0"], { cwd, env: { SHOWRUN_API_KEY: "short" } });
	assert.is(short.code, 1);
	assert.match(short.err, /The API key has 5 characters; a server that .+ needs 16\./);
});

serving("a data folder that cannot be made says so", async () => {
	const cwd = workspace("blocked", "embedded:\n  data: showrun.config.yaml/data\n");
	const { code, err } = await showrun(["serve", "--port", "0"], { cwd });
	assert.is(code, 1);
	assert.match(err, /showrun\.config\.yaml\/data cannot be used \(ENOTDIR\)\./);
});

serving.run();
