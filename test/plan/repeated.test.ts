import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, postAddress } from "../../src/model/address.ts";
import type { PostedElsewhere } from "../../src/model/elsewhere.ts";
import type { Remedy } from "../../src/model/remedy.ts";
import type { LedgerEntry } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { renamesSince } from "../../src/plan/repeated.ts";
import {
	campaign,
	clip,
	ledgerOf,
	post,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

/** The remedy of the one post that is planned, given the moment that was posted before. */
function remedyOf(name: string, earlier: LedgerEntry, also: readonly string[] = []): Remedy | undefined {
	const posts = [
		post({ name, clips: { top: 1 } }),
		...also.map((other) => post({ name: other, clips: { ranks: [7] } })),
	];
	const [first] = plan(
		world({
			campaigns: [campaign({ posts })],
			state: snapshot({ [TALK]: settledVideo() }, { ledger: [earlier] }),
		}),
	).changes;
	return first?.action === "attention" && first.reason === "moment-posted" ? first.remedy : undefined;
}

const ANOTHER = { code: "choose-other-clips", repeat: 2 } as const;
const moved = ledgerOf(clip(0, { moment: { from: 1, to: 40_001 } }));
const other = {
	...ledgerOf(),
	address: postAddress({ campaign: "k", item: "shorts", video: "speech", account: "old" }, clip(0).moment),
};
const cases: Record<string, [Remedy | undefined, Remedy]> = {
	"is a move where the entry it was posted under is gone": [
		remedyOf("renamed", ledgerOf()),
		{ code: "declare-moved", moves: [{ from: "post.shorts", to: "post.renamed" }] },
	],
	"is a move of every part that was renamed": [
		remedyOf("shorts", other),
		{
			code: "declare-moved",
			moves: [
				{ from: "video.speech", to: "video.talk" },
				{ from: "account.old", to: "account.tube" },
			],
		},
	],
	"is no move where that entry still stands": [remedyOf("second", ledgerOf(), ["shorts"]), ANOTHER],
	"is nothing to do where only the state forgot it": [
		remedyOf("shorts", ledgerOf()),
		{ code: "already-posted", repeat: 2 },
	],
	"is another choice for a moment that is nearly the same": [remedyOf("shorts", moved), ANOTHER],
};

const unreadable = { ...ledgerOf(), address: "posted by hand" as AddressText };
cases["is another choice where nobody can read what it was posted under"] = [
	remedyOf("shorts", unreadable),
	ANOTHER,
];

const renaming = suite("what was renamed between two addresses");
const declares = [
	campaign({ videos: [video(), video({ name: "second" })], posts: [post(), post({ name: "second" })] }),
];
const at = (item: string, of: string) =>
	postAddress({ campaign: "k", item, video: of, account: "tube" }, clip(0).moment);
const of = (campaign: string, item = "shorts") =>
	postAddress({ campaign, item, video: "talk", account: "tube" }, clip(0).moment);
const renames: Record<string, [AddressText, ReturnType<typeof renamesSince>, PostedElsewhere?]> = {
	"is a campaign that is gone, with the same entries": [
		of("before"),
		[{ from: "campaign.before", to: "campaign.k" }],
	],
	"is no campaign with other entries": [of("before", "others"), undefined],
	"is no campaign of another workspace": [
		of("before"),
		undefined,
		{ ...ledgerOf(), address: of("before"), elsewhere: { workspace: "a1b2c3" } },
	],
	"is no post that is still declared": [at("second", "talk"), undefined],
	"is no video that is still declared": [at("shorts", "second"), undefined],
	"is a post that is gone": [at("gone", "second"), [{ from: "post.gone", to: "post.shorts" }]],
	"is a video that is gone": [at("second", "gone"), [{ from: "video.gone", to: "video.talk" }]],
};
for (const [title, [address, expected, entry]] of Object.entries(renames))
	renaming(title, () =>
		assert.equal(renamesSince(at("shorts", "talk"), entry ?? { ...ledgerOf(), address }, declares), expected),
	);
renaming.run();

const remedy = suite("the remedy for a moment that was posted before");
for (const [title, [found, expected]] of Object.entries(cases))
	remedy(title, () => assert.equal(found, expected));
remedy.run();
