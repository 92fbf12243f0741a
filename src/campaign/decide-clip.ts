import { isMap, parseDocument, Scalar, type YAMLMap } from "yaml";
import type { Moment } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { type ClipWords, momentKey, reviewDigest } from "../model/review.ts";
import type { SourceText } from "../yaml/source.ts";
import { LANGUAGE, written } from "./merge-clips.ts";
import { parseReviews } from "./reviews.ts";

/** What a person decides about one clip. What is absent stays as it is. */
export interface ClipDecision {
	/** Name of its video in the file. */
	readonly video: string;
	readonly moment: Moment;
	/** What the clip was when it was looked at, see `bindOf`. */
	readonly bind: string;
	/** What the file said about it then, see `reviewDigest`. */
	readonly seen: string;
	/** `open`: not decided any more. */
	readonly approve?: boolean | "open";
	/** Words to say in place of the generated ones; empty ones are taken out. */
	readonly words?: ClipWords;
	/** Other edges, as the file says them; empty: none. */
	readonly trim?: string;
}

type ClipsDocument = ReturnType<typeof parseDocument>;

/** A text with a decision in it. */
export interface ClipDecided {
	readonly after: string;
	/** Whether the clip and what the file says about it are what the person looked at. */
	readonly same: boolean;
	/** The document that is written as `after`; the next decision changes it. */
	readonly document: ClipsDocument;
}

/**
 * The text of a reviewed-clips file with the decision in it: `after`. `same`: whether the clip and what the
 * file says about it are what the person looked at; where not, nothing may be written. Undefined: the clip is
 * not in the file.
 */
export function decideClip(
	source: SourceText,
	decision: ClipDecision,
	parsed?: ClipsDocument,
): ClipDecided | undefined {
	const key = momentKey(decision.moment);
	const entry = parseReviews(source).draft?.videos?.[decision.video]?.[key];
	const document =
		parsed ?? parseDocument(source.text.replaceAll("\r\n", "\n"), { ...LANGUAGE, logLevel: "silent" });
	const map = document.getIn(["videos", decision.video, key], true);
	if (entry === undefined || !isMap(map)) return undefined;
	const { title, description, tags, approve } = entry;
	const digest = reviewDigest(approve, { title, description, tags } as ClipWords);
	const wanted: Readonly<Record<string, unknown>> = {
		...defined({ approve: decision.approve }),
		...decision.words,
		...defined({ trim: decision.trim }),
	};
	for (const [name, value] of Object.entries(wanted)) put(document, map, [name, value]);
	const after = written(document);
	return {
		after: source.text.includes("\r\n") ? after.replaceAll("\n", "\r\n") : after,
		same: entry.bind === decision.bind && digest === decision.seen,
		document,
	};
}

/** Keeps the comments around a value. */
function put(document: ClipsDocument, map: YAMLMap, [name, value]: readonly [string, unknown]): void {
	if (value === "open" || value === "" || (Array.isArray(value) && value.length === 0)) {
		map.delete(name);
		return;
	}
	const before = map.get(name, true);
	const node = document.createNode(value, { flow: true });
	if (before instanceof Scalar && node instanceof Scalar)
		Object.assign(node, { comment: before.comment, commentBefore: before.commentBefore });
	map.set(name, node);
}
