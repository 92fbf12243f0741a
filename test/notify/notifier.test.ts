import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { keysOf } from "../../src/model/keys.ts";
import type { Notice } from "../../src/model/notice.ts";
import { NOTIFY_EVENTS, type NotifyChannel } from "../../src/model/notify.ts";
import { readNotifyKept } from "../../src/notify/kept.ts";
import { openNotifier } from "../../src/notify/notifier.ts";
import type { Clock } from "../../src/system/clock.ts";
import { NOW } from "../builders/world.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type HttpSink, startHttpSink } from "../fakes/http-sink.ts";

const FULL = { now: NOW, items: [], shortage: "12 MB free." };
const FREE = { now: NOW, items: [] };

const channel = (name: string): NotifyChannel => ({
	name,
	target: { kind: "slack", url: { env: name.toUpperCase() }, privateHost: true },
	...{ events: keysOf(NOTIFY_EVENTS), atMost: 20, timezone: "UTC" },
});

interface Stage {
	readonly sink: HttpSink;
	readonly notices: Notice[];
	readonly file: string;
	/** A notifier of one process; the signal kills it. */
	open(
		names: readonly string[],
		over?: {
			readonly signal?: AbortSignal;
			readonly clock?: Clock;
			readonly env?: Readonly<Record<string, string>>;
		},
	): ReturnType<typeof openNotifier>;
}

async function onStage(
	play: (stage: Stage) => Promise<void>,
	answer?: Parameters<typeof startHttpSink>[0],
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "showrun-notify-"));
	const [sink, notices, file] = [
		await startHttpSink(answer),
		[] as Notice[],
		join(folder, "cache", "notify.json"),
	];
	try {
		await play({
			...{ sink, notices, file },
			open: (names, { signal = AbortSignal.timeout(60_000), clock = fakeClock(), env = {} } = {}) =>
				openNotifier({
					...{ channels: names.map(channel), file, workspace: "talks", clock, signal, host: "host" },
					env: { TEAM: `${sink.url}/team`, OTHER: `${sink.url}/other`, ...env },
					log: (notice) => notices.push(notice),
				}),
		});
	} finally {
		await sink.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

const notifiers = suite("a notifier");
notifiers(
	"tells each channel once for as long as it is so, over restarts, and again when it comes back",
	() =>
		onStage(async ({ sink, open }) => {
			const counts: number[] = [];
			for (const facts of [FULL, FULL, FREE, FULL]) {
				const notifier = await open(["team", "other"]);
				notifier.tell(facts);
				await notifier.drain();
				counts.push(sink.received.length);
			}
			assert.equal(counts, [2, 2, 2, 4]);
		}),
);
notifiers("a channel that is new hears what is so", () =>
	onStage(async ({ sink, open }) => {
		const names = [["team"], ["team", "other"]];
		for (const each of names) {
			const notifier = await open(each);
			notifier.tell(FULL);
			await notifier.drain();
		}
		assert.equal(
			sink.received.map(({ path }) => path),
			["/team", "/other"],
		);
	}),
);
notifiers("what was sent and not recorded as taken is sent again under the same id after a kill", () => {
	const kill = new AbortController();
	return onStage(
		async ({ sink, file, open }) => {
			const killed = await open(["team"], { signal: kill.signal });
			killed.tell(FULL);
			await killed.drain();
			const before = (await readNotifyKept(file)).team?.queue.sending?.note.id;
			const next = await open(["team"]);
			await next.drain();
			const after = (await readNotifyKept(file)).team?.queue;
			assert.equal(
				[sink.received.length, after?.sending, after?.waiting, before !== undefined],
				[2, undefined, [], true],
			);
		},
		(response, count) => {
			if (count === 1) kill.abort();
			response.end("ok");
		},
	);
});
notifiers("a receiver that fails is tried again with pauses, and named once in the log", () => {
	const clock = fakeClock();
	const end = new AbortController();
	return onStage(
		async ({ sink, notices, open }) => {
			const notifier = await open(["team"], { clock, signal: end.signal });
			notifier.tell(FULL);
			await notifier.run();
			assert.equal([sink.received.length, clock.waits], [4, [5_000, 10_000, 20_000]]);
			assert.equal(
				notices.map(({ message, why }) => [message, why]),
				[["a notification was not sent", "The receiver answered 500."]],
			);
		},
		(response, count) => {
			response.writeHead(count < 4 ? 500 : 200).end();
			if (count === 4) end.abort();
		},
	);
});
notifiers("a receiver that never answers holds up neither the caller nor the other channels", () =>
	onStage(async ({ sink, open }) => {
		const sockets = new Set<Socket>();
		const silent = createServer((socket) => void sockets.add(socket.on("error", () => {}))).listen(
			0,
			"127.0.0.1",
		);
		await once(silent, "listening");
		const end = new AbortController();
		try {
			const env = { OTHER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` };
			const notifier = await open(["other", "team"], { env, signal: end.signal });
			const running = notifier.run();
			let turns = 0;
			for (const facts of [FULL, FREE, FULL, FREE, FULL]) {
				notifier.tell(facts);
				turns += 1;
			}
			assert.equal([turns, sink.received.length], [5, 0]);
			while (sink.received.length === 0 || sockets.size === 0)
				await new Promise((next) => setImmediate(next));
			end.abort();
			await running;
			assert.equal([sink.received[0]?.path, sockets.size], ["/team", 1]);
		} finally {
			for (const socket of sockets) socket.destroy();
			silent.close();
		}
	}),
);
notifiers("a damaged or missing record tells what is so", () =>
	onStage(async ({ sink, file, open }) => {
		const { mkdirSync, writeFileSync } = await import("node:fs");
		mkdirSync(join(file, ".."), { recursive: true });
		writeFileSync(
			file,
			'{"channels":{"team":{"told":7,"queue":{"waiting":[null,{"id":1}],"sent":"x"}},"__proto__":null}}',
		);
		const notifier = await open(["team"]);
		notifier.tell(FULL);
		await notifier.drain();
		assert.is(sink.received.length, 1);
	}),
);
notifiers.run();
