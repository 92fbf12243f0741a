import { defined } from "../../../../model/defined.ts";
import { type Fields, fieldsOf } from "../../../store/json.ts";
import type { Posted, Work } from "../../destination.ts";
import { captionOf } from "../caption.ts";
import { callGraph, type Graph, graphId } from "../meta/graph.ts";
import type { MetaState } from "../meta/progress.ts";

/** Clocks differ. */
const BEFORE_MS = 60_000;
/** How long a published reel may be missing in the list. */
const LISTED_MS = 3 * 60_000;
const OPEN_COMMENTS = "Comments stay open: Instagram closes them in its own app only.";

/** The reel that a published container became. Undefined: it is not listed yet. */
export async function findMedia(graph: Graph, state: MetaState, work: Work): Promise<Posted | undefined> {
	const note = work.post.config.allow_comment === false ? { note: OPEN_COMMENTS } : {};
	const isWaitedFor = work.tools.clock.now() - (state.at ?? 0) < LISTED_MS;
	// That it is out is known: what cannot be read of it fails nothing.
	const found = await (state.taken === undefined
		? fromList(graph, state, work)
		: read(graph, state.taken, work)
	).catch(() => undefined);
	if (found === undefined && isWaitedFor && state.taken === undefined) return undefined;
	return { ...defined({ id: state.taken }), ...found, ...note };
}

async function read(graph: Graph, id: string, work: Work): Promise<Posted> {
	const path = `${id}?fields=id%2Cpermalink`;
	return reelIn((await callGraph(graph, { path, name: "address of the reel" }, work)).fields);
}

/** The only one with this caption since then: another is another's. */
async function fromList(graph: Graph, { at = 0 }: MetaState, work: Work): Promise<Posted | undefined> {
	const path = `${work.account.id}/media?fields=id%2Ccaption%2Ctimestamp%2Cpermalink&limit=10`;
	const { fields } = await callGraph(graph, { path, name: "reels of the account" }, work);
	const list = (Array.isArray(fields.data) ? fields.data : []).map(fieldsOf);
	const caption = captionOf(work.post.config);
	const mine = list.filter((each) => (each.caption ?? "") === caption && timeOf(each) >= at - BEFORE_MS);
	const [only, ...others] = mine;
	return only === undefined || others.length > 0 ? undefined : reelIn(only);
}

function timeOf({ timestamp }: Fields): number {
	return typeof timestamp === "string" ? Date.parse(timestamp.replace(/\+0000$/, "Z")) : Number.NaN;
}

function reelIn({ id, permalink }: Fields): Posted {
	const [media, url] = [graphId(id), permalinkOf(permalink)];
	return { ...defined({ id: media, url }) };
}

function permalinkOf(value: unknown): string | undefined {
	return typeof value === "string" && /^https:\/\/www\.instagram\.com\/[\w/-]{1,200}$/.test(value)
		? value
		: undefined;
}
