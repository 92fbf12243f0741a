import { retryAfterMs } from "../../system/sending/answer.ts";
import { ask } from "../../system/sending/ask.ts";
import { checkedLookup, parseWebhookAddress } from "../../webhooks/address.ts";
import { answerOf, failureOf } from "../../webhooks/verdict.ts";
import { discordBody } from "../formats/discord.ts";
import { slackBody } from "../formats/slack.ts";
import { readSecret } from "../secrets.ts";
import type { SendTo } from "./target.ts";

const LIMIT_MS = 20_000;

/** One message to an incoming webhook of Slack or Discord. No redirects. */
export const sendChat: SendTo<"slack" | "discord"> = async (note, target, { clock, env, signal }) => {
	const address = await readSecret(target.url, env);
	const limits = { privateHosts: target.privateHost };
	try {
		const url = parseWebhookAddress(address.reveal(), limits);
		const body = target.kind === "slack" ? slackBody(note) : discordBody(note);
		const { status, headers } = await ask({
			method: "POST",
			url,
			headers: { "content-type": "application/json", "user-agent": "showrun" },
			body: Buffer.from(JSON.stringify(body)),
			limitMs: LIMIT_MS,
			signal,
			lookup: checkedLookup(url, limits),
		});
		return answerOf({ status, retryAfterMs: retryAfterMs(headers, clock.now()) });
	} catch (error) {
		if (signal.aborted || !(error instanceof Error)) throw error;
		return failureOf(error);
	}
};
