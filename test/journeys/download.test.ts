import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../src/model/address.ts";
import type { Downloaded } from "../../src/model/download.ts";
import { fileStore } from "../../src/state/file/store.ts";
import { clip, settledVideo } from "../builders/world.ts";
import { movie, sendGood, withServer } from "../download/server.ts";
import { start, unseemly, until } from "./program.ts";
import { KEY } from "./server.ts";
import { showrunWarm } from "./warm.ts";
import { CAMPAIGN, files, listing, remoteSettings, renderedWorkspace, video } from "./workspace.ts";

const CLIPS_ONLY = CAMPAIGN.slice(0, CAMPAIGN.indexOf("posts:"));
const TWO = `${CLIPS_ONLY}  square:\n    like: talk\n    transcript: ./talk.srt\n    export: { reframe: { ratio: "1:1" } }\n`;
const SOURCE = video("talk", { seconds: 4 });
const folder = renderedWorkspace(SOURCE, { "talk.campaign.yaml": TWO });
const run = (...args: string[]) => showrunWarm(["download", ...args], { cwd: folder });
const manifestIn = (clips: string): readonly Downloaded[] =>
	JSON.parse(readFileSync(join(clips, "manifest.json"), "utf8")).clips;
const clips = () => manifestIn(join(folder, "clips"));
const pathOf = ({ file }: Downloaded) => join(folder, "clips", file);

const journey = suite("from an applied campaign to a folder of clips");

journey("before anything was applied it says what to run first, and makes no folder", async () => {
	const { code, out, err } = await run();
	assert.equal([code, out, existsSync(join(folder, "clips"))], [1, "", false]);
	assert.match(err, /nothing to download yet: talk\.video\.\w+.*\n.*showrun apply/);
});

journey("after apply every clip is a verified file, listed with its address and moment", async () => {
	const applied = await showrunWarm(["apply", ".", "--auto-approve"], { cwd: folder });
	assert.is(applied.code, 0, applied.out + applied.err);
	const service = join(folder, ".showrun");
	const before = listing(service, /cache/);
	const { code, out, err } = await run();
	assert.is(code, 0, out + err);
	assert.match(out, `Downloaded ${clips().length} clip`);
	assert.ok(clips().length >= 2);
	for (const each of clips()) {
		const bytes = readFileSync(pathOf(each));
		assert.equal([each.bytes, each.sha256], [bytes.length, createHash("sha256").update(bytes).digest("hex")]);
		assert.equal(
			[/^talk\.video\.(talk|square)$/.test(each.address), bytes.toString("latin1", 4, 8)],
			[true, "ftyp"],
		);
		assert.match(each.file, /^talk\/(talk|square)\/\d+-[\p{L}\p{N}-]+\.mp4$/u);
	}
	assert.equal(listing(service, /cache/), before);
	assert.equal(unseemly(out + err), []);
});

journey("again fetches nothing and changes no clip", async () => {
	const before = clips().map((each) => statSync(pathOf(each)).mtimeMs);
	const { code, out } = await run();
	assert.equal([code, out.includes(`Downloaded 0 clips, ${clips().length} already there.`)], [0, true]);
	assert.equal(
		clips().map((each) => statSync(pathOf(each)).mtimeMs),
		before,
	);
});

journey("a damaged file is fetched again", async () => {
	const [first] = clips();
	assert.ok(first);
	appendFileSync(pathOf(first), "x");
	const events = (await run("--json")).out
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	assert.equal(events.at(-1), {
		type: "report",
		downloaded: 1,
		kept: clips().length - 1,
		failed: 0,
		left: 0,
	});
	assert.is(statSync(pathOf(first)).size, first.bytes);
});

journey("names come from a template, into another folder, for the clips that are named", async () => {
	const [first] = clips();
	const target = `${first?.address}@${first?.moment.from}-${first?.moment.to}`;
	const { code, out, err } = await run(
		"--out",
		"some",
		"--name",
		"{{ clip.seconds }}s/{{ clip.rank }}",
		"--target",
		target,
	);
	assert.is(code, 0, out + err);
	assert.equal(
		manifestIn(join(folder, "some")).map(({ file }) => /^\d+s\/\d+\.mp4$/.test(file)),
		[true],
	);
});

const MISTAKES: Record<string, [args: string[], says: RegExp]> = {
	"a template with an unknown variable": [
		["--name", "{{ clip.titel }}"],
		/--name cannot be used: There is no variable "clip\.titel"[\s\S]*--help/,
	],
	"a template that leads out": [["--name", "../{{ clip.title }}"], /points outside the folder/],
	"a target that names nothing": [
		["--target", "talk.video.tlak"],
		/`talk\.video\.tlak` matches no rendered video[\s\S]*Did you mean `talk\.video\.talk`/,
	],
	"no file at a time": [["--parallelism", "0"], /Write a number\s+from 1 to 16/],
	"a folder that is a file": [["--out", "talk.srt"], /talk\.srt.*a part of its path is a file/],
};
for (const [title, [args, says]] of Object.entries(MISTAKES)) {
	journey(`${title} is one clear error`, async () => {
		const { code, out, err } = await run(...args);
		assert.is(code, 1, out + err);
		assert.match(err, says);
		assert.equal(unseemly(out + err), []);
	});
}

journey("a clip that the service lost is a failure of its own, with code 3 and what to do", async () => {
	const [first, ...others] = clips();
	assert.ok(first);
	rmSync(pathOf(first));
	for (const path of files(join(folder, ".showrun", "service", "renders")))
		if (path.endsWith(".mp4")) rmSync(path);
	const { code, err, out } = await run();
	assert.is(code, 3, out + err);
	assert.match(out, `${others.length} already there, 1 failed`);
	assert.match(out, /failed +talk\.video\.square@\d+-\d+: The service has no link for /);
	assert.match(out, /run the same command again later/);
	assert.equal(unseemly(out + err), []);
});

journey.run();

const SIZE = 3_000_000;
const BYTES = movie(SIZE);
const SECRET = "signature=s3cr3t";

/** A service elsewhere whose one clip comes slowly the first time. */
function slowly(request: IncomingMessage, response: ServerResponse): void {
	if (request.url?.startsWith("/api/v2/clips/results/")) {
		const export_link = `http://${request.headers.host}/clip?${SECRET}${Math.random()}`;
		const data = {
			id: "task-1",
			status: "SUCCEEDED",
			clips: [{ idx: 0, begin_ms: 0, end_ms: 40_000, title: "Clip", export_link }],
		};
		response.end(JSON.stringify({ data }));
	} else if (request.headers.range !== undefined) sendGood(request, response, { bytes: BYTES });
	else {
		response.writeHead(200, { "content-length": SIZE, etag: '"one"' });
		let at = 0;
		const more = setInterval(() => {
			response.write(BYTES.subarray(at, at + 50_000));
			at += 50_000;
		}, 20);
		response.on("close", () => clearInterval(more));
	}
}

/** A workspace that knows of one rendered clip at a service elsewhere. */
async function knowing(url: string): Promise<string> {
	const here = renderedWorkspace(SOURCE, {
		"talk.campaign.yaml": CLIPS_ONLY,
		"showrun.config.yaml": remoteSettings(url),
	});
	const writer = await fileStore({ path: join(here, ".showrun", "state.json") }).open({
		command: "test",
		waitMs: 0,
		signal: AbortSignal.timeout(300_000),
	});
	const resource = settledVideo([clip(0)]);
	await writer.append({
		type: "resource",
		address: videoAddress("talk", "talk"),
		at: resource.submittedAt,
		resource,
	});
	await writer.close();
	return here;
}

const stopping = suite("a download that is stopped");
for (const signal of ["SIGKILL", "SIGINT"] as const) {
	stopping(`by ${signal} goes on where it was, and writes no link anywhere`, () =>
		withServer(slowly, async ({ url, requests }) => {
			const here = await knowing(url);
			const part = join(here, "clips", "talk", "talk", "1-clip-0.mp4.part");
			const running = start(["download"], { cwd: here, env: KEY });
			await until(() => existsSync(part) && statSync(part).size > 200_000, { running });
			running.kill(signal);
			const ended = await running.ended;
			assert.is(ended.code, signal === "SIGINT" ? 1 : null);
			const got = statSync(part).size;
			const kept = files(here).map((path) => readFileSync(path, "latin1"));
			const { code, out, err } = await showrunWarm(["download"], { cwd: here, env: KEY });
			assert.is(code, 0, out + err);
			assert.is(requests.at(-1)?.headers.range, `bytes=${got}-`);
			assert.is(requests.at(-1)?.headers.authorization, undefined);
			assert.ok(readFileSync(part.slice(0, -".part".length)).equals(BYTES));
			assert.is(existsSync(part), false);
			const all = [
				...kept,
				...files(here).map((path) => readFileSync(path, "latin1")),
				ended.out,
				ended.err,
				out,
				err,
			];
			assert.is(all.filter((text) => text.includes("s3cr3t")).length, 0);
		}),
	);
}
stopping.run();
