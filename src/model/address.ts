import type { Branded } from "./brand.ts";
import type { Moment } from "./clip.ts";

/** The stable name of one wanted thing, for example `keynote.video.talk` or `keynote.post.shorts["talk@83400-118000"].youtube-main`. */
export type Address = Branded<string, "Address">;

/** `<campaign>.video.<name>`: one clipping task. */
export function videoAddress(campaign: string, video: string): Address {
	return `${campaign}.video.${video}` as Address;
}

/** `<campaign>.post.<name>["<video>@<from>-<to>"].<account>`: one clip to one account. Milliseconds in the source. */
export function postAddress(campaign: string, post: string, clip: { readonly video: string; readonly moment: Moment }, account: string): Address {
	return `${postGroup(campaign, post)}["${clip.video}@${clip.moment.from}-${clip.moment.to}"].${account}` as Address;
}

/** The same while the clips are not known: `["<video>@*"]`. */
export function unknownPostAddress(campaign: string, post: string, video: string, account: string): Address {
	return `${postGroup(campaign, post)}["${video}@*"].${account}` as Address;
}

/** `<campaign>.post.<name>`: what all addresses of one post entry start with. */
export function postGroup(campaign: string, post: string): string {
	return `${campaign}.post.${post}`;
}
