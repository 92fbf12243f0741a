import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { suite } from "uvu";
import { Secret } from "../../../src/model/secret.ts";
import { startService } from "../../../src/service/embedded.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { openTlsProxy } from "../../service/tls-proxy.ts";
import { heldClock, optionsFor } from "../../service/world.ts";
import { addSentences } from "./sentences.ts";

const sentences = suite("the interface document, behind a proxy that ends TLS under another name");
const folder = await mkdtemp(join(tmpdir(), "showrun-behind-tls-"));
const clock = heldClock();
const proxy = await openTlsProxy({ host: "kept" });
// A client's key: links of showrun itself, which has the local one, lead to where it reached the service.
const key = "a-key-of-a-client-elsewhere";
const service = await startService({
	...optionsFor(folder, { clock, engine: fakeEngine() }),
	apiKeys: [new Secret(key)],
	publicUrl: proxy.url,
	trustedProxies: ["127.0.0.1"],
});
proxy.target = service.url;
const before = getGlobalDispatcher();

addSentences(sentences, {
	open: async () => {
		setGlobalDispatcher(proxy.agent);
		return {
			url: proxy.url,
			key,
			versionHeader: "x-service-api-version",
			video: Buffer.from("a talk"),
			publishes: true,
			taskMs: 30_000,
			pass: clock.move,
		};
	},
	now: clock.now,
});

sentences("the service and the proxy end", async () => {
	setGlobalDispatcher(before);
	await service.close();
	await proxy.close();
	await rm(folder, { recursive: true, force: true });
});

sentences.run();
