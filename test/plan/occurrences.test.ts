import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AddressText, addressOfOccurrence } from "../../src/model/address.ts";
import type { Schedule } from "../../src/model/campaign.ts";
import { defined } from "../../src/model/defined.ts";
import type { PostedElsewhere } from "../../src/model/elsewhere.ts";
import type { LedgerEntry, PostState } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	campaign,
	clip,
	ledgerOf,
	post,
	postRequest,
	posted as settled,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const FIRST = ledgerOf().address;
const SECOND = addressOfOccurrence(FIRST, 2);

interface Given {
	readonly repeat?: number;
	readonly top?: number;
	readonly ledger?: readonly LedgerEntry[];
	readonly posted?: readonly AddressText[];
	readonly elsewhere?: readonly PostedElsewhere[];
	readonly also?: Parameters<typeof post>[0];
	readonly state?: false;
	/** The `repeat` that its posts were sent with. */
	readonly sentWith?: number;
	/** It has no schedule, and perhaps one fixed time. */
	readonly untimed?: true | string;
}

const entry = (address: AddressText, operation: string, over: Partial<LedgerEntry> = {}): LedgerEntry => ({
	...ledgerOf(clip(0), { operation }),
	address,
	...over,
});
const elsewhere = (address: AddressText, operation: string): PostedElsewhere => ({
	...entry(address, operation),
	elsewhere: { workspace: "d4e5f6" },
});
const named = (name: string) => FIRST.replace("shorts", name) as AddressText;

const place = { file: "k.campaign.yaml", line: 1, column: 1 };
const HOURS = ["06:00", "12:00", "18:00"];
const often: Schedule = {
	...{ name: "often", place, timezone: "UTC", except: [], missed: { kind: "skip" } },
	slots: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, HOURS])),
};

function planned({
	repeat = 1,
	top = 1,
	ledger = [],
	posted = [],
	elsewhere: others = [],
	also,
	state,
	untimed,
	sentWith,
}: Given) {
	const timed = untimed === undefined ? { schedule: "often" } : {};
	const at = typeof untimed === "string" ? { at: { wall: untimed, place } } : {};
	const posts = [
		post({ clips: { top }, repeat, ...timed, ...at }),
		...(also ? [post({ clips: { top }, ...also })] : []),
	];
	const made = posted.map((address): [AddressText, PostState] => [
		address,
		settled(clip(0), { request: postRequest(clip(0), defined({ repeat: sentWith })) }),
	]);
	const resources = { ...(state !== false && { [TALK]: settledVideo() }), ...Object.fromEntries(made) };
	const given = world({
		campaigns: [campaign({ videos: [video()], posts, schedules: { often } })],
		state: snapshot(resources, { ledger }),
	});
	const { changes } = plan({
		...given,
		observed: { ...given.observed, accounts: [ACCOUNT], elsewhere: others },
	});
	return changes
		.filter(({ action }) => action !== "submit")
		.map((change) => {
			const more = change.action === "publish-bounded" ? ` at most ${change.atMost}` : "";
			const remedy = change.action === "attention" ? ` ${change.remedy.code}` : "";
			return `${change.action} ${change.address}${more}${remedy}`;
		});
}

const own = { ledger: [entry(FIRST, "op-1")], posted: [FIRST] };
const cases: Readonly<Record<string, [Given, readonly string[]]>> = {
	"once, nothing is written after the moment": [{}, [`publish ${FIRST}`]],
	"twice, each post has an address of its own": [{ repeat: 2 }, [`publish ${FIRST}`, `publish ${SECOND}`]],
	"each clip goes once before one goes twice": [
		{ repeat: 2, top: 2 },
		[1, 2].flatMap((occurrence) =>
			[0, 1].map((index) => {
				const { moment } = clip(index);
				return `publish k.post.shorts["talk@${moment.from}-${moment.to}${occurrence === 1 ? "" : "#2"}"].tube`;
			}),
		),
	],
	"a rise to two posts the moment once more": [{ repeat: 2, ...own }, [`publish ${SECOND}`]],
	"and after that nothing": [
		{ repeat: 2, ledger: [entry(FIRST, "op-1"), entry(SECOND, "op-2")], posted: [FIRST, SECOND] },
		[],
	],
	"a fall to one forgets nothing": [
		{ ledger: [entry(FIRST, "op-1"), entry(SECOND, "op-2")], posted: [FIRST, SECOND] },
		[],
	],
	"a post of another name is an earlier one": [
		{ repeat: 2, ledger: [entry(named("other"), "op-1")] },
		[`publish ${SECOND}`],
	],
	"two of other names are all there may be": [
		{ repeat: 2, ledger: [entry(named("other"), "op-1"), entry(named("third"), "op-2")] },
		[`attention ${FIRST} declare-moved`],
	],
	"nothing is said of the first where the second is posted and another name took its place": [
		{ repeat: 2, ledger: [entry(SECOND, "op-1"), entry(named("other"), "op-2")], posted: [SECOND] },
		[],
	],
	"two posts of before that claim the first count as two": [
		{ repeat: 3, ledger: [entry(named("other"), "op-1"), entry(named("third"), "op-2")] },
		[`publish ${addressOfOccurrence(FIRST, 3)}`],
	],
	"a post of another workspace is an earlier one": [
		{ repeat: 2, elsewhere: [elsewhere(FIRST, "op-9")] },
		[`publish ${SECOND}`],
	],
	"the second of another workspace leaves the first": [
		{ repeat: 2, elsewhere: [elsewhere(SECOND, "op-9")] },
		[`publish ${FIRST}`],
	],
	"what another workspace made the second of asks nothing": [
		{ repeat: 2, ...own, elsewhere: [elsewhere(SECOND, "op-9")] },
		[],
	],
	"two posts of one moment in a plan are two occurrences": [
		{ repeat: 2, also: { name: "again", repeat: 2 } },
		[`attention ${named("again")} choose-other-clips`, `publish ${FIRST}`, `publish ${SECOND}`],
	],
	"another resolution of a moment is the same moment": [
		{ also: { name: "large", resolution: "1080p" } },
		[`attention ${named("large")} one-moment`, `publish ${FIRST}`],
	],
	"at once, or at one fixed time, only the first goes": [
		{ repeat: 3, untimed: true },
		[`attention ${SECOND} time-occurrence`, `publish ${FIRST}`],
	],
	"the same at a fixed time": [
		{ repeat: 2, untimed: "2026-11-25T09:00" },
		[`attention ${SECOND} time-occurrence`, `publish ${FIRST}`],
	],
	"a rise without a time is meant now": [{ repeat: 2, untimed: true, ...own }, [`publish ${SECOND}`]],
	"a rise by two asks for the time of the second": [
		{ repeat: 3, untimed: true, ...own },
		[`attention ${addressOfOccurrence(FIRST, 3)} time-occurrence`, `publish ${SECOND}`],
	],
	"what was asked for from the beginning still needs its time": [
		{ repeat: 2, untimed: true, ...own, sentWith: 2 },
		[`attention ${SECOND} time-occurrence`],
	],
	"a rise does so where another workspace made the first of the same name": [
		{ repeat: 2, untimed: true, elsewhere: [elsewhere(FIRST, "op-9")] },
		[`attention ${SECOND} time-occurrence`],
	],
	"a second post entry needs none": [
		{ untimed: true, also: { name: "again", repeat: 2 } },
		[`publish ${FIRST}`, `publish ${addressOfOccurrence(named("again"), 2)}`],
	],
	"the first where only the second is known is posted too": [
		{ repeat: 2, ledger: [entry(SECOND, "op-1")], posted: [SECOND] },
		[`publish ${FIRST}`],
	],
	"before the clips are known, each counts as often": [
		{ repeat: 2, top: 3, state: false },
		['publish-bounded k.post.shorts["talk@*"].tube at most 6'],
	],
};

const occurrences = suite("how often a moment may be posted");
for (const [title, [given, expected]] of Object.entries(cases))
	occurrences(title, () => assert.equal(planned(given), expected));
occurrences.run();
