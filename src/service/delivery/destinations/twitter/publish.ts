import { fieldsOf, jsonObject } from "../../../store/json.ts";
import type { Post, Posted, Progress, PublishOutcome, Work } from "../../destination.ts";
import { captionOf } from "../caption.ts";
import { type Arm, makeLastCall } from "../last-call.ts";
import { tokenOf } from "../platform-call.ts";
import { PlatformRefusal } from "../platform-refusal.ts";
import type { Twitter } from "./api.ts";
import { type FailedAnswer, isDuplicate, isMediaOver, refusalIn } from "./errors.ts";
import { mediaId, progressOf, stateIn, type TwitterState } from "./progress.ts";

/** Makes the post. It is made once: another call would make another one. */
export async function publishVideo(
	twitter: Twitter,
	work: Work,
	{ ready, arm }: { readonly ready: Progress; readonly arm: Arm },
): Promise<PublishOutcome> {
	const state = stateIn(ready, work.account.id);
	if (state === undefined) throw new Error("nothing was uploaded to X");
	let token: string;
	try {
		token = await tokenOf(twitter, work);
	} catch (error) {
		if (error instanceof PlatformRefusal) return { kind: "refused", why: error.why };
		throw error;
	}
	const at = work.tools.clock.now();
	const first = state.first ?? state.at ?? at;
	const posting: TwitterState = { ...state, step: "posting", first, at, tries: (state.tries ?? 0) + 1 };
	const result = await makeLastCall(
		{
			...{ title: "X", name: "post", operation: state.media },
			url: `${twitter.settings.apiUrl}/tweets`,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: Buffer.from(JSON.stringify(postOf(twitter, work.post, state))),
			answerMs: twitter.settings.answerMs,
		},
		work,
		() => arm(progressOf(posting)),
	);
	if (result.kind === "ended") return result.outcome;
	return outcomeOf({ twitter, work, posting, token }, result);
}

function postOf({ settings }: Twitter, { config }: Post, { media }: TwitterState): object {
	return {
		text: textOf(config),
		media: { media_ids: [media] },
		...(config.disclose_content === true && settings.paidPartnership && { paid_partnership: true }),
		...(settings.syntheticMedia && { made_with_ai: true }),
		// Nothing closes the replies; nobody is mentioned by most posts.
		...(config.allow_comment === false && { reply_settings: "mentionedUsers" }),
	};
}

/** What stands above the video. */
export function textOf({ title, description, tags }: Post["config"]): string {
	const isDescribed = (description ?? "").trim() !== "";
	return captionOf({ description: isDescribed ? description : title, tags });
}

interface Publishing {
	readonly twitter: Twitter;
	readonly work: Work;
	readonly posting: TwitterState;
	readonly token: string;
}

async function outcomeOf(
	{ twitter, work, posting, token }: Publishing,
	answer: FailedAnswer,
): Promise<PublishOutcome> {
	const { status, text } = answer;
	const id = mediaId(fieldsOf(jsonObject(text)?.data).id);
	if (status >= 200 && status < 300)
		return id === undefined
			? { kind: "unknown", seen: `X answered ${status} without an id` }
			: { kind: "posted", ...postedAs(work, id) };
	if (status === 400 && isMediaOver(answer))
		return { kind: "accepted", progress: progressOf({ ...posting, over: true }) };
	// A post of this text exists: it may be this one, of an earlier try.
	if (isDuplicate(answer) && (posting.tries ?? 1) > 1)
		return { kind: "unknown", seen: "X says that it has such a post" };
	const why = refusalIn(answer, work.tools.clock.now());
	if (why === undefined) return { kind: "unknown", seen: `X answered ${status}` };
	// Another token may be good: the next attempt says so.
	if (status === 401) await tokenOf(twitter, work, token).catch(() => undefined);
	return { kind: "refused", why: status === 401 ? { ...why, cause: "busy" } : why };
}

/** Where it can be seen. */
export function postedAs({ account }: Pick<Work, "account">, id: string): Posted {
	const name = encodeURIComponent(account.username.replace(/^@/, ""));
	return { id, url: `https://x.com/${name}/status/${id}` };
}
