/**
 * An address as it is compared with another one: two that lead to the same video are equal. What tells
 * nothing of the video is left out: `http` or `https`, `www.`, the port that goes without saying, the order
 * of parameters, parameters that follow a visitor, where to begin to play, and the several forms that the
 * pages of video sites have. Anything that is no web address is left as it is.
 */
export function comparedUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !WEB.has(url.protocol)) return text;
	const host = hostOf(url);
	const parameters = [...url.searchParams].filter(([name]) => !isTracking(name));
	const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
	const rest = query.length > 0 ? `?${query.join("&")}` : "";
	const address = `${host}${pathOf(url)}${rest}`;
	for (const [page, form] of VIDEO_PAGES) {
		const id = form.exec(address)?.[1];
		if (id !== undefined) return `https://${page}${id}`;
	}
	return `https://${address}${PLAY_FROM.test(url.hash) ? "" : url.hash}`;
}

const WEB: ReadonlySet<string> = new Set(["https:", "http:"]);

/** A port that the protocol means anyway is no part of it. */
function hostOf({ host }: URL): string {
	return host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");
}

/** `%74` and `t` are the same letter (RFC 3986, 6.2.2); a slash at the end says nothing. */
function pathOf({ pathname }: URL): string {
	const letters = pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
		const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
		return /[A-Za-z0-9._~-]/.test(letter) ? letter : code.toUpperCase();
	});
	return letters.replace(/\/+$/, "");
}

function encode(text: string): string {
	return encodeURIComponent(text);
}

/** A place in the video, or a text on its page (media fragments of the W3C, and text fragments). */
const PLAY_FROM = /^#?(?:(?:t|xywh|track)=[^/!]*|:~:.*)?$/;

function isTracking(name: string): boolean {
	return name.startsWith("utm_") || TRACKING.has(name);
}

const TRACKING: ReadonlySet<string> = new Set([
	...["fbclid", "gclid", "dclid", "msclkid", "igshid", "mc_cid", "mc_eid", "ref_src"],
]);

/** The page of a video and the forms of its address: the first group is the video's id. */
const VIDEO_PAGES: readonly (readonly [page: string, form: RegExp])[] = [
	["youtube.com/watch?v=", /^(?:(?:m|music)\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{6,})/],
	[
		"youtube.com/watch?v=",
		/^(?:(?:m|music)\.)?youtube(?:-nocookie)?\.com\/(?:shorts|embed|live|v)\/([\w-]{6,})/,
	],
	["youtube.com/watch?v=", /^youtu\.be\/([\w-]{6,})/],
	[
		"vimeo.com/",
		/^(?:player\.)?vimeo\.com\/(?:video\/|channels\/[^/?]+\/|groups\/[^/?]+\/videos\/)?(\d{5,})\b/,
	],
	["drive.google.com/file/d/", /^drive\.google\.com\/file\/d\/([\w-]{10,})/],
	[
		"drive.google.com/file/d/",
		/^drive(?:\.usercontent)?\.google\.com\/(?:open|uc|download)\?(?:[^#]*&)?id=([\w-]{10,})/,
	],
	["dropbox.com/", /^(?:dropbox\.com|dl\.dropboxusercontent\.com)\/((?:s|scl\/fi)\/[^?#]+)/],
	["loom.com/share/", /^loom\.com\/(?:share|embed)\/([0-9a-f]{16,})/],
	["twitch.tv/videos/", /^(?:m\.)?twitch\.tv\/videos\/(\d+)/],
	["twitch.tv/videos/", /^player\.twitch\.tv\/?\?(?:[^#]*&)?video=v?(\d+)/],
	["dailymotion.com/video/", /^(?:dailymotion\.com\/(?:embed\/)?video|dai\.ly)\/([a-z0-9]{5,})/i],
];
