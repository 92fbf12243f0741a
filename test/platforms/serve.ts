/**
 * `node --import tsx test/platforms/serve.ts --dir DIR [--port N] [--host 127.0.0.1] [--now ISO] [--rate N]`:
 * strict stand-ins for the platforms that posts go to. Prints where they are as one line of JSON and runs
 * until its standard input ends or it is stopped.
 */
import { parseArgs } from "node:util";
import { platforms } from "./all.ts";
import { startServer } from "./core/server.ts";

const { values } = parseArgs({
	options: {
		dir: { type: "string" },
		port: { type: "string", default: "0" },
		host: { type: "string", default: "127.0.0.1" },
		now: { type: "string" },
		rate: { type: "string", default: "1" },
	},
});
const { dir, port, host, now, rate } = values;
if (dir === undefined) stop("--dir DIR is missing: the commit log is written there.");
if (host !== "127.0.0.1") stop(`It listens at 127.0.0.1 and nowhere else, not at ${host}.`);
if (!/^\d{1,5}$/.test(port)) stop(`--port ${port} is no port.`);
if (!(Number(rate) >= 0)) stop(`--rate ${rate} is not a number of at least 0.`);
if (now !== undefined && Number.isNaN(Date.parse(now))) stop(`--now ${now} is not a time.`);
const start = now === undefined ? {} : { now: Date.parse(now) };
void startServer({ dir, platforms, port: Number(port), rate: Number(rate), ...start }).then(serve);

function serve({ close, ...addresses }: Awaited<ReturnType<typeof startServer>>): void {
	const end = () => void close().then(() => process.exit(0));
	process.stdout.write(`${JSON.stringify(addresses)}\n`);
	process.stdin.resume().once("end", end);
	process.once("SIGTERM", end).once("SIGINT", end);
}

function stop(message: string): never {
	process.stderr.write(`${message}\n`);
	process.exit(2);
}
