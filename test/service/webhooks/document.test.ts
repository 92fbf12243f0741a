// May share a process: its receiver ends with its test.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import source from "../../../schemas/service.openapi.json" with { type: "json" };
import settings from "../../../schemas/settings.schema.json" with { type: "json" };
import { keysOf } from "../../../src/model/keys.ts";
import { SERVICE_EVENTS } from "../../../src/model/service-events.ts";
import { EVENT_SECRET } from "../../fakes/event-sink.ts";
import { exported, until, withWorld } from "../world.ts";
import { endpoint } from "./ground.ts";

const documents = suite("documents of webhooks");
const PAGE =
	readFileSync(".github/docs/service.md", "utf8").split("\n## Webhooks\n")[1]?.split("\n## ")[0] ?? "";

documents("the page, the settings and the interface have the events of the code", () => {
	const rows = PAGE.split("\n").filter((line) => /^\| `/.test(line));
	const written = rows.map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
	const known = keysOf(SERVICE_EVENTS);
	assert.equal(
		written.map(([, name, meaning]) => [name, meaning]),
		Object.entries(SERVICE_EVENTS).map(([name, meaning]) => [name, meaning.replaceAll("`", "")]),
	);
	const { TaskEvent, PostEvent } = source.components.schemas;
	assert.equal([...TaskEvent.properties.type.enum, ...PostEvent.properties.type.enum], known);
	const { events } = settings.definitions.eventWebhook.properties;
	assert.equal(events.items.enum, known);
});

documents("the receiver of the page takes what is signed once, and nothing else", async () => {
	const folder = mkdtempSync(join(tmpdir(), "showrun-receiver-"));
	const [, code = ""] = /```js\n([\s\S]*?)```/.exec(PAGE) ?? [];
	writeFileSync(join(folder, "receive.mjs"), code);
	const port = await freePort();
	const env = { PATH: process.env.PATH, DASHBOARD_SECRET: EVENT_SECRET, PORT: String(port) };
	const receiver = spawn(process.execPath, ["receive.mjs"], { cwd: folder, env });
	let said = "";
	receiver.stdout.on("data", (piece) => {
		said += piece;
	});
	const url = `http://127.0.0.1:${port}/`;
	const forged = () =>
		fetch(url, { method: "POST", body: "{}" }).then(
			({ status }) => status,
			() => undefined,
		);
	try {
		assert.is(await until(forged, (status) => status !== undefined), 401);
		await withWorld({ webhooks: { main: [endpoint("dashboard", url)] } }, async (world) => {
			world.clock.move(Date.now() - world.clock.now());
			const id = await exported(world);
			await until(
				async () => said,
				(text) => text === `task.succeeded ${id} SUCCEEDED\n`,
			);
		});
	} finally {
		receiver.kill();
		await once(receiver, "exit");
		rmSync(folder, { recursive: true });
	}
});

documents.run();

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
