/**
 * A service as a process of its own, to be killed: `process.ts FOLDER OPTIONS`. It kills itself with -9
 * before or after one of its writes of posts, which covers what is saved, armed and what came of it.
 */
import { join } from "node:path";
import { Secret } from "../../../src/model/secret.ts";
import { startService } from "../../../src/service/embedded.ts";
import { newWebhookSecret } from "../../../src/webhooks/signature.ts";
import { fakeEngine } from "../../fakes/engine.ts";
import { optionsFor } from "../../service/world.ts";
import { movableClock } from "../races/clock.ts";
import { type DeadlyWrite, dieAt } from "./die-at.ts";

/** How the service is started, as JSON. */
export interface ProcessOptions {
	readonly aheadMs: number;
	readonly url: string;
	readonly secret: string;
	/** Which write of a post it dies at, counted from 1. Absent: none. */
	readonly dies?: DeadlyWrite;
}

const [folder = "", given = "{}"] = process.argv.slice(2);
const { aheadMs, url, secret = newWebhookSecret().reveal(), dies }: ProcessOptions = JSON.parse(given);
const webhook = {
	...{ url: new Secret(url), secret: new Secret(secret), privateHosts: true },
	...({ delivery: "once", attach: "link" } as const),
};
if (dies) dieAt(dies);
const service = await startService({
	...optionsFor(folder, { clock: movableClock(aheadMs), engine: fakeEngine() }),
	accounts: [
		{ platform: "youtube", username: "Acme", via: "webhook", webhook },
		{
			...({ platform: "tiktok", username: "@acme", via: "webhook" } as const),
			webhook: { ...webhook, settleUrl: new Secret(`${url}/state`) },
		},
	],
	memory: join(folder, "memory"),
	credentials: { file: join(folder, "user", "credentials.key") },
	env: process.env,
});
process.stdout.write(`${JSON.stringify({ url: service.url, key: service.apiKey.reveal() })}\n`);
process.stdin.on("end", () => service.close().then(() => process.exit(0)));
process.stdin.resume();
