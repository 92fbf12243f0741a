import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type HttpSink, startHttpSink } from "../fakes/http-sink.ts";
import { start, until } from "./program.ts";
import { showrunWarm } from "./warm.ts";
import { deliveredIn, renderedWorkspace, SETTINGS, video } from "./workspace.ts";

const TALK = video("talk", { seconds: 4 });
const ENDED = SETTINGS.replace("username: Acme }", "username: Acme, token: expired }");
const settings = (more = "") =>
	`${ENDED}notify:\n  apply: true\n  channels:\n    team: { slack: { url: { env: TEAM }, private_host: true } }\n${more}`;
const CHANNEL = "    dead: { discord: { url: { env: DEAD }, private_host: true } }\n";

async function withSinks(
	body: (sink: HttpSink, dead: string, asked: () => number) => Promise<void>,
): Promise<void> {
	const sockets: Socket[] = [];
	const silent = createServer((socket) => void sockets.push(socket.on("error", () => {}))).listen(
		0,
		"127.0.0.1",
	);
	await once(silent, "listening");
	const sink = await startHttpSink();
	try {
		await body(sink, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`, () => sockets.length);
	} finally {
		for (const socket of sockets) socket.destroy();
		silent.close();
		await sink.close();
	}
}

const notify = suite("showrun notify");
notify("apply tells once that an account has to be connected again, and for which posts", () =>
	withSinks(async (sink) => {
		const cwd = renderedWorkspace(TALK, { "showrun.config.yaml": settings() });
		const env = { TEAM: `${sink.url}/team` };
		const [first, second] = [
			await showrunWarm(["apply", "--auto-approve"], { cwd, env }),
			await showrunWarm(["apply", "--auto-approve"], { cwd, env }),
		];
		assert.equal([first.code, second.code, sink.received.length], [3, 3, 1]);
		const { blocks } = JSON.parse(sink.received[0]?.body ?? "{}");
		const texts = blocks.map(({ text }: { readonly text: { readonly text: string } }) => text.text);
		assert.match(texts[0], /^showrun ws-\w+: Authorization of an account$/);
		assert.match(
			texts.at(-1),
			/^youtube Acme\nIt has to be connected again; 1 post waits for it\.\n→ showrun accounts connect youtube$/,
		);
	}),
);
notify("a receiver that never answers changes nothing of what watch does, and status names it", () =>
	withSinks(async (sink, dead, asked) => {
		const cwd = renderedWorkspace(TALK, { "showrun.config.yaml": settings(CHANNEL) });
		const env = { TEAM: `${sink.url}/team`, DEAD: dead };
		const running = start(["watch"], { cwd, env });
		await until(() => deliveredIn(cwd).length === 2 && sink.received.length > 0 && asked() > 0, { running });
		running.kill("SIGTERM");
		const { code } = await running.ended;
		const tested = await showrunWarm(["notify", "test", "team"], { cwd, env });
		const listed = await showrunWarm(["notify", "list", "--json"], { cwd, env: {} });
		assert.equal([code, tested.code, tested.out], [0, 0, "team: sent (slack of TEAM)\n"]);
		assert.equal(
			listed.out
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line).channel),
			["team", "dead"],
		);
	}),
);
notify("a channel that refuses is in status and doctor, with the command that tries it", () =>
	withSinks(async (_, dead) => {
		const cwd = renderedWorkspace(TALK, { "showrun.config.yaml": settings() });
		const env = { TEAM: dead.replace(/:\d+/, ":1") };
		await showrunWarm(["apply", "--auto-approve"], { cwd, env });
		const [status, doctor] = [
			await showrunWarm(["status"], { cwd, env }),
			await showrunWarm(["doctor"], { cwd, env }),
		];
		assert.match(
			status.out,
			/Notifications of team are not sent \(1 waiting\):[\s\S]*showrun notify test team/,
		);
		assert.match(doctor.out, /warn +notify +Notifications of team are not sent/);
		assert.not.match(status.out + doctor.out, "/hook");
	}),
);
notify.run();
