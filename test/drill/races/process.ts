/**
 * A service as a process of its own, to be killed: `process.ts FOLDER AHEAD` with its clock so many
 * milliseconds ahead. It says where it listens; each line of its standard input moves its clock on.
 */
import { createInterface } from "node:readline";
import { startService } from "../../../src/service/embedded.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { optionsFor } from "../../service/world.ts";
import { movableClock } from "./clock.ts";

const [folder = "", ahead = "0"] = process.argv.slice(2);
const clock = movableClock(Number(ahead));
const service = await startService(optionsFor(folder, { clock, engine: fakeEngine() }));
process.stdout.write(`${JSON.stringify({ url: service.url, key: service.apiKey.reveal() })}\n`);
createInterface({ input: process.stdin })
	.on("line", (line) => clock.move(Number(line)))
	.on("close", () => service.close().then(() => process.exit(0)));
