import { suite } from "uvu";
import * as assert from "uvu/assert";
import { comparedUrl } from "../../src/model/video-url.ts";

const same: Readonly<Record<string, readonly string[]>> = {
	"the protocol, www, letter case, port and dots": [
		"https://cdn.example.com/a/talk.mp4",
		"http://cdn.example.com/a/talk.mp4",
		"HTTPS://CDN.Example.COM:443/a/talk.mp4",
		"http://cdn.example.com:80/a/b/../talk.mp4",
		"https://www.cdn.example.com./a/./talk.mp4",
		"https://user:secret@cdn.example.com/a/%74alk.mp4",
		"https://cdn.example.com/a/talk.mp4#t=30",
		"https://cdn.example.com/a/talk.mp4?utm_source=mail&fbclid=1",
		"https://cdn.example.com/a/talk.mp4/",
	],
	"the order and the spelling of parameters": [
		"https://example.com/get?name=a%20b&id=7",
		"https://example.com/get?id=7&name=a+b",
	],
	"a port that has to be said": ["https://example.com:8443/a.mp4", "https://www.example.com:8443/a.mp4"],
	YouTube: [
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ",
		"https://youtu.be/dQw4w9WgXcQ?si=abc&t=42",
		"https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s",
		"https://www.youtube.com/shorts/dQw4w9WgXcQ",
		"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3",
		"https://youtube.com/live/dQw4w9WgXcQ",
	],
	Vimeo: ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?h=8272103f6e"],
	"Google Drive": [
		"https://drive.google.com/file/d/1AbcDEFghijk_lmn-op/view?usp=sharing",
		"https://drive.google.com/open?id=1AbcDEFghijk_lmn-op",
		"https://drive.usercontent.google.com/download?export=download&id=1AbcDEFghijk_lmn-op",
	],
	Dropbox: [
		"https://www.dropbox.com/s/abc123/talk.mp4?dl=0",
		"https://dl.dropboxusercontent.com/s/abc123/talk.mp4?raw=1",
	],
	Loom: [
		"https://www.loom.com/share/0123456789abcdef0123456789abcdef?sid=1",
		"https://www.loom.com/embed/0123456789abcdef0123456789abcdef",
	],
	Twitch: ["https://www.twitch.tv/videos/1234567", "https://player.twitch.tv/?video=v1234567&parent=a"],
	Dailymotion: ["https://www.dailymotion.com/video/x8abcde", "https://dai.ly/x8abcde"],
};

const other: Readonly<Record<string, readonly [string, string]>> = {
	"another path": ["https://example.com/a.mp4", "https://example.com/b.mp4"],
	"a path in other letters": ["https://example.com/A.mp4", "https://example.com/a.mp4"],
	"another port": ["https://example.com:8443/a.mp4", "https://example.com/a.mp4"],
	"another parameter": ["https://example.com/get?id=7", "https://example.com/get?id=8"],
	"a fragment that names the video": ["https://example.com/#!a", "https://example.com/#!b"],
	"an escaped slash": ["https://example.com/a%2Fb.mp4", "https://example.com/a/b.mp4"],
	"another YouTube video": ["https://youtu.be/dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcR"],
	"a page of another site that looks like it": [
		"https://youtube.com.example.com/watch?v=dQw4w9WgXcQ",
		"https://youtube.com/watch?v=dQw4w9WgXcQ",
	],
};

const urls = suite("addresses of videos");
for (const [title, forms] of Object.entries(same)) {
	urls(`${title} make no other video`, () => {
		const compared = new Set(forms.map(comparedUrl));
		assert.is(compared.size, 1, [...compared].join("\n"));
		for (const each of compared) assert.is(comparedUrl(each), each);
	});
}
for (const [title, [a, b]] of Object.entries(other))
	urls(`${title} is another video`, () => assert.is.not(comparedUrl(a), comparedUrl(b)));
urls("what is no web address is left as it is", () => {
	for (const text of ["talk", "file:///talk.mp4", "://", "s3://bucket/talk.mp4"])
		assert.is(comparedUrl(text), text);
});
urls.run();
