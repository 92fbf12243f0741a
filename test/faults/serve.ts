/**
 * `node --import tsx test/faults/serve.ts [PATH] [--port N] [--faults FILE] [--commit-log FILE]
 * [--no-idempotency]`: the embedded service of a workspace as a server that fails as planned, to try clients
 * against. They need the same SHOWRUN_API_KEY.
 */
import { parseArgs } from "node:util";
import { stopSignal } from "../../src/cli/terminal/terminal.ts";
import { embeddedOptions } from "../../src/cli/wiring/service.ts";
import { settingsIn } from "../../src/cli/wiring/workspace.ts";
import { Secret } from "../../src/model/secret.ts";
import { startService } from "../../src/service/embedded.ts";
import { openCommitLog } from "./commits.ts";
import { faultSettings, faultWarning } from "./flags.ts";
import { injectFaults } from "./inject.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		port: { type: "string", default: "0" },
		faults: { type: "string" },
		"commit-log": { type: "string" },
		"no-idempotency": { type: "boolean" },
	},
});
const signal = stopSignal();
const injected = await faultSettings(values);
const { faults, commitLog, idempotency } = injected;
const settings = await settingsIn(positionals[0] ?? ".");
const { data } = settings.embedded;
const service = await startService({
	...(await embeddedOptions(settings, { host: "127.0.0.1", port: Number(values.port) })),
	apiKeys: [new Secret(process.env.SHOWRUN_API_KEY ?? "")],
	middleware: injectFaults({
		faults,
		idempotency,
		...(commitLog !== undefined && { commits: openCommitLog({ file: commitLog, data }) }),
	}),
});
process.stderr.write(`${faultWarning(injected)}\n`);
process.stdout.write(`Serving on ${service.url}\n`);
await new Promise<void>((stopped) => signal.addEventListener("abort", () => stopped(), { once: true }));
await service.close();
process.exit();
