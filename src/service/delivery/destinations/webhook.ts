import { defined } from "../../../model/defined.ts";
import { parseWebhookAddress, WebhookAddressFault } from "../../../webhooks/address.ts";
import { sendWebhook, type WebhookMessage, type WebhookResult } from "../../../webhooks/send.ts";
import type { Destination, PostFile, Prepared, Progress, PublishOutcome, Work } from "../destination.ts";
import { NotSentFault } from "./not-sent-fault.ts";
import { postMessage } from "./post-message.ts";
import { reasonOf, webhookOutcome } from "./webhook-answer.ts";
import { multipart } from "./webhook-multipart.ts";
import { messageId, type WebhookSettings } from "./webhook-settings.ts";
import { attemptsOf, settleWebhook } from "./webhook-settle.ts";

export interface WebhookParts {
	/** Receivers elsewhere reach the links of this service. Otherwise only those in private networks may. */
	readonly isReachable: boolean;
}

const LEAD = { earliestMs: 60 * 60_000, livesMs: null } as const;
const LINK_MS = 24 * 3_600_000;
/** Largest video that goes with a message, in bytes: receivers take no more. */
const MOST_ATTACHED = 200 * 1024 * 1024;

/** Posts by one signed request to somebody's receiver. */
export function openWebhook(settings: WebhookSettings, parts: WebhookParts): Destination {
	return {
		kind: "webhook",
		lead: LEAD,
		prepare: async (work, from) =>
			(await refusedBefore({ ...settings, ...parts }, work)) ?? ready(work, from),
		publish: (work, progress, arm) => publish({ settings, work, progress }, arm),
		settle: (work, progress) => settleWebhook(settings, work, progress),
	};
}

async function refusedBefore(
	settings: WebhookSettings & WebhookParts,
	{ tools }: Work,
): Promise<Prepared | undefined> {
	try {
		parseWebhookAddress(settings.url.reveal(), settings);
	} catch (error) {
		if (error instanceof WebhookAddressFault) return refused([error.message, error.remedy].join(" "));
		throw error;
	}
	const { size } = await tools.video();
	if (settings.attach === "multipart" && size > MOST_ATTACHED)
		return refused("The video is larger than 200 MiB: connect the webhook again with --attach link.");
	if (settings.attach === "link" && !settings.privateHosts && !settings.isReachable)
		return refused(
			"The receiver cannot reach the video: set embedded.public_url, or connect it with --attach multipart.",
		);
	return undefined;
}

function refused(message: string): Prepared {
	return { kind: "refused", why: { cause: "config", message: message.trim() } };
}

function ready(_: Work, from: Progress | undefined): Prepared {
	return { kind: "ready", progress: from ?? { v: 1, step: "ready" } };
}

interface Attempt {
	readonly settings: WebhookSettings;
	readonly work: Work;
	readonly progress: Progress;
}

/** Throws where nothing was sent and nothing was armed. */
async function publish(
	{ settings, work, progress }: Attempt,
	arm: (progress: Progress) => Promise<void>,
): Promise<PublishOutcome> {
	const { tools } = work;
	const url = parseWebhookAddress(settings.url.reveal(), settings);
	const message = await messageOf(settings, work);
	const sending: Progress = {
		...progress,
		step: "sending",
		attempts: attemptsOf(progress) + 1,
		at: tools.clock.now(),
	};
	let armed = false;
	const recorded = async () => {
		armed = true;
		await arm(sending);
	};
	const result = await sendWebhook(message, settings, { arm: recorded, ...tools });
	note(work, result);
	if (result.kind === "not_sent" && !armed && !(result.why instanceof WebhookAddressFault))
		throw new NotSentFault(`Not sent to ${url.host}: ${reasonOf(result.why)}.`);
	const facts = { host: url.host, origin: url.origin, now: tools.clock.now(), progress: sending };
	return webhookOutcome(result, facts);
}

function note({ tools }: Work, result: WebhookResult): void {
	const status = result.kind === "not_sent" ? undefined : result.status;
	const text = result.kind === "answered" ? result.text.slice(0, 2_000) : reasonOf(result.why);
	tools.note({ call: "POST", text, ...defined({ status }) });
}

async function messageOf(settings: WebhookSettings, work: Work): Promise<WebhookMessage> {
	const { tools } = work;
	const [video, thumbnail] = [await tools.video(), await tools.thumbnail()];
	const isLinked = settings.attach === "link";
	const files = {
		video: await fileData(work, video, isLinked ? "video" : undefined),
		...(isLinked && { thumbnail: await fileData(work, thumbnail, "thumbnail") }),
	};
	const event = Buffer.from(
		JSON.stringify({
			type: "post.publish",
			timestamp: new Date(tools.clock.now()).toISOString(),
			data: postMessage(work, files),
		}),
	);
	const id = messageId(work);
	if (isLinked) return { id, body: event, type: "application/json", signed: event };
	return { id, ...multipart(event, video), signed: event };
}

async function fileData(
	{ tools }: Work,
	{ size, type, sha256 }: PostFile,
	linked: "video" | "thumbnail" | undefined,
): Promise<object> {
	const expiresAt = new Date(tools.clock.now() + LINK_MS).toISOString();
	const link = linked && (await tools.link?.(linked, LINK_MS));
	const facts = { size, sha256: await sha256(), content_type: type };
	return link === undefined ? facts : { url: link, ...facts, expires_at: expiresAt };
}
