import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { startService } from "../../src/service/embedded.ts";
import { postgresStore } from "../../src/service/store/postgres/store.ts";
import { addSentences } from "../conformance/service/sentences.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { heldClock, optionsFor } from "../service/world.ts";
import { postgresServer } from "./server.ts";

const sentences = suite("the interface document, with records in PostgreSQL");
const folder = await mkdtemp(join(tmpdir(), "showrun-conformance-"));
const clock = heldClock();
const database = await (await postgresServer()).database();
const service = await startService({
	...optionsFor(folder, { clock, engine: fakeEngine() }),
	store: postgresStore(database.url, { keep: true }),
});

addSentences(sentences, {
	open: async () => ({
		url: service.url,
		key: service.apiKey.reveal(),
		versionHeader: "x-service-api-version",
		video: Buffer.from("a talk"),
		publishes: true,
		taskMs: 30_000,
		pass: clock.move,
	}),
	now: clock.now,
});

sentences("the service that was tried ends", async () => {
	await service.close();
	await rm(folder, { recursive: true, force: true });
});

sentences.run();
