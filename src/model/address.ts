import type { Branded } from "./brand.ts";
import type { Moment } from "./clip.ts";
import { matches } from "./glob.ts";
import { itemVideoName, writtenVideo } from "./item-video.ts";

/** What one wanted thing is called, in its parts. Its written form is an `AddressText`. */
export type Address = VideoAddress | RenditionAddress | PostAddress;

/**
 * `<campaign>.video.<video>`: one clipping task; of an item of a feed `<campaign>.video.<entry>["<key>"]`.
 */
export interface VideoAddress {
	readonly kind: "video";
	readonly campaign: string;
	readonly video: string;
}

/** `<campaign>.rendition.<video>.<item>`: one further rendering of a video's clips. */
export interface RenditionAddress {
	readonly kind: "rendition";
	readonly campaign: string;
	readonly video: string;
	/** The rendition's name. */
	readonly item: string;
}

/** Where one post entry goes: names, not ids. */
export interface TargetAddress {
	readonly campaign: string;
	readonly video: string;
	/** The post's name. */
	readonly item: string;
	readonly account: string;
}

/** `<campaign>.post.<item>["<video>@<from>-<to>"].<account>`: one clip to one account. */
export interface PostAddress extends TargetAddress {
	readonly kind: "post";
	/** `*` while the clips are not known. */
	readonly moment: Moment | "*";
	/** 1, or 2 and up for a further post of the same moment, which is written `#2` after it. */
	readonly occurrence: number;
}

/**
 * The written form, for example `keynote.video.talk` or
 * `keynote.post.shorts["talk@83400-118000"].youtube-main`: what state and JSON hold, and what maps have as
 * their keys.
 */
export type AddressText = Branded<string, "Address">;

/** The parts of an address. Undefined: it is none, or not written as `formatAddress` writes it. */
export function parseAddress(text: string): Address | undefined {
	const [, campaign = "", kind, rest = ""] = HEAD.exec(text) ?? [];
	if (kind === "post") return parsePost(campaign, rest);
	const [, entry, key, item] = NAMES.exec(rest) ?? [];
	if (entry === undefined) return undefined;
	const video = key === undefined ? entry : itemVideoName(entry, key);
	if (kind === "video") return item === undefined ? { kind, campaign, video } : undefined;
	return kind === "rendition" && item !== undefined ? { kind, campaign, video, item } : undefined;
}

const HEAD = /^([^.\s]+)\.(video|rendition|post)\.(.+)$/;
const NAMES = /^([^.\s"[\]@/]+)(?:\["([^.\s"[\]@/]+)"\])?(?:\.([^.\s"[\]@]+))?$/;
const POST =
	/^([^.\s"[\]@]+)\["([^.\s"[\]@]+)@(?:\*|(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14}))(?:#([2-9]|[1-9]\d{1,3}))?"\]\.(.+)$/;

function parsePost(campaign: string, rest: string): PostAddress | undefined {
	const [, item, video, from, to, occurrence = "1", account] = POST.exec(rest) ?? [];
	if (item === undefined || video === undefined || account === undefined) return undefined;
	const moment = from === undefined ? "*" : ({ from: Number(from), to: Number(to) } as const);
	return { kind: "post", campaign, video, item, account, moment, occurrence: Number(occurrence) };
}

/** Whether a word is meant as an address rather than as a file. */
export function looksLikeAddress(text: string): boolean {
	return /^[^./\\]+\.(?:video|post|rendition)\./.test(text);
}

/** The written form of an address. */
export function formatAddress(address: Address): AddressText {
	return written(address) as AddressText;
}

function written(address: Address): string {
	const { campaign, video } = address;
	if (address.kind === "video") return `${campaign}.video.${writtenVideo(video)}`;
	if (address.kind === "rendition") return `${campaign}.rendition.${writtenVideo(video)}.${address.item}`;
	return `${campaign}.post.${address.item}["${formatClip(address)}"].${address.account}`;
}

/**
 * What a post's address says of its clip: `talk@83400-118000`, or `talk@83400-118000#2` for the second post
 * of it.
 */
export function formatClip({ video, moment, occurrence }: PostAddress): string {
	const span = moment === "*" ? moment : `${moment.from}-${moment.to}`;
	return `${video}@${span}${occurrence === 1 ? "" : `#${occurrence}`}`;
}

/** The address of a video. */
export function videoAddress(campaign: string, video: string): AddressText {
	return formatAddress({ kind: "video", campaign, video });
}

/** The address of a further rendering. */
export function renditionAddress(campaign: string, video: string, item: string): AddressText {
	return formatAddress({ kind: "rendition", campaign, video, item });
}

/**
 * The address of the first post of a moment to a target, or of a later one; of all its posts while the clips
 * are not known.
 */
export function postAddress(
	target: TargetAddress,
	moment: PostAddress["moment"],
	occurrence = 1,
): AddressText {
	return formatAddress({ kind: "post", ...target, moment, occurrence });
}

/**
 * The address a post had while its clips were not known: what stays the same when they change. Any other
 * address is itself.
 */
export function withoutMoment(text: AddressText): AddressText {
	const address = parseAddress(text);
	return address?.kind === "post" ? postAddress(address, "*") : text;
}

/** The address of another post of the same moment to the same target. Any other address is itself. */
export function addressOfOccurrence(text: AddressText, occurrence: number): AddressText {
	const address = parseAddress(text);
	return address?.kind === "post" ? formatAddress({ ...address, occurrence }) : text;
}

/** The campaign of an address. */
export function campaignOf(text: AddressText): string {
	return text.slice(0, text.indexOf("."));
}

/** Whether it is the address of a post. */
export function isPostAddress(text: string): boolean {
	return parseAddress(text)?.kind === "post";
}

/** The video whose clips a post or a rendition is made of. */
export function videoOf(text: AddressText): AddressText | undefined {
	const address = parseAddress(text);
	return address === undefined || address.kind === "video"
		? undefined
		: videoAddress(address.campaign, address.video);
}

/**
 * Whether a glob names an address, or something above it: `k.post.shorts` names all its posts, `k` the whole
 * campaign.
 */
export function matchAddress(glob: string, text: string): boolean {
	return text.startsWith(`${glob}.`) || text.startsWith(`${glob}[`) || matches(glob, text);
}
