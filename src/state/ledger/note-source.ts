import type { EpochMs } from "../../model/brand.ts";
import { defined } from "../../model/defined.ts";
import { same } from "../../model/same.ts";
import type { ResourceState } from "../../model/snapshot.ts";
import { sourceKey } from "../../model/source-key.ts";
import type { Contents } from "./contents.ts";
import type { Ledger } from "./ledger.ts";
import type { SourceFact } from "./sources.ts";

/** Where what is found out about sources is kept. */
interface Kept {
	readonly ledger: Ledger;
	/** What was found of sources in this run. Absent: only their bytes are compared. */
	readonly contents?: Contents;
}

/** What a source was found to be is written down when it is first sent or posted from, never by a plan. */
export async function noteSource({ ledger, contents }: Kept, source: string, at: EpochMs): Promise<void> {
	if (contents === undefined) return;
	const found = contents
		.links()
		.filter((link) => link.as === "same" && [link.source, link.content].includes(source));
	if (found.length > 0)
		await ledger.note(({ sources }) => {
			const known = new Set(sources.map(keyOf));
			return found
				.filter((link) => !known.has(keyOf(link)))
				.map(({ as: _, ...fact }) => ({ type: "source", at, ...fact }));
		});
	await contents.keep(source);
}

/** An id that a video's URL is declared to have from now on is written down at once: nothing may be sent. */
export async function noteDeclaredId(
	{ ledger, contents }: Kept,
	{ before, after, at }: { readonly before: Video; readonly after: Video; readonly at: EpochMs },
): Promise<void> {
	const source = after?.kind === "video" ? after.request.source : undefined;
	if (before?.kind !== "video" || source?.kind !== "url" || source.id === undefined) return;
	if (same(before.request.source, source)) return;
	contents?.declare(sourceKey(source), sourceKey({ kind: "url", url: source.url }));
	await noteSource(defined({ ledger, contents }), sourceKey(source), at);
}

type Video = ResourceState | undefined;

function keyOf({ source, content, offsetMs, range }: SourceFact): string {
	return [source, content, offsetMs, range?.from, range?.to].join(" ");
}
