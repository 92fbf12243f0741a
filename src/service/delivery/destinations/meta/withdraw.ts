import type { Progress, Work } from "../../destination.ts";
import { NotSentFault } from "../not-sent-fault.ts";
import { stateIn } from "./progress.ts";
import type { Reels } from "./reels.ts";

/** Removes what is to come out later: nobody has seen it. */
export async function withdraw(
	reels: Reels,
	work: Work,
	progress: Progress | undefined,
): Promise<"withdrawn" | "out"> {
	const state = stateIn(progress, work.account.id);
	if (state === undefined) throw new Error(`nothing was given to ${reels.title}`);
	const { kind } = await reels.read(state.object, work);
	if (kind === "published") return "out";
	if (await reels.schedule?.remove(state.object, work)) return "withdrawn";
	throw new NotSentFault(`${reels.title} did not say that the video is removed.`);
}
