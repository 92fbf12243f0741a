import { type AddressText, parseAddress, videoAddress } from "./address.ts";
import type { Moment } from "./clip.ts";
import { momentKey } from "./review.ts";

/**
 * The name of one clip for people and patterns: `keynote.video.talk@83400-118000`, in milliseconds of the
 * source.
 */
export function clipName(address: string, moment: Moment): string {
	return `${address}@${momentKey(moment)}`;
}

/** What a name is about: all clips of a video or a rendition, one of them, or the clip of a post. */
export interface NamedClips {
	readonly video: AddressText;
	/** Absent: all of them. */
	readonly moment?: Moment;
}

/** The clips that an address, or the name of a clip, is about. Undefined: it names none. */
export function parseClipName(text: string): NamedClips | undefined {
	const [, name = text, from, to] = /^(.*)@(\d+)-(\d+)$/.exec(text) ?? [];
	const address = parseAddress(name);
	if (address === undefined) return undefined;
	const video = videoAddress(address.campaign, address.video);
	if (address.kind === "post")
		return address.moment === "*" || from !== undefined ? undefined : { video, moment: address.moment };
	return from === undefined ? { video } : { video, moment: { from: Number(from), to: Number(to) } };
}
