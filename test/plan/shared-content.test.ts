import { suite } from "uvu";
import * as assert from "uvu/assert";
import { videoAddress } from "../../src/model/address.ts";
import type { SharedMoment } from "../../src/model/shared-content.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	campaign,
	clip,
	post,
	SOURCE,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const COPY: SourceIdentity = { kind: "file", sha256: "b".repeat(64) };
const COPY_KEY = `sha256:${"b".repeat(64)}`;
const OTHER = videoAddress("k", "copy");
const FIRST = 'k.post.shorts["talk@0-40000"].tube';
const UNCLEAR = { a: "aaaaaaaaaaaa", b: "bbbbbbbbbbbb" };

/** The first post, as its moment lies in the copy. */
const shared = (over: Partial<SharedMoment> = {}) =>
	({
		...{ address: FIRST, account: "youtube:acme", source: COPY_KEY, moment: { from: 0, to: 40_000 } },
		...over,
	}) as SharedMoment;

interface Given {
	readonly shared?: readonly SharedMoment[];
	/** Neither video was submitted. */
	readonly fresh?: true;
	readonly account?: string;
	readonly repeat?: number;
}

/** Action, address, reason and remedy of each change about a post, and the notes. */
function planned({ shared: found = [], fresh, account = "tube", repeat = 1 }: Given): readonly string[] {
	const target = { ...(post().targets[0] as ReturnType<typeof post>["targets"][number]), account };
	const posts = [
		post({ clips: { top: 1 } }),
		post({ name: "copies", from: "copy", clips: { top: 1 }, targets: [target], repeat }),
	];
	const settled = settledVideo([clip(0)]);
	const copied = {
		...settledVideo([clip(0, { title: "Copy" })]),
		request: { ...settled.request, source: COPY },
	};
	const given = world({
		campaigns: [campaign({ videos: [video(), video({ name: "copy" })], posts })],
		state: snapshot(fresh ? {} : { [TALK]: settled, [OTHER]: copied }),
	});
	const sources = { [TALK]: SOURCE, [OTHER]: COPY };
	const observed = { ...given.observed, sources, accounts: [ACCOUNT], elsewhere: [], shared: found };
	const { changes, notes = [] } = plan({ ...given, observed });
	return [
		...changes
			.filter(({ action }) => action !== "submit")
			.map((change) => {
				const remedy = change.action === "attention" ? ` ${change.remedy.code}` : "";
				return `${change.action} ${change.address} ${change.reason}${remedy}`;
			}),
		...notes.map(({ rule, address }) => `${rule} ${address}`),
	];
}

const POSTS = { first: `publish ${FIRST} clip-chosen`, copy: 'k.post.copies["copy@0-40000"].tube' };
const BOUNDED = [
	'publish-bounded k.post.shorts["talk@*"].tube clips-unknown',
	'publish-bounded k.post.copies["copy@*"].tube clips-unknown',
];
const whole = shared({ address: 'k.post.shorts["talk@*"].tube' as SharedMoment["address"] });
const back = shared({
	address: 'k.post.copies["copy@*"].tube' as SharedMoment["address"],
	source: `sha256:${"a".repeat(64)}`,
});

const cases: Readonly<Record<string, [Given, readonly string[]]>> = {
	"two sources of other contents are both posted": [{}, [POSTS.first, `publish ${POSTS.copy} clip-chosen`]],
	"a moment of the same content is posted once": [
		{ shared: [shared()] },
		[`attention ${POSTS.copy} moment-posted one-moment`, POSTS.first],
	],
	"another moment of the same content is posted": [
		{ shared: [shared({ moment: { from: 30_000, to: 70_000 } })] },
		[POSTS.first, `publish ${POSTS.copy} clip-chosen`],
	],
	"what is probably the same content is asked about": [
		{ shared: [shared({ unclear: UNCLEAR })] },
		[`attention ${POSTS.copy} moment-posted name-sources`, POSTS.first],
	],
	"what lies in its own source is not told": [
		{ shared: [{ ...whole, source: `sha256:${"a".repeat(64)}` }], fresh: true },
		BOUNDED,
	],
	"before units are spent it is told, at the later of the two": [
		{ shared: [whole, back], fresh: true },
		[...BOUNDED, 'same-content k.post.copies["copy@*"].tube'],
	],
};

const contents = suite("two sources of one content in one plan");
for (const [title, [given, expected]] of Object.entries(cases)) {
	contents(title, () => assert.equal(planned(given), expected));
}

contents.run();
