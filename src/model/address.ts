import type { Branded } from "./brand.ts";
import type { Moment } from "./clip.ts";

/** The stable name of one wanted thing, for example `keynote.video.talk` or `keynote.post.shorts["talk@83400-118000"].youtube-main`. */
export type AddressText = Branded<string, "Address">;

/** `<campaign>.video.<name>`: one clipping task. */
export function videoAddress(campaign: string, video: string): AddressText {
	return `${campaign}.video.${video}` as AddressText;
}

/** `<campaign>.rendition.<video>.<name>`: one further rendering of a video's clips. */
export function renditionAddress(campaign: string, video: string, name: string): AddressText {
	return `${campaign}.rendition.${video}.${name}` as AddressText;
}

/** Where one post entry goes: names, not ids. */
export interface TargetName {
	readonly campaign: string;
	readonly post: string;
	readonly video: string;
	readonly account: string;
}

/** `<campaign>.post.<name>["<video>@<from>-<to>"].<account>`: one clip to one account. Milliseconds in the source. */
export function postAddress(target: TargetName, moment: Moment): AddressText {
	return addressOf(target, `${moment.from}-${moment.to}`);
}

/** The same while the clips are not known: `["<video>@*"]`. */
export function unknownPostAddress(target: TargetName): AddressText {
	return addressOf(target, "*");
}

function addressOf({ campaign, post, video, account }: TargetName, clip: string): AddressText {
	return `${campaign}.post.${post}["${video}@${clip}"].${account}` as AddressText;
}

/** A post's address without its moment: what stays the same when the clips change. */
export function stem(address: string): string {
	return address.replace(/\["([^"@]*)@[^"]*"\]/, '["$1@"]');
}
