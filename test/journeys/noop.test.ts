import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDespite } from "../../src/state/file/store.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";
import { addressOf, clip, posted, request, settledVideo, snapshot, TALK } from "../builders/world.ts";
import { memory, ROOM } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { remoteSettings } from "./workspace.ts";

const URL_SOURCE = { kind: "url", url: "https://media.example/talk.mp4" } as const;
const CAMPAIGN = `campaign: k
timezone: Europe/Berlin
accounts: { tube: { platform: youtube, username: Acme } }
videos:
  talk: { source: "${URL_SOURCE.url}", clipping: { duration: 30-60s, limit: 3 }, export: { resolution: 720p } }
posts:
  shorts: { from: talk, clips: { top: 2 }, to: { tube: { title: "{{ clip.title }}" } } }
`;

/** A server that answers nothing and knows what it was asked. */
async function withServer<Result>(
	use: (url: string, asked: readonly string[]) => Promise<Result>,
): Promise<Result> {
	const asked: string[] = [];
	const server = createServer((incoming, response) => {
		asked.push(`${incoming.method} ${incoming.url}`);
		response.writeHead(500).end();
	});
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
	} finally {
		server.close();
	}
}

/** A workspace whose state says that all is done. */
async function doneFolder(url: string): Promise<string> {
	const folder = mkdtempSync(join(ROOM, "done-"));
	const video = { ...settledVideo(), request: request({ source: URL_SOURCE }) };
	const post = (idx: number) =>
		posted(clip(idx), { request: { ...posted(clip(idx)).request, source: `url:${URL_SOURCE.url}` } });
	const state = snapshot({ [TALK]: video, [addressOf(clip(0))]: post(0), [addressOf(clip(1))]: post(1) });
	mkdirSync(join(folder, ".showrun"));
	writeFileSync(join(folder, ".showrun", "state.json"), encodeSnapshot(state));
	writeFileSync(join(folder, "k.campaign.yaml"), CAMPAIGN);
	writeFileSync(join(folder, "showrun.config.yaml"), remoteSettings(url));
	await known(join(folder, ".showrun", "state.json"));
	return folder;
}

/** A state made by hand is new to this machine. */
async function known(path: string): Promise<void> {
	const options = { command: "test", waitMs: 0, signal: AbortSignal.timeout(300_000) };
	const { writer } = await openDespite({ path, outside: { folder: join(memory(), "showrun") } }, options);
	await writer.close();
}

const quiet = suite("when all is done");
for (const args of [
	["plan"],
	["plan", "-refresh-only"],
	["plan", "-out=plan.json"],
	["apply"],
	["apply", "plan.json"],
	["apply", "-refresh-only"],
	["show", "plan.json"],
]) {
	quiet(`${args.join(" ")} sends no request`, async () => {
		await withServer(async (url, asked) => {
			const cwd = await doneFolder(url);
			const env = { SHOWRUN_API_KEY: "key" };
			if (args[1] === "plan.json")
				assert.is((await showrunWarm(["plan", "--out", "plan.json"], { cwd, env })).code, 0);
			const { code, out, err } = await showrunWarm(args, { cwd, env });
			assert.equal([code, asked], [0, []], out + err);
			assert.match(out, "No changes.");
		});
	});
}
quiet.run();
