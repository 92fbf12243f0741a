import type { AddressText } from "../../../model/address.ts";
import { Fault } from "../../../model/fault.ts";
import type { Overview, SpokenWord, VideoDetails } from "../../../page/port.ts";
import { cuesFrom } from "../../../transcripts/cues.ts";
import { partNames } from "../../../views/explained.ts";
import type { Connected } from "../service.ts";

const NOTHING: VideoDetails = { words: [], explanations: new Map() };

/** What the service tells of settled results never changes: it is asked once a task. */
export function openVideoDetails({ service, transcript }: Connected, signal: AbortSignal) {
	const known = new Map<string, Promise<VideoDetails>>();
	return (video: AddressText, { snapshot }: Overview): Promise<VideoDetails> => {
		const state = snapshot.resources[video];
		if (state?.kind !== "video" || state.result === undefined) return Promise.resolve(NOTHING);
		const { taskId } = state;
		const before = known.get(taskId);
		if (before !== undefined) return before;
		const asked = Promise.all([explanationsOf(), wordsOf()]).then(([explanations, words]) => ({
			explanations,
			words,
		}));
		known.set(taskId, asked);
		return asked;

		async function explanationsOf(): Promise<VideoDetails["explanations"]> {
			const reading = await service.results(taskId, signal).catch(withoutFault);
			return new Map(
				(reading?.explanations ?? []).map(({ idx, parts, reasons }) => [
					idx,
					{ parts: partNames(parts), reasons },
				]),
			);
		}

		async function wordsOf(): Promise<readonly SpokenWord[]> {
			const reading = await transcript(taskId, signal).catch(withoutFault);
			return cuesFrom(reading?.text ?? "").flatMap(({ words }) =>
				words.map(({ text, begin, end }) => ({ text, begin, end })),
			);
		}
	};
}

/** Details are a help: a page without them is a page all the same. */
function withoutFault(error: unknown): undefined {
	if (!(error instanceof Fault)) throw error;
	return undefined;
}
