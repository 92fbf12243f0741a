/** Feeds as different makers write them, after the examples of the specifications, and what each lists. */

/**
 * One feed. `items`: id, address of the video, title, and day and time; `unusable`: what is no item, and
 * why.
 */
export interface MadeFeed {
	readonly name: string;
	readonly text: string | Uint8Array;
	readonly type?: string;
	readonly items: readonly (readonly [
		id: string,
		url: string,
		title?: string | undefined,
		published?: string,
	])[];
	readonly unusable?: readonly (readonly [shown: string, why: string])[];
}

const NAMESPACES = `xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"`;

function rss(items: string, head = '<?xml version="1.0" encoding="UTF-8"?>'): string {
	return `${head}<rss version="2.0" ${NAMESPACES}><channel><title>Show</title><link>https://show.example/</link><description>About</description>${items}</channel></rss>`;
}

function atom(entries: string, attributes = ""): string {
	return `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" ${attributes}><title>Show</title><id>urn:show</id><updated>2026-11-01T00:00:00Z</updated>${entries}</feed>`;
}

const json = (items: object[], version = "1.1") =>
	JSON.stringify({ version: `https://jsonfeed.org/version/${version}`, title: "Show", items });

const VIDEO = '<enclosure url="https://cdn.example/1.mp4" length="123" type="video/mp4"/>';
const URL1 = "https://cdn.example/1.mp4";

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

export const MADE_FEEDS: readonly MadeFeed[] = [
	{
		name: "RSS 2.0",
		text: rss(
			`<item><title>One</title><link>https://show.example/1</link><guid isPermaLink="false">e1</guid><pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate>${VIDEO}</item>`,
		),
		items: [["e1", URL1, "One", "2026-11-03T10:00:00.000Z"]],
	},
	{
		name: "RSS 0.91, without guids or dates",
		text: `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>S</title><link>https://s.example</link><description>d</description><item><title>One</title><link>https://s.example/1</link>${VIDEO}</item></channel></rss>`,
		items: [["https://s.example/1", URL1, "One"]],
	},
	{
		name: "a guid that is the page",
		text: rss(`<item><guid>https://show.example/p/1</guid>${VIDEO}</item>`),
		items: [["https://show.example/p/1", URL1]],
	},
	{
		name: "neither guid nor link",
		text: rss(
			'<item><title>One</title><enclosure url="https://cdn.example/1.mp4?token=abc" type="video/mp4" length="1"/></item>',
		),
		items: [[URL1, "https://cdn.example/1.mp4?token=abc", "One"]],
	},
	{
		name: "a date in a zone, and one without a day of the week",
		text: rss(
			`<item><guid>a</guid><pubDate>03 Nov 2026 10:00:00 +0200</pubDate>${VIDEO}</item><item><guid>b</guid><pubDate>Tue, 3 Nov 26 10:00 EST</pubDate><enclosure url="https://cdn.example/2.mp4" type="video/mp4" length="1"/></item>`,
		),
		items: [
			["a", URL1, undefined, "2026-11-03T08:00:00.000Z"],
			["b", "https://cdn.example/2.mp4", undefined, "2026-11-03T15:00:00.000Z"],
		],
	},
	{
		name: "a date that is none",
		text: rss(`<item><guid>a</guid><pubDate>next Tuesday</pubDate>${VIDEO}</item>`),
		items: [["a", URL1]],
	},
	{
		name: "a title in CDATA, with markup and entities",
		text: rss(
			`<item><guid>a</guid><title><![CDATA[<b>Ann &amp; Bob</b> &#8211; live]]></title>${VIDEO}</item>`,
		),
		items: [["a", URL1, "Ann & Bob – live"]],
	},
	{
		name: "sound and video: the video",
		text: rss(
			`<item><guid>a</guid><enclosure url="https://cdn.example/1.mp3" type="audio/mpeg" length="9"/>${VIDEO}</item>`,
		),
		items: [["a", URL1]],
	},
	{
		name: "several videos: the largest",
		text: rss(
			'<item><guid>a</guid><media:content url="https://cdn.example/s.mp4" type="video/mp4" fileSize="10"/><media:content url="https://cdn.example/l.mp4" type="video/mp4" fileSize="99"/></item>',
		),
		items: [["a", "https://cdn.example/l.mp4"]],
	},
	{
		name: "media in a group, known by its medium",
		text: rss(
			'<item><guid>a</guid><media:group><media:content url="https://cdn.example/g" medium="video"/><media:content url="https://cdn.example/g.jpg" medium="image"/></media:group></item>',
		),
		items: [["a", "https://cdn.example/g"]],
	},
	{
		name: "sound alone",
		text: rss(
			'<item><guid>a</guid><title>Sound</title><enclosure url="https://cdn.example/1.m4a" type="audio/x-m4a" length="1"/></item>',
		),
		items: [],
		unusable: [["Sound", "sound-only"]],
	},
	{
		name: "no enclosure at all, and a picture",
		text: rss(
			'<item><guid>a</guid><title>News</title></item><item><guid>b</guid><title>Cover</title><enclosure url="https://cdn.example/c.jpg" type="image/jpeg" length="1"/></item>',
		),
		items: [],
		unusable: [
			["News", "no-video"],
			["Cover", "no-video"],
		],
	},
	{
		name: "a type that says nothing, and none",
		text: rss(
			'<item><guid>a</guid><enclosure url="https://cdn.example/1.mov?x=1" type="application/octet-stream" length="1"/></item><item><guid>b</guid><enclosure url="https://cdn.example/2.webm" type="" length="1"/></item>',
		),
		items: [
			["a", "https://cdn.example/1.mov?x=1"],
			["b", "https://cdn.example/2.webm"],
		],
	},
	{
		name: "addresses relative to the feed",
		text: rss('<item><guid>a</guid><enclosure url="/media/1.mp4" type="video/mp4" length="1"/></item>'),
		items: [["a", "https://feeds.example/media/1.mp4"]],
	},
	{
		name: "a podcast of today: season, people, transcript",
		text: rss(
			`<item><guid>a</guid><itunes:title>One</itunes:title><itunes:season>2</itunes:season><itunes:episode>7</itunes:episode><itunes:duration>1:02:03</itunes:duration><podcast:person role="guest">Ann</podcast:person><podcast:transcript url="https://cdn.example/1.json" type="application/json"/><podcast:transcript url="https://cdn.example/1.vtt" type="text/vtt"/><podcast:chapters url="https://cdn.example/c.json" type="application/json+chapters"/>${VIDEO}</item>`,
		),
		items: [["a", URL1, "One"]],
	},
	{
		name: "a podcast with a video as the alternate enclosure",
		text: rss(
			'<item><guid>a</guid><enclosure url="https://cdn.example/1.mp3" type="audio/mpeg" length="1"/><podcast:alternateEnclosure type="video/mp4" length="5"><podcast:source uri="https://cdn.example/alt.mp4"/></podcast:alternateEnclosure></item>',
		),
		items: [["a", "https://cdn.example/alt.mp4"]],
	},
	{
		name: "a guid twice",
		text: rss(
			`<item><guid>a</guid><title>One</title>${VIDEO}</item><item><guid>a</guid><title>Two</title><enclosure url="https://cdn.example/2.mp4" type="video/mp4" length="1"/></item>`,
		),
		items: [["a", URL1, "One"]],
		unusable: [["Two", "listed-twice"]],
	},
	{
		name: "other prefixes for the namespaces",
		text: `<?xml version="1.0"?><rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/"><channel><title>S</title><item><guid>a</guid><m:content url="https://cdn.example/1.mp4" type="video/mp4"/></item></channel></rss>`,
		items: [["a", URL1]],
	},
	{
		name: "a byte order mark and blanks in front",
		text: `\ufeff\n\n  ${rss(`<item><guid>a</guid>${VIDEO}</item>`, "")}`,
		items: [["a", URL1]],
	},
	{
		name: "windows-1252, as its declaration says",
		text: Buffer.from(
			rss(
				`<item><guid>a</guid><title>Caf\u00e9 \u00fcber</title>${VIDEO}</item>`,
				'<?xml version="1.0" encoding="windows-1252"?>',
			),
			"latin1",
		),
		items: [["a", URL1, "Café über"]],
	},
	{
		name: "letters that only windows-1252 has",
		text: Buffer.concat([
			Buffer.from(
				'<?xml version="1.0" encoding="windows-1252"?><rss version="2.0"><channel><item><guid>a</guid><title>',
			),
			Buffer.from([0x93, 0x80, 0x94]),
			Buffer.from(`</title>${VIDEO}</item></channel></rss>`),
		]),
		items: [["a", URL1, "“€”"]],
	},
	{
		name: "ISO-8859-1, as its content type says",
		text: Buffer.from(
			rss(`<item><guid>a</guid><title>Caf\u00e9</title>${VIDEO}</item>`, '<?xml version="1.0"?>'),
			"latin1",
		),
		type: "application/rss+xml; charset=ISO-8859-1",
		items: [["a", URL1, "Café"]],
	},
	{
		name: "UTF-16 with its mark",
		text: utf16(
			rss(
				`<item><guid>a</guid><title>日本語</title>${VIDEO}</item>`,
				'<?xml version="1.0" encoding="utf-16"?>',
			),
		),
		items: [["a", URL1, "日本語"]],
	},
	{
		name: "an encoding that nobody knows",
		text: rss(`<item><guid>a</guid>${VIDEO}</item>`, '<?xml version="1.0" encoding="klingon"?>'),
		items: [["a", URL1]],
	},
	{
		name: "control characters and direction marks in a title",
		text: rss(`<item><guid>a</guid><title>One\u202e two\u0007 &#27;[31m</title>${VIDEO}</item>`),
		items: [["a", URL1, "One two [31m"]],
	},
	{
		name: "an address that cannot be fetched",
		text: rss(
			'<item><guid>a</guid><title>Bad</title><enclosure url="javascript:alert(1)" type="video/mp4" length="1"/></item><item><guid>b</guid><title>Worse</title><enclosure url="https://ann:pw@cdn.example/1.mp4" type="video/mp4" length="1"/></item>',
		),
		items: [],
		unusable: [
			["Bad", "bad-address"],
			["Worse", "bad-address"],
		],
	},
	{
		name: "RDF (RSS 1.0)",
		text: '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://s.example/"><title>S</title></channel><item rdf:about="https://s.example/1"><title>One</title><link>https://s.example/1</link><dc:date>2026-11-03T10:00:00Z</dc:date><media:content url="https://cdn.example/1.mp4" type="video/mp4"/></item></rdf:RDF>',
		items: [["https://s.example/1", URL1, "One", "2026-11-03T10:00:00.000Z"]],
	},
	{
		name: "Atom",
		text: atom(
			'<entry><id>urn:1</id><title type="html">One &amp;amp; two</title><link rel="alternate" href="https://s.example/1"/><link rel="enclosure" type="video/mp4" href="https://cdn.example/1.mp4" length="5"/><published>2026-11-03T10:00:00+02:00</published><updated>2026-11-04T00:00:00Z</updated></entry>',
		),
		items: [["urn:1", URL1, "One & two", "2026-11-03T08:00:00.000Z"]],
	},
	{
		name: "Atom with a base of its own, and no date but that of the update",
		text: atom(
			'<entry><id>urn:1</id><title>One</title><link rel="enclosure" type="video/mp4" href="v/1.mp4"/><updated>2026-11-04T00:00:00Z</updated></entry>',
			'xml:base="https://cdn.example/shows/"',
		),
		items: [["urn:1", "https://cdn.example/shows/v/1.mp4", "One", "2026-11-04T00:00:00.000Z"]],
	},
	{
		name: "a channel of YouTube",
		text: atom(
			'<entry><id>yt:video:dQw4w9WgXcQ</id><yt:videoId>dQw4w9WgXcQ</yt:videoId><title>One</title><link rel="alternate" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"/><published>2026-11-03T10:00:00+00:00</published><updated>2026-11-05T00:00:00+00:00</updated><media:group><media:title>One</media:title><media:content url="https://www.youtube.com/v/dQw4w9WgXcQ?version=3" type="application/x-shockwave-flash"/><media:description>About it</media:description></media:group></entry>',
		),
		items: [
			["dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "One", "2026-11-03T10:00:00.000Z"],
		],
	},
	{
		name: "JSON Feed 1.1",
		text: json([
			{
				id: "1",
				url: "https://s.example/1",
				title: "One",
				date_published: "2026-11-03T10:00:00Z",
				attachments: [{ url: URL1, mime_type: "video/mp4", size_in_bytes: 5 }],
			},
		]),
		type: "application/feed+json",
		items: [["1", URL1, "One", "2026-11-03T10:00:00.000Z"]],
	},
	{
		name: "JSON Feed 1.0, with a number as id and an author",
		text: json(
			[
				{
					id: 7,
					title: "Seven",
					author: { name: "Ann" },
					attachments: [{ url: "https://cdn.example/7.mp4", mime_type: "video/mp4" }],
				},
			],
			"1",
		),
		items: [["7", "https://cdn.example/7.mp4", "Seven"]],
	},
	{
		name: "an empty feed",
		text: rss(""),
		items: [],
	},
	{
		name: "upper case, comments and processing instructions",
		text: `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><!-- made by hand --><rss version="2.0"><channel><title>S</title><!-- <item/> --><item><guid>a</guid><enclosure url="https://cdn.example/1.MP4" type="VIDEO/MP4" length="1"/></item></channel></rss>`,
		items: [["a", "https://cdn.example/1.MP4"]],
	},
	{
		name: "a service that counts in front of the address",
		text: rss(
			'<item><guid>a</guid><enclosure url="https://count.example/redirect.mp4/cdn.example/1.mp4?utm_source=feed" type="video/mp4" length="1"/></item>',
		),
		items: [["a", "https://count.example/redirect.mp4/cdn.example/1.mp4?utm_source=feed"]],
	},
];
