import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { EVENT_SECRET, startEventSink } from "../fakes/event-sink.ts";
import { killHard } from "./kills.ts";
import { start, until } from "./program.ts";
import { KEY } from "./server.ts";
import { video, workspace } from "./workspace.ts";

const webhooks = suite("webhooks of a server");
const SECRET = { DASHBOARD_SECRET: EVENT_SECRET };

async function serve(cwd: string) {
	const running = start(["serve", "--port", "0"], { cwd, env: { ...KEY, ...SECRET }, limitMs: 600_000 });
	const address = () => /Serving on (http:\S+)\n/.exec(running.said())?.[1];
	await until(() => address() !== undefined, { running });
	return { running, url: address() ?? "" };
}

interface Made {
	readonly id: string;
	readonly identity: string;
	readonly upload_url: string;
}

/** Uploads what is no video and submits it: the task fails. */
async function fail(url: string): Promise<string> {
	const headers = {
		authorization: `Bearer ${KEY.SHOWRUN_API_KEY}`,
		"content-type": "application/json",
		"x-service-api-version": "v2",
	};
	const ask = async (path: string, body: object) => {
		const init = { method: "POST", headers, body: JSON.stringify(body) };
		const answer = (await (await fetch(`${url}/api/v2${path}`, init)).json()) as { readonly data: Made };
		return answer.data;
	};
	const { upload_url, identity } = await ask("/upload/single-file", { name: "talk.mp4" });
	assert.is((await fetch(upload_url, { method: "PUT", body: "no video" })).status, 200);
	return (await ask("/clips", { video_url: identity })).id;
}

webhooks(
	"kill -9 between a task's end and the answer of its receiver: after a start the event comes again",
	async () => {
		let isUp = false;
		const sink = await startEventSink((response) => void (isUp && response.writeHead(204).end()));
		const settings = `embedded:
  models: none
  webhooks:
    dashboard: { url: "${sink.url}", secret: { env: DASHBOARD_SECRET }, private_host: true }
`;
		const cwd = workspace(video("talk", { seconds: 4 }), { "showrun.config.yaml": settings });
		const first = await serve(cwd);
		const task = await fail(first.url);
		await until(() => sink.events.length === 1, { running: first.running });
		await killHard(first.running);
		isUp = true;
		const second = await serve(cwd);
		await until(() => sink.events.length === 2, { running: second.running });
		assert.equal(
			sink.events.map(({ id }) => id),
			[`task-failed-${task}-1`, `task-failed-${task}-1`],
		);
		assert.equal(sink.wrong, []);
		const listed = () => start(["webhooks", "list", "--all", "--json"], { cwd, env: SECRET }).ended;
		while (JSON.parse((await listed()).out).status !== "sent") await sleep(50);
		const again = await start(["webhooks", "replay", `task-failed-${task}-1`], { cwd, env: SECRET }).ended;
		assert.is(again.out, "1 event will be sent again.\n", again.err);
		await until(() => sink.events.length === 3, { running: second.running });
		second.running.kill("SIGTERM");
		const { code, out, err } = await second.running.ended;
		assert.is(code, 0, err);
		assert.not.ok(`${out}${err}${first.running.said()}`.includes(EVENT_SECRET.slice(6)));
		await sink.close();
	},
);

webhooks.run();
