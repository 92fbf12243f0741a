import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { startService } from "../../../src/service/embedded.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { heldClock, optionsFor } from "../../service/world.ts";
import { addSentences } from "./sentences.ts";

const sentences = suite("the interface document");
const folder = await mkdtemp(join(tmpdir(), "showrun-conformance-"));
const clock = heldClock();
const service = await startService(optionsFor(folder, { clock, engine: fakeEngine() }));

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
