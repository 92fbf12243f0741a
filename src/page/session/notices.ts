import type { Notice } from "../views/layout.ts";
import { random } from "./sessions.ts";

/** What became of a click, until the page that follows has shown it. */
export interface Notices {
	/** The name it is asked for by. */
	keep(notice: Notice): string;
	/** Undefined: it was shown already, or there is none. */
	take(name: string): Notice | undefined;
}

const MOST = 100;

export function openNotices(): Notices {
	const notices = new Map<string, Notice>();
	return {
		keep(notice) {
			const name = random(9);
			notices.set(name, notice);
			for (const old of [...notices.keys()].slice(0, Math.max(0, notices.size - MOST))) notices.delete(old);
			return name;
		},
		take(name) {
			const notice = notices.get(name);
			notices.delete(name);
			return notice;
		},
	};
}
