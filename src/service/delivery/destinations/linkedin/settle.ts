import { jsonObject } from "../../../store/json.ts";
import type { Progress, Settled, Work } from "../../destination.ts";
import { postponed } from "../postponed.ts";
import { authorOf, callLinkedIn, isOrganization, type LinkedIn } from "./api.ts";
import { stateIn } from "./progress.ts";
import { postedAs } from "./publish.ts";

const LOOK = "at the activity of the account on LinkedIn";
/** Posts appear in the list with a lag: so long after the call it is read. */
const LOOKS_MS = [15_000, 60_000, 300_000] as const;

/** Posts of a page can be read, by their video. Those of a member can be read by nobody but people. */
export async function settleVideo(
	linkedin: LinkedIn,
	work: Work,
	progress: Progress | undefined,
): Promise<Settled> {
	const state = stateIn(progress, work.account.id);
	if (state?.at === undefined || !isOrganization(work.account)) return { kind: "cannot_tell", look: LOOK };
	const age = work.tools.clock.now() - state.at;
	if (age < LOOKS_MS[0]) return { kind: "wait", ms: LOOKS_MS[0] - age };
	try {
		const urn = await find(linkedin, work, state.video);
		if (urn !== undefined) return { kind: "posted", ...postedAs({ linkedin, work, state }, urn) };
	} catch (error) {
		return postponed(error, work, LOOK);
	}
	const next = LOOKS_MS.find((at) => at > age);
	return next === undefined
		? { kind: "cannot_tell", look: `${LOOK}: it is not among the newest` }
		: { kind: "wait", ms: next - age };
}

async function find(linkedin: LinkedIn, work: Work, video: string): Promise<string | undefined> {
	const author = encodeURIComponent(authorOf(work.account));
	const path = `rest/posts?author=${author}&q=author&count=20&sortBy=LAST_MODIFIED`;
	const { text } = await callLinkedIn(linkedin, { path, name: "posts of the page" }, work);
	const { elements } = jsonObject(text) ?? {};
	const posts: readonly unknown[] = Array.isArray(elements) ? elements : [];
	const mine = posts.map((each) => Object(each)).find(({ content }) => content?.media?.id === video);
	return typeof mine?.id === "string" && /^urn:li:\w{1,20}:\d{1,30}$/.test(mine.id) ? mine.id : undefined;
}
