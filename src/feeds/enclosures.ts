import type { UnusableItem } from "../model/feed.ts";
import { addressIn } from "./address.ts";
import type { Enclosure, Entry } from "./entries.ts";

const VIDEO_NAME = /\.(mp4|m4v|mov|webm|mkv|avi)$/i;
const SOUND_NAME = /\.(mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i;

/** The largest video that an entry names, or why there is none. */
export function videoOf({ enclosures, base }: Entry): { readonly url: string } | UnusableItem["why"] {
	const videos = enclosures.filter(isVideo);
	const usable = videos.flatMap((each) => {
		const url = addressIn(each.url, base);
		return url === undefined ? [] : [{ url, size: each.size ?? 0 }];
	});
	const [first] = usable.sort((a, b) => b.size - a.size);
	if (first !== undefined) return { url: first.url };
	if (videos.length > 0) return "bad-address";
	return enclosures.some(isSound) ? "sound-only" : "no-video";
}

function isVideo({ url, type = "" }: Enclosure): boolean {
	if (/^video\//i.test(type)) return true;
	return (
		(type === "" || /octet-stream|^application\/(mp4|x-mpegurl)$/i.test(type)) && VIDEO_NAME.test(pathOf(url))
	);
}

function isSound({ url, type = "" }: Enclosure): boolean {
	return /^audio\//i.test(type) || SOUND_NAME.test(pathOf(url));
}

function pathOf(url: string): string {
	return url.replace(/[?#].*$/s, "");
}

const FORMATS = [/vtt/i, /srt|subrip/i, /json/i];

/** Where a transcript with times is: WebVTT before SubRip before JSON. */
export function transcriptOf({ transcripts, base }: Entry): string | undefined {
	for (const format of FORMATS) {
		const found = transcripts.find(({ url, type }) => format.test(type ?? pathOf(url)));
		if (found !== undefined) return addressIn(found.url, base);
	}
	return undefined;
}
