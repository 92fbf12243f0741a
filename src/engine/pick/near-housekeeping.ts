import type { Sentence } from "../transcript/transcript.ts";
import { housekeepingIn } from "./housekeeping.ts";
import { spokenOf } from "./spoken.ts";

/** Signs in sentences beside each other that are housekeeping together, though each may be something else. */
const TOGETHER = 0.6;
const FAR = 2;
const SIGN = 0.2;
/** More than a word of other talks (a speaker, a question), which is none where nothing near is likely. */
const OWN = 0.3;
const STRONG = 0.4;
const SURE = 1;

/**
 * How near a sentence is to housekeeping: part of it, as there are several signs in and around it, or as it
 * stands between such sentences; or right beside what surely is; or neither.
 */
export function nearHousekeeping(sentences: readonly Sentence[], at: number): "beside" | "part" | undefined {
	const signAt = (place: number) => {
		const sentence = sentences[place];
		return sentence ? housekeepingIn(spokenOf(sentence)?.text ?? "") : 0;
	};
	const isPart = (place: number) => {
		const [own, before, after] = [signAt(place), signAt(place - 1), signAt(place + 1)];
		const near = Math.max(before, after, signAt(place - FAR), signAt(place + FAR));
		const isLikely = own >= OWN || (own >= SIGN && near >= TOGETHER);
		if (own >= SURE || (isLikely && own + before + after >= TOGETHER)) return true;
		return own >= STRONG && [-FAR, FAR].some((off) => signAt(place + off) >= SIGN);
	};
	const isAround = [-1, 1].every((way) => Math.max(signAt(at + way), signAt(at + FAR * way)) >= TOGETHER);
	if (isPart(at) || isAround || (isPart(at - 1) && isPart(at + 1))) return "part";
	return signAt(at - 1) >= SURE || signAt(at + 1) >= SURE ? "beside" : undefined;
}
