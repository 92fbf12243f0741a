import type { Settings } from "../../../model/settings.ts";
import type { NamedClip, PageFront } from "../../../page/port.ts";
import type { Connected } from "../service.ts";
import { openClipFiles } from "./clip-files.ts";
import { openClipMedia } from "./clip-media.ts";
import { gone, openPagesProcess, type PagesSubject } from "./pages-process.ts";
import { openPosters } from "./posters.ts";

interface FrontSubject extends PagesSubject {
	readonly settings: Settings;
	readonly connected: Connected;
	readonly signal: AbortSignal;
}

/** What listens has its pages from here. */
export interface OpenFront extends PageFront {
	/** Ends the process that makes pages. */
	stop(): Promise<void>;
}

/**
 * Pages are made in a process of their own: reading 10,000 posts takes a second of one core, in which videos
 * are sent and changes are told all the same.
 */
export function openFront(subject: FrontSubject): OpenFront {
	const { mode, freshness } = subject;
	const { ask, stop } = openPagesProcess(subject);
	const files = openClipFiles(subject);
	const [media, posters] = [openClipMedia({ ...subject, files }), openPosters({ ...subject, files })];
	const found = async (named: NamedClip) => {
		const told = await ask({ clip: named });
		return "clip" in told ? told.clip : undefined;
	};
	return {
		mode,
		async answer(asked) {
			const told = await ask({ ask: asked });
			if ("answer" in told) return told.answer;
			throw gone();
		},
		async media(named, range) {
			const clip = await found(named);
			return clip && media(clip, range);
		},
		async poster(named, wish) {
			const clip = await found(named);
			return clip && posters(clip, wish);
		},
		listen: (changed) => freshness.listen(() => changed()),
		stop,
	};
}
