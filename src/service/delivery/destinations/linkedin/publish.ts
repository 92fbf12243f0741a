import { defined } from "../../../../model/defined.ts";
import type { HeldResult } from "../../../../system/sending/send-held.ts";
import type { Post, Posted, Progress, PublishOutcome, Work } from "../../destination.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import { authorOf, headersOf, JSON_TYPE, type LinkedIn } from "./api.ts";
import { duplicateIn, refusalIn } from "./errors.ts";
import { littleText } from "./little-text.ts";
import { type LinkedInState, progressOf, stateIn } from "./progress.ts";

const POST_URN = /^urn:li:(?:share|ugcPost):\d{1,30}$/;

/** Makes the post. It is made once: another call would make another one. */
export async function publishVideo(
	linkedin: LinkedIn,
	work: Work,
	{ ready, arm }: { readonly ready: Progress; readonly arm: Arm },
): Promise<PublishOutcome> {
	const state = stateIn(ready, work.account.id);
	if (state === undefined) throw new Error("nothing was uploaded to LinkedIn");
	let token: string;
	try {
		token = await tokenOf(linkedin, work);
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
	const at = state.at ?? work.tools.clock.now();
	const posting: LinkedInState = { ...state, step: "posting", at, tries: (state.tries ?? 0) + 1 };
	const result = await makeLastCall(
		{
			...{ title: "LinkedIn", name: "post", operation: state.video },
			url: `${linkedin.settings.apiUrl}/rest/posts`,
			headers: { ...headersOf(linkedin, token), ...JSON_TYPE },
			body: Buffer.from(JSON.stringify(postOf(linkedin, work, state))),
			answerMs: linkedin.settings.answerMs,
		},
		work,
		() => arm(progressOf(posting)),
	);
	if (result.kind === "ended") return result.outcome;
	return outcomeOf({ linkedin, work, posting, token }, result);
}

function postOf({ settings }: LinkedIn, { post, account }: Work, { video }: LinkedInState): object {
	const { config } = post;
	return {
		author: authorOf(account),
		commentary: littleText(config),
		visibility: isForConnections(settings, config) ? "CONNECTIONS" : "PUBLIC",
		distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
		content: { media: { ...(config.title && { title: config.title }), id: video } },
		lifecycleState: "PUBLISHED",
		isReshareDisabledByAuthor: false,
	};
}

function isForConnections(
	{ privateToConnections }: LinkedIn["settings"],
	{ visibility }: Post["config"],
): boolean {
	return visibility === "private" && privateToConnections;
}

interface Publishing {
	readonly linkedin: LinkedIn;
	readonly work: Work;
	readonly posting: LinkedInState;
	readonly token: string;
}

async function outcomeOf(
	{ linkedin, work, posting, token }: Publishing,
	answer: Extract<HeldResult, { readonly kind: "answered" }>,
): Promise<PublishOutcome> {
	const { status, headers } = answer;
	if (status >= 200 && status < 300) {
		// The body is empty.
		const urn = String(headers["x-restli-id"] ?? "");
		return POST_URN.test(urn)
			? { kind: "posted", ...postedAs({ linkedin, work, state: posting }, urn) }
			: { kind: "unknown", seen: `LinkedIn answered ${status} without an id` };
	}
	const duplicate = duplicateIn(answer);
	// Of an earlier try, whose answer was lost.
	if (duplicate !== undefined && (posting.tries ?? 1) > 1)
		return { kind: "posted", ...postedAs({ linkedin, work, state: posting }, duplicate) };
	const why = refusalIn(answer, work.tools.clock.now());
	if (why === undefined) return { kind: "unknown", seen: `LinkedIn answered ${status}` };
	if (status !== 401) return { kind: "refused", why };
	// Another token may be good: the next attempt says so.
	await tokenOf(linkedin, work, token).catch(() => undefined);
	return { kind: "refused", why: { ...why, cause: "busy" } };
}

interface PostedBy {
	readonly linkedin: LinkedIn;
	readonly work: Pick<Work, "post">;
	readonly state: Pick<LinkedInState, "remark">;
}

/** Where it can be seen, and by whom where not by everybody. */
export function postedAs({ linkedin, work, state }: PostedBy, urn: string): Posted {
	const mode = isForConnections(linkedin.settings, work.post.config)
		? "Only connections of the member see it on LinkedIn."
		: undefined;
	const note = [mode, state.remark].filter((each) => each !== undefined).join(" ");
	return defined({ id: urn, url: `https://www.linkedin.com/feed/update/${urn}/`, note: note || undefined });
}
