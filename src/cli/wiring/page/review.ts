import { resolve } from "node:path";
import { readClips } from "../../../campaign/clips-file.ts";
import { type ClipDecided, decideClip } from "../../../campaign/decide-clip.ts";
import { parseReviews } from "../../../campaign/reviews.ts";
import { parseAddress, videoAddress } from "../../../model/address.ts";
import type { Campaign } from "../../../model/campaign.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import { Fault } from "../../../model/fault.ts";
import { clipsFileOf } from "../../../model/review.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
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
	const last: LastWritten = new Map();
	let before: Promise<unknown> = Promise.resolve();
	return (decision) => {
		const now = before.then(async () => decided(decision, await inputs(), { root, last }));
		before = now.catch(() => undefined);
		return now;
	};
}

/**
 * What this page wrote last, by file, with what it was written for. While a file says just that, there is
 * nothing to bring up to date, and nothing to parse.
 */
type LastWritten = Map<string, Pick<ClipDecided, "document"> & Written>;

interface Written {
	readonly text: string;
	readonly basis: readonly unknown[];
}

/** Brings the reviewed-clips file up to date as `showrun clips` does, and puts the decision in. */
async function decided(
	decision: PageDecision,
	{ settings, readable, known: snapshot }: PageInputs,
	{ root, last }: { readonly root: string; readonly last: LastWritten },
): Promise<Decided> {
	const campaigns = await withKnownItems({ campaigns: readable, settings, snapshot });
	const named = parseAddress(decision.video);
	const found = campaigns.find(({ name }) => name === named?.campaign);
	if (found === undefined || named?.kind !== "video") return GONE;
	const campaign = { ...found, file: resolve(found.file) };
	const basis = basisOf(campaign, snapshot);
	const own = await ownText(campaign, last, basis);
	const now = own ?? (await clipsFileNow(campaign, { snapshot, root }));
	if ("problems" in now)
		return {
			ok: false,
			text: `Fix the file first; nothing was written.\n${renderDiagnostics(now.problems, PLAIN)}`,
		};
	const source = { file: now.file, text: now.after.text };
	const { title, description, tags, ...rest } = decision;
	const words = title === undefined ? {} : { words: { title, description, tags } };
	const wish = { ...rest, ...words, video: named.video } as Parameters<typeof decideClip>[1];
	const made = decideClip(source, wish, own?.document);
	if (made === undefined) return GONE;
	if (!made.same)
		return {
			ok: false,
			text: `${now.file} was edited in the meantime.`,
			diff: renderDiff(now.file, { before: now.before ?? "", after: made.after }, INK),
		};
	const end = await written({ path: now.path, file: now.file, text: made.after });
	if (end.ok) last.set(now.path, { document: made.document, text: made.after, basis });
	return end;
}

/** What a reviewed-clips file follows from besides its own text. */
function basisOf({ name, moved, videos }: Campaign, { resources }: Snapshot): readonly unknown[] {
	return [moved, ...videos.flatMap((video) => [video.name, resources[videoAddress(name, video.name)]])];
}

/** The file, where it says what this page wrote last; that is kept no longer, because it is changed next. */
async function ownText({ file: campaignFile }: Campaign, last: LastWritten, basis: readonly unknown[]) {
	const path = clipsFileOf(campaignFile);
	const kept = last.get(path);
	last.delete(path);
	if (kept === undefined || !kept.basis.every((each, at) => each === basis[at])) return undefined;
	const { source } = await readClips(campaignFile, process.cwd());
	if (source?.text !== kept.text || kept.basis.length !== basis.length) return undefined;
	return { path, file: source.file, before: kept.text, after: { text: kept.text }, document: kept.document };
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
