import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Change } from "../../src/model/plan.ts";
import type { Refusal, Snapshot } from "../../src/model/snapshot.ts";
import { plan } from "../../src/plan/plan.ts";
import { select } from "../../src/plan/select.ts";
import type { World } from "../../src/plan/world.ts";
import {
	ACCOUNT,
	addressOf,
	campaign,
	clip,
	NOW,
	post,
	postRequest,
	request,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../builders/world.ts";

const HOUR = 3_600_000;
const said = { operation: "op-9", at: epochMs(NOW - HOUR), message: "invalid (status 422)", times: 1 };
const ofVideo: Refusal = { ...said, kind: "submit", wanted: request() };
const later = epochMs(NOW + HOUR);

function refused(refusal: Partial<Refusal> = {}): Snapshot {
	return snapshot({}, { refusals: { [TALK]: { ...ofVideo, ...refusal } as Refusal } });
}

const onePost = [campaign({ posts: [post({ clips: { top: 1 } })] })];

/** A refused post, with the account it was for. */
function refusedPost(over: Partial<Refusal> = {}): Snapshot {
	const wanted = postRequest(clip(0), { recipe: "an older one" });
	const account = { id: ACCOUNT.id, expiring: false };
	const refusal = { ...said, kind: "publish", wanted, account, ...over } as Refusal;
	return snapshot({ [TALK]: settledVideo() }, { refusals: { [addressOf()]: refusal } });
}

/** What is to be done with the resource that was refused. */
function firstOf(given: World): string {
	const change = plan(given).changes.find(({ action }) => action !== "publish-bounded");
	return `${change?.action} ${change?.reason}`;
}

const credentials = (name: string): World => {
	const made = world({ state: refused({ credentials: "aaaa" }) });
	return { ...made, observed: { ...made.observed, credentials: name } };
};

const cases: Readonly<Record<string, [World, string]>> = {
	"a refused task is not sent again as it is": [world({ state: refused() }), "attention refused-before"],
	"one of another source is": [
		world({ state: refused(), source: { kind: "url", url: "https://x" } }),
		"submit absent",
	],
	"one with other settings is": [
		world({
			state: refused(),
			campaigns: [campaign({ videos: [video({ export: { resolution: "480p" } })] })],
		}),
		"submit absent",
	],
	"one that a person asks for is": [
		world({ state: refused(), options: { retry: (address) => address === TALK } }),
		"submit absent",
	],
	"a word about another address changes nothing": [
		world({ state: refused(), options: { retry: (address) => address !== TALK } }),
		"attention refused-before",
	],
	"another key is a change": [credentials("bbbb"), "submit absent"],
	"the same key is none": [credentials("aaaa"), "attention refused-before"],
	"what can heal by itself has a next time": [
		world({ state: refused({ until: later }) }),
		"wait told-to-wait",
	],
	"and is sent again then": [world({ state: refused({ until: NOW }) }), "submit absent"],
	"and sooner when a person says so": [
		world({ state: refused({ until: later }), options: { retry: () => true } }),
		"submit absent",
	],
	"a time that only a wrong clock can have given is not waited for": [
		world({ state: refused({ until: epochMs(NOW + 48 * HOUR) }) }),
		"submit absent",
	],
	"a refused post is not sent again, however its text is composed": [
		world({ state: refusedPost(), campaigns: onePost }),
		"attention refused-before",
	],
	"one with another text is": [
		world({
			state: refusedPost({ wanted: postRequest(clip(0), { body: { title: "Old" } }) } as never),
			campaigns: onePost,
		}),
		"publish clip-chosen",
	],
	"one whose account is another connection is": [
		world({ state: refusedPost(), campaigns: onePost, accounts: [{ ...ACCOUNT, id: "acc-2" }] }),
		"publish clip-chosen",
	],
	"one whose authorization was renewed is": [
		world({ state: refusedPost({ account: { id: ACCOUNT.id, expiring: true } }), campaigns: onePost }),
		"publish clip-chosen",
	],
};

const refusals = suite("what the service refused");
for (const [title, [given, expected]] of Object.entries(cases))
	refusals(title, () => assert.is(firstOf(given), expected));

refusals("says what the service said and how to send it again", () => {
	const [change] = plan(world({ state: refused({ remedy: "Fix it." }) })).changes;
	const { place: _, ...rest } = change as Change;
	assert.equal(rest, {
		address: TALK,
		action: "attention",
		reason: "refused-before",
		reasonData: { message: said.message, at: said.at },
		remedy: { code: "retry", address: TALK, advice: "Fix it." },
	});
});

refusals("asks for the accounts, because another one may be connected since", () => {
	const { observed, ...given } = world({ state: refusedPost(), campaigns: onePost });
	const { accounts: _, ...unread } = observed;
	const made = plan({ ...given, observed: unread });
	assert.equal(
		[made.changes[0]?.reason, made.needsAccounts, select(made, () => true).needsAccounts],
		["refused-before", true, true],
	);
});
refusals.run();
