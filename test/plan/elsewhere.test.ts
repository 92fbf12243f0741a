import { suite } from "uvu";
import * as assert from "uvu/assert";
import { postAddress } from "../../src/model/address.ts";
import type { PostedElsewhere } from "../../src/model/elsewhere.ts";
import type { Snapshot } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	ACCOUNT,
	campaign,
	clip,
	ledgerOf,
	post,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

/** The first clip, posted by another workspace under names of its own. */
function elsewhere(over: Partial<PostedElsewhere["elsewhere"]> = {}): PostedElsewhere {
	return { ...ledgerOf(clip(0), { operation: "op-elsewhere" }), elsewhere: { workspace: "d4e5f6", ...over } };
}

const OTHER_NAME = postAddress(
	{ campaign: "other", item: "clips", video: "talk", account: "tube" },
	clip(0).moment,
);

interface Given {
	readonly posted: readonly PostedElsewhere[];
	readonly repeat?: number;
	readonly state?: Snapshot;
}

/** Action, reason and remedy of each change about a post, and the rules of the notes. */
function planned({
	posted,
	repeat = 1,
	state = snapshot({ [TALK]: settledVideo() }),
}: Given): readonly string[] {
	const given = world({ campaigns: [campaign({ posts: [post({ clips: { top: 1 }, repeat })] })], state });
	const { changes, notes = [] } = plan({
		...given,
		observed: { ...given.observed, accounts: [ACCOUNT], elsewhere: posted },
	});
	return [
		...changes
			.filter(({ action }) => action !== "submit")
			.map(
				(change) =>
					`${change.action} ${change.reason}${change.action === "attention" ? ` ${change.remedy.code}` : ""}`,
			),
		...notes.map(({ rule }) => rule),
	];
}

const unclear = { unclearAccounts: { before: "acc-1", now: "acc-2" } };
const unclearSources = { a: "aaaaaaaaaaaa", b: "bbbbbbbbbbbb" };
const unclearServices = { before: "https://a.example.com", now: "https://b.example.com" };
const forgotten = { forgotten: { by: "ann", reason: "deleted" } };
const cases: Readonly<Record<string, [Given, readonly string[]]>> = {
	"a moment that nobody posted is published": [{ posted: [] }, ["publish clip-chosen"]],
	"one that another workspace posted is not": [
		{ posted: [elsewhere()] },
		["attention moment-posted already-posted"],
	],
	"unless the post asks for it a second time": [
		{ posted: [{ ...elsewhere(), address: OTHER_NAME }], repeat: 2 },
		["publish clip-chosen"],
	],
	"an account under another id is asked about": [
		{ posted: [elsewhere(unclear)] },
		["attention moment-posted name-accounts"],
	],
	"an account of another address of the service is asked about": [
		{ posted: [elsewhere({ unclearServices })] },
		["attention moment-posted name-services"],
	],
	"so is one of two that fill a moment which may be posted twice": [
		{ posted: [elsewhere(), { ...elsewhere(unclear), operation: "op-2" }], repeat: 2 },
		["attention moment-posted name-accounts", "attention moment-posted name-accounts"],
	],
	"the account is asked about before the source": [
		{ posted: [elsewhere({ unclearSources }), { ...elsewhere(unclear), operation: "op-2" }], repeat: 2 },
		["attention moment-posted name-accounts", "attention moment-posted name-accounts"],
	],
	"a source that is like it is asked about": [
		{ posted: [elsewhere({ unclearSources })] },
		["attention moment-posted name-sources"],
	],
	"nothing is asked where one of the posts is certain": [
		{ posted: [elsewhere({ unclearServices }), elsewhere()] },
		["attention moment-posted already-posted"],
	],
	"what a person took out of the ledger is published, and named": [
		{ posted: [elsewhere(forgotten)] },
		["publish clip-chosen", "forgotten-post"],
	],
	"before a video is submitted, what was posted of it is told": [
		{ posted: [elsewhere()], state: snapshot({}) },
		["publish-bounded clips-unknown", "moments-posted"],
	],
	"what was forgotten is not": [
		{ posted: [elsewhere(forgotten)], state: snapshot({}) },
		["publish-bounded clips-unknown"],
	],
	"nor is another video of the account": [
		{
			posted: [],
			state: snapshot({}, { ledger: [ledgerOf(clip(0), { source: `sha256:${"b".repeat(64)}` })] }),
		},
		["publish-bounded clips-unknown"],
	],
	"nor is a moment that may be posted once more": [
		{ posted: [], repeat: 2, state: snapshot({}, { ledger: [ledgerOf()] }) },
		["publish-bounded clips-unknown"],
	],
	"a moment that was posted as often as it may be is": [
		{
			posted: [],
			repeat: 2,
			state: snapshot({}, { ledger: [ledgerOf(), ledgerOf(clip(0), { operation: "op-2" })] }),
		},
		["publish-bounded clips-unknown", "moments-posted"],
	],
	"so is what this workspace posted itself": [
		{ posted: [], state: snapshot({}, { ledger: [ledgerOf(clip(0))] }) },
		["publish-bounded clips-unknown", "moments-posted"],
	],
};

const elsewhereTests = suite("what other workspaces posted");
for (const [title, [given, expected]] of Object.entries(cases)) {
	elsewhereTests(title, () => assert.equal(planned(given), expected));
}

elsewhereTests("the reason names the workspace and the file, and says nothing of another source", () => {
	const state = snapshot({ [TALK]: settledVideo() });
	const given = world({ campaigns: [campaign({ posts: [post({ clips: { top: 1 } })] })], state });
	const observed = { ...given.observed, elsewhere: [elsewhere({ file: "talk-2.mp4" })] };
	const [change] = plan({ ...given, observed }).changes;
	const { address, moment } = ledgerOf();
	assert.equal(change?.action === "attention" && change.reasonData, {
		...{ address, moment, workspace: "d4e5f6", file: "talk-2.mp4" },
	});
});
elsewhereTests.run();
