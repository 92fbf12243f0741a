import type { NotifyTarget } from "../../model/notify.ts";
import { parseWebhookAddress } from "../../webhooks/address.ts";
import { type Environment, readSecret } from "../secrets.ts";
import { argvOf } from "./command.ts";
import { mailServer } from "./mail.ts";
import { signingSecret } from "./signed-webhook.ts";

/** Looks at all that sending needs, and sends nothing. Throws `StopFault`, which says what is missing. */
export async function checkTarget(target: NotifyTarget, env: Environment): Promise<void> {
	if (target.kind === "command") return void argvOf(target.argvEnv, env);
	if (target.kind === "mail") return void mailServer((await readSecret(target.server, env)).reveal());
	const url = await readSecret(target.url, env);
	parseWebhookAddress(url.reveal(), { privateHosts: target.privateHost });
	if (target.kind === "webhook") await signingSecret(target.secret, env);
}
