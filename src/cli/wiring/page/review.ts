import { resolve } from "node:path";
import { decideClip } from "../../../campaign/decide-clip.ts";
import { parseReviews } from "../../../campaign/reviews.ts";
import { parseAddress } from "../../../model/address.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import { Fault } from "../../../model/fault.ts";
import type { Decided, PageDecision } from "../../../page/port.ts";
import { renderDiagnostics } from "../../../views/diagnostics.ts";
import { renderDiff } from "../../../views/text-diff.ts";
import { clipsFileNow, writeClips } from "../clips-files.ts";
import { withKnownItems } from "../items.ts";
import type { PageInputs } from "./inputs.ts";

const INK = { colour: true, width: 110 } as const;
const PLAIN = { ...INK, colour: false } as const;

/** Writes decisions one after the other: each is made in view of the file as it is then. */
export function openReview(
	inputs: () => Promise<PageInputs>,
	root: string,
): (decision: PageDecision) => Promise<Decided> {
	let before: Promise<unknown> = Promise.resolve();
	return (decision) => {
		const now = before.then(async () => decided(decision, await inputs(), root));
		before = now.catch(() => undefined);
		return now;
	};
}

/** Brings the reviewed-clips file up to date as `showrun clips` does, and puts the decision in. */
async function decided(
	decision: PageDecision,
	{ settings, readable, known: snapshot }: PageInputs,
	root: string,
): Promise<Decided> {
	const campaigns = await withKnownItems({ campaigns: readable, settings, snapshot });
	const named = parseAddress(decision.video);
	const campaign = campaigns.find(({ name }) => name === named?.campaign);
	if (campaign === undefined || named?.kind !== "video") return GONE;
	const now = await clipsFileNow({ ...campaign, file: resolve(campaign.file) }, { snapshot, root });
	if ("problems" in now)
		return {
			ok: false,
			text: `Fix the file first; nothing was written.\n${renderDiagnostics(now.problems, PLAIN)}`,
		};
	const source = { file: now.file, text: now.after.text };
	const { title, description, tags, ...rest } = decision;
	const words = title === undefined ? {} : { words: { title, description, tags } };
	const made = decideClip(source, { ...rest, ...words, video: named.video } as Parameters<
		typeof decideClip
	>[1]);
	if (made === undefined) return GONE;
	if (!made.same)
		return {
			ok: false,
			text: `${now.file} was edited in the meantime.`,
			diff: renderDiff(now.file, { before: now.before ?? "", after: made.after }, INK),
		};
	return written({ path: now.path, file: now.file, text: made.after });
}

/** Writes a text that can be read again, or says why not. */
async function written({
	path,
	file,
	text,
}: {
	readonly path: string;
	readonly file: string;
	readonly text: string;
}): Promise<Decided> {
	const { diagnostics } = parseReviews({ file, text });
	if (hasErrors(diagnostics))
		return { ok: false, text: `Nothing was written.\n${renderDiagnostics(diagnostics, PLAIN)}` };
	try {
		await writeClips(path, text);
		return { ok: true, text: `Written into ${file}.` };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { ok: false, text: error.message };
	}
}

const GONE: Decided = { ok: false, text: "This clip is not there any more. Nothing was written." };
