import { suite } from "uvu";
import * as assert from "uvu/assert";
import { postAddress } from "../../src/model/address.ts";
import type { LedgerEntry } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { campaign, clip, ledgerOf, post, settledVideo, snapshot, TALK, world } from "../builders/world.ts";

/** The remedy of the one post that is planned, given the moment that was posted before. */
function remedyOf(name: string, earlier: LedgerEntry, also: readonly string[] = []): string | undefined {
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
	return first?.action === "attention" ? `${first.reason}: ${first.remedy}` : first?.action;
}

const ANOTHER = /^moment-posted: Choose other clips, remove this post, or say `repeat: 2` in it/;
const moved = ledgerOf(clip(0, { moment: { from: 1, to: 40_001 } }));
const other = {
	...ledgerOf(),
	address: postAddress({ campaign: "k", item: "shorts", video: "speech", account: "old" }, clip(0).moment),
};
const cases: Record<string, [string | undefined, RegExp]> = {
	"names `moved` where the entry it was posted under is gone": [
		remedyOf("renamed", ledgerOf()),
		/say so at the top .*: `moved: \[\{ from: post\.shorts, to: post\.renamed \}\]`/,
	],
	"names every part that was renamed": [
		remedyOf("shorts", other),
		/`moved: \[\{ from: video\.speech, to: video\.talk \}, \{ from: account\.old, to: account\.tube \}\]`/,
	],
	"names no move where that entry still stands": [remedyOf("second", ledgerOf(), ["shorts"]), ANOTHER],
	"says that nothing is to be done where only the state forgot it": [
		remedyOf("shorts", ledgerOf()),
		/the state forgot all but that: nothing has to be done/,
	],
	"names other ways for a moment that is nearly the same": [remedyOf("shorts", moved), ANOTHER],
};

const remedy = suite("the remedy for a moment that was posted before");
for (const [title, [text, expected]] of Object.entries(cases))
	remedy(title, () => assert.match(text ?? "", expected));
remedy.run();
