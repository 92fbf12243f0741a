import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
	type Address,
	type AddressText,
	campaignOf,
	formatAddress,
	matchAddress,
	parseAddress,
	videoOf,
	withoutMoment,
} from "../../src/model/address.ts";
import { parseClipName } from "../../src/model/clip-name.ts";

const VIDEO: Address = { kind: "video", campaign: "k", video: "talk" };
const SMALL: Address = { kind: "rendition", campaign: "k", video: "talk", item: "small" };
const POST = {
	kind: "post",
	campaign: "k",
	video: "talk",
	item: "shorts",
	account: "tube",
	moment: { from: 83_400, to: 118_000 },
	occurrence: 1,
} as const;

const written: Record<string, Address> = {
	"k.video.talk": VIDEO,
	"k.rendition.talk.small": SMALL,
	'k.post.shorts["talk@83400-118000"].tube': POST,
	'k.post.shorts["talk@*"].tube': { ...POST, moment: "*" },
	'k.post.shorts["talk@83400-118000#2"].tube': { ...POST, occurrence: 2 },
	'k.post.shorts["talk@*#100"].tube': { ...POST, moment: "*", occurrence: 100 },
	'lost.post.01J["lost@0-5"].twitter:a.b c': {
		...POST,
		...{ campaign: "lost", item: "01J", video: "lost", account: "twitter:a.b c", moment: { from: 0, to: 5 } },
	},
};

const forms = suite("the written form of an address");

for (const [text, address] of Object.entries(written))
	forms(`${text} is parsed and written`, () => {
		assert.equal(parseAddress(text), address);
		assert.is(formatAddress(address), text);
	});

for (const text of [
	"",
	"k",
	"k.video",
	"k.video.",
	"k.video.a.b",
	"k.rendition.talk",
	"k.rendition.talk.a.b",
	"k.post.shorts",
	'k.post.shorts["talk@83400"].tube',
	'k.post.shorts["talk@83400-118000"]',
	'k.post.shorts["talk@083400-118000"].tube',
	'k.post.shorts["talk@83400-118000#1"].tube',
	'k.post.shorts["talk@83400-118000#0"].tube',
	'k.post.shorts["talk@83400-118000#02"].tube',
	"k.account.tube",
])
	forms(`\`${text}\` is no address`, () => assert.is(parseAddress(text), undefined));

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/);
const ms = fc.nat({ max: 1e12 });
const plainRecord = <Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
	fc.record(fields, { noNullPrototype: true });
const address: fc.Arbitrary<Address> = fc.oneof(
	plainRecord({ kind: fc.constant("video" as const), campaign: name, video: name }),
	plainRecord({ kind: fc.constant("rendition" as const), campaign: name, video: name, item: name }),
	plainRecord({
		kind: fc.constant("post" as const),
		campaign: name,
		video: name,
		item: name,
		account: name,
		moment: fc.oneof(fc.constant("*" as const), plainRecord({ from: ms, to: ms })),
		occurrence: fc.integer({ min: 1, max: 100 }),
	}),
);

forms("every address reads back as what was written", () => {
	fc.assert(fc.property(address, (each) => assert.equal(parseAddress(formatAddress(each)), each)));
});
forms.run();

const parts = suite("parts of an address");

parts("a post and a rendition are made of the clips of a video", () => {
	assert.equal(
		Object.keys(written).map((text) => videoOf(text as AddressText)),
		[undefined, ...Array.from({ length: 5 }, () => "k.video.talk"), "lost.video.lost"],
	);
});

parts("all posts of a target have one address without a moment", () => {
	const [video, small, ...posts] = Object.keys(written).map((text) => withoutMoment(text as AddressText));
	assert.equal([video, small], ["k.video.talk", "k.rendition.talk.small"]);
	assert.equal(
		[...new Set(posts)],
		['k.post.shorts["talk@*"].tube', 'lost.post.01J["lost@*"].twitter:a.b c'],
	);
});

parts("its campaign comes first", () => {
	assert.equal(
		new Set(Object.keys(written).map((text) => campaignOf(text as AddressText))),
		new Set(["k", "lost"]),
	);
});

parts("the clips of a video or a rendition, one of them, and the clip of a post have names", () => {
	const moment = { from: 83_400, to: 118_000 };
	const named: Record<string, ReturnType<typeof parseClipName>> = {
		"k.video.talk": { video: "k.video.talk" as AddressText },
		"k.video.talk@83400-118000": { video: "k.video.talk" as AddressText, moment },
		"k.rendition.talk.small@83400-118000": { video: "k.video.talk" as AddressText, moment },
		'k.post.shorts["talk@83400-118000"].tube': { video: "k.video.talk" as AddressText, moment },
		'k.post.shorts["talk@*"].tube': undefined,
		"k.video.talk@83400": undefined,
		talk: undefined,
	};
	assert.equal(Object.fromEntries(Object.keys(named).map((text) => [text, parseClipName(text)])), named);
});
parts.run();

const globs = suite("globs of addresses");

const post = 'k.post.shorts["talk@83400-118000"].tube';
for (const [glob, text, expected] of [
	["k", post, true],
	["k.post.shorts", post, true],
	["k.post.sho", post, false],
	["*.tube", post, true],
	['k.post.shorts["talk@*"].tube', post, true],
	[post, post, true],
	["k.video.tal?", "k.video.talk", true],
	["k.rendition", "k.rendition.talk.small", true],
	["k.video.talk", "k.rendition.talk.small", false],
] as const)
	globs(`\`${glob}\` ${expected ? "names" : "does not name"} ${text}`, () =>
		assert.is(matchAddress(glob, text), expected),
	);
globs.run();
