/**
 * A process of its own that owns a data folder: `owner-process.ts FOLDER RENDERS [MEMORY [RESTORED]]` holds
 * its engine up after that many renders and says where it listens. MEMORY is where it remembers deliveries.
 */
import { join } from "node:path";
import { defined } from "../../src/model/defined.ts";
import { connectEmbedded } from "../../src/service/embedded.ts";
import { systemClock } from "../../src/system/clock.ts";
import { fakeEngine } from "../fakes/engine.ts";
import { optionsFor } from "./world.ts";

const [folder = "", renders = "0", memory, restored] = process.argv.slice(2);
const engine = fakeEngine();
engine.before = (step, at) =>
	step === "render" && at === Number(renders) ? new Promise<void>(() => undefined) : undefined;
const service = await connectEmbedded({
	...optionsFor(folder, { clock: systemClock, engine }),
	...defined({ memory, restored: (["skip", "deliver"] as const).find((each) => each === restored) }),
	...(memory !== undefined && { credentials: { file: join(memory, "credentials.key") }, env: process.env }),
});
process.stdout.write(`${JSON.stringify({ url: service.url, key: service.apiKey.reveal() })}\n`);
process.stdin.on("end", () => service.close().then(() => process.exit(0)));
process.stdin.resume();
