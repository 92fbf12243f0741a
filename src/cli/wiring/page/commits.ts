import { resolve } from "node:path";
import { Fault } from "../../../model/fault.ts";
import { clipsFileOf } from "../../../model/review.ts";
import type { CommandEnd, CommitWish, PageSource } from "../../../page/port.ts";
import { systemClock } from "../../../system/clock.ts";
import { commitFiles, uncommitted } from "../../../system/git-commit.ts";
import { displayPath } from "../../../system/paths.ts";
import type { PageInputs } from "./inputs.ts";
import { keptUntilChanged } from "./kept.ts";

interface CommitParts {
	readonly inputs: () => Promise<PageInputs>;
	readonly signal: AbortSignal;
}

interface Commits extends Pick<PageSource, "uncommitted" | "commit"> {
	/** Something has changed. */
	forget(): void;
}

/** Somebody may commit on a terminal. Milliseconds. */
const LOOK_MS = 5_000;
const MESSAGE = "Review clips\n\nDecided on the page of showrun.";

/** What reviewers decided, and git has not got yet. */
export function openCommits({ inputs, signal }: CommitParts): Commits {
	const { now } = systemClock;
	const files = keptUntilChanged(() => uncommittedIn(inputs, signal), { now, maxMs: LOOK_MS });
	let before: Promise<unknown> = Promise.resolve();
	return {
		uncommitted: async () => (await files.get()).map((file) => displayPath(file, process.cwd())),
		commit(wish) {
			const end = before.then(async () => committed(await inputs(), wish, signal)).finally(files.forget);
			before = end.catch(() => undefined);
			return end;
		},
		forget: files.forget,
	};
}

const checkoutOf = ({ settings: { root } }: PageInputs) => ({ folder: root, env: process.env });
const filesOf = ({ readable }: PageInputs) => readable.map(({ file }) => clipsFileOf(resolve(file)));

/** None where that cannot be told: without git the page is a page all the same. */
async function uncommittedIn(inputs: CommitParts["inputs"], signal: AbortSignal): Promise<readonly string[]> {
	const now = await inputs();
	return uncommitted(checkoutOf(now), filesOf(now), signal).catch((error: unknown) => {
		if (!(error instanceof Fault)) throw error;
		return [];
	});
}

/** A user of the settings is named as the author; whoever came by the terminal is who git says. */
async function committed(
	now: PageInputs,
	{ branch, by }: CommitWish,
	signal: AbortSignal,
): Promise<CommandEnd> {
	const isUser = now.settings.ui?.users.some(({ name }) => name === by) ?? false;
	const request = { files: filesOf(now), message: MESSAGE, signal };
	const options = { ...(isUser && { author: by }), ...(branch !== "" && { branch }) };
	try {
		const { ok, out, words } = await commitFiles(checkoutOf(now), { ...request, ...options });
		if (!ok) return { ok, text: ["Nothing was committed.", ...words].join("\n") };
		return { ok, text: `Committed as ${out}${branch === "" ? "" : ` on ${branch}`}.` };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { ok: false, text: `Nothing was committed. ${error.message}` };
	}
}
