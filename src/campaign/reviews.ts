import { withTimes } from "../model/asked-times.ts";
import type { Campaign, OfItems, Video } from "../model/campaign.ts";
import type { Moment } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { partsOfVideo } from "../model/item-video.ts";
import type { ClipReview, ClipWords } from "../model/review.ts";
import { movedVideo, ofFeedsIn } from "../model/video-move.ts";
import { type Draft, parseShape, type Shaped } from "../yaml/shape.ts";
import { diagnosed, type SourceText, type Words } from "../yaml/source.ts";
import { didYouMean } from "../yaml/suggest.ts";
import { type Trim, trimmedTimes, trimProblems } from "./added-clips.ts";
import type { ReviewedClip, ReviewedClips } from "./clips.gen.ts";
import { stretchOf } from "./friendly-values.ts";
import { validateClips } from "./validate-clips.gen.ts";

/** What a reviewed-clips file says about a campaign. */
export interface Reviews {
	/** By the name of the video; absent when there are errors. */
	readonly reviews?: NonNullable<Campaign["reviews"]>;
	/** The videos with the clips at other edges that it asks for. */
	readonly videos?: readonly Video[];
	/** The same for videos of items; absent when there are errors. */
	readonly trimmed?: OfItems["trimmed"];
	readonly diagnostics: readonly Diagnostic[];
}

/** A reviewed-clips file that fits its schema, or is told why it does not. */
export type ParsedReviews = Shaped<ReviewedClips>;

/** The text that was parsed last: who decides about a clip reads it several times in a row. */
let last: { readonly source: SourceText; readonly parsed: ParsedReviews } | undefined;

/** Reads a reviewed-clips file and checks all of it that can be checked without its campaign. */
export function parseReviews(source: SourceText): ParsedReviews {
	if (last?.source.text === source.text && last.source.file === source.file) return last.parsed;
	const parsed = parsedReviews(source);
	last = { source, parsed };
	return parsed;
}

function parsedReviews(source: SourceText): ParsedReviews {
	const parsed = parseShape<ReviewedClips>(source, validateClips);
	const { videos = {} } = parsed.draft ?? {};
	const misnamed = Object.entries(videos).flatMap(([video, clips]) =>
		Object.keys(clips ?? {})
			.filter((key) => momentOf(key) === undefined)
			.map((key) => diagnosed(badMoment(key), parsed.file.spot(["videos", video, key], "key"))),
	);
	const trims = trimProblems(trimsIn(parsed));
	return { ...parsed, diagnostics: [...parsed.diagnostics, ...misnamed, ...trims] };
}

function badMoment(key: string): Words {
	return {
		rule: "bad-moment",
		summary: "This does not name a clip",
		detail: `\`${key.slice(0, 60)}\` is not where a clip begins and ends, in milliseconds.`,
		hint: "Clips are named like 83400-118000; `showrun clips` writes them.",
	};
}

/** The moment a clip of the file is named by. */
export function momentOf(key: string): Moment | undefined {
	const [, from = "", to = ""] = /^(\d{1,10})-(\d{1,10})$/.exec(key) ?? [];
	return key !== `${Number(from)}-${Number(to)}` || Number(from) >= Number(to)
		? undefined
		: { from: Number(from), to: Number(to) };
}

/**
 * Reads a reviewed-clips file for its campaign. Decisions about a video the campaign does not have would be
 * lost, so they are errors.
 */
export function reviewsOf(
	source: SourceText,
	{ videos, moved, ofItems }: Pick<Campaign, "videos" | "moved" | "ofItems">,
): Reviews {
	const parsed = parseReviews(source);
	const known = [...videos, ...(ofItems?.videos ?? [])].map(({ name }) => name);
	const nameOf = (written: string) => renamed(written, { moved, ...defined({ ofItems }) });
	const isItem = isItemOf(ofItems);
	const isKnown = (name: string) => known.includes(name) || isItem(name);
	const entries = Object.entries(parsed.draft?.videos ?? {}).map(([written, clips = {}]) => ({
		written,
		name: nameOf(written),
		clips,
	}));
	const unknown = entries
		.filter(({ name, clips }) => !isKnown(name) && Object.values(clips).some((clip) => clip?.found !== false))
		.map(({ written }) =>
			diagnosed(unknownVideo(written, known), parsed.file.spot(["videos", written], "key")),
		);
	const diagnostics = [...parsed.diagnostics, ...unknown];
	if (hasErrors(diagnostics)) return { diagnostics };
	const all = new Map<string, readonly ClipReview[]>();
	for (const { written, name, clips } of entries)
		if (isKnown(name)) all.set(name, [...(all.get(name) ?? []), ...clipsOf(parsed, written, clips)]);
	const trimmed = trimmedTimes(trimsIn(parsed).map((each) => ({ ...each, video: nameOf(each.video) })));
	const withTrims = videos.map((video) =>
		withTimes(
			video,
			trimmed.filter((each) => each.video === video.name),
		),
	);
	const forItems = trimmed.filter(({ video }) => isItem(video));
	return { diagnostics, reviews: Object.fromEntries(all), videos: withTrims, trimmed: forItems };
}

/** Which items there are is for the state to say. */
function isItemOf(ofItems: OfItems | undefined): (video: string) => boolean {
	const isOfFeed = ofFeedsIn({ ...defined({ ofItems }) });
	return (video) => isOfFeed(partsOfVideo(video).entry) && partsOfVideo(video).key !== undefined;
}

/** The other edges that a file asks for. A refused clip is not made again. */
function trimsIn({ draft, file }: ParsedReviews): readonly Trim[] {
	return Object.entries(draft?.videos ?? {}).flatMap(([video, clips]) =>
		Object.entries(clips ?? {}).flatMap(([key, clip]): Trim[] => {
			const of = momentOf(key);
			if (of === undefined || clip?.trim === undefined || clip.approve === false) return [];
			return [{ video, of, to: stretchOf(clip.trim), spot: file.spot(["videos", video, key, "trim"]) }];
		}),
	);
}

/** The name a video has now, where entries of `moved` renamed it since. */
export function renamed(video: string, campaign: Pick<Campaign, "moved" | "ofItems">): string {
	const isOfFeed = ofFeedsIn(campaign);
	return campaign.moved.reduce((name, move) => movedVideo(name, move, isOfFeed), video);
}

function unknownVideo(name: string, known: readonly string[]): Words {
	return {
		rule: "unknown-video",
		summary: "Unknown video",
		detail: `The campaign has no video \`${name}\`, so what is decided about its clips would not count.`,
		hint: (
			`${didYouMean(name, known, "Videos")} If it was renamed, add to the top of the campaign: ` +
			`\`moved: [{ from: video.${name}, to: video.NAME }]\`. If it was removed, \`showrun clips\` puts this file in order.`
		).trim(),
	};
}

function clipsOf(
	{ file }: ParsedReviews,
	video: string,
	clips: Draft<Readonly<Record<string, ReviewedClip>>>,
): readonly ClipReview[] {
	return Object.entries(clips).flatMap(([key, clip]): ClipReview[] => {
		const moment = momentOf(key);
		if (moment === undefined || clip?.bind === undefined) return [];
		const { place } = file.spot(["videos", video, key], "key");
		const { bind, approve } = clip;
		return [
			defined({
				moment,
				place,
				bind,
				approve,
				words: wordsOf(clip),
				voided: clip.void?.approve === true,
			}),
		];
	});
}

function wordsOf({ title, description, tags }: Draft<ReviewedClip>): ClipWords {
	return defined({
		title,
		description,
		tags: tags?.filter((tag) => tag !== undefined).map((tag) => tag.replace(/^#/, "")),
	});
}
