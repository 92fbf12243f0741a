import { suite } from "uvu";
import * as assert from "uvu/assert";
import { planOptionsOf } from "../../../src/cli/wiring/plan-options.ts";
import type { AddressText } from "../../../src/model/address.ts";
import type { Rendition } from "../../../src/model/campaign.ts";
import { StopFault } from "../../../src/model/fault.ts";
import type { Settings } from "../../../src/model/settings.ts";
import { plan } from "../../../src/plan/plan.ts";
import { knownAddresses, select, selectorOf, unmatched } from "../../../src/plan/select.ts";
import {
	addressOf,
	campaign,
	clip,
	post,
	posted,
	settledVideo,
	snapshot,
	TALK,
	video,
	world,
} from "../../builders/world.ts";

const small: Rendition = {
	name: "small",
	place: { file: "k.campaign.yaml", line: 1, column: 1 },
	export: { resolution: "480p" },
	clips: {},
};
const two = campaign({
	videos: [video(), video({ name: "intro", renditions: [small] })],
	posts: [post(), post({ name: "intros", from: "intro" })],
});
const other = campaign({ name: "other" });
const ALL = [
	"k.video.talk",
	"k.video.intro",
	"k.rendition.intro.small",
	'k.post.shorts["talk@*"].tube',
	'k.post.intros["intro@*"].tube',
	"other.video.talk",
	'other.post.shorts["talk@*"].tube',
];

function selected(targets: string[], excludes: string[] = []): readonly AddressText[] {
	const known = knownAddresses([two, other], snapshot());
	return known.filter(selectorOf({ targets, excludes }, known) ?? (() => true));
}

const selecting = suite("a selection");
const cases: Record<string, [string[], string[], string[]]> = {
	"without globs is everything": [[], [], ALL],
	"of a video is the video alone": [["k.video.intro"], [], ["k.video.intro"]],
	"of a post brings along its video": [
		["k.post.shorts"],
		[],
		["k.video.talk", 'k.post.shorts["talk@*"].tube'],
	],
	"takes whole addresses, brackets and quotes as they are": [
		['k.post.intros["intro@*"].tube'],
		[],
		["k.video.intro", 'k.post.intros["intro@*"].tube'],
	],
	"of a rendition brings along its video": [
		["k.rendition.intro.small"],
		[],
		["k.video.intro", "k.rendition.intro.small"],
	],
	"of a campaign is all of it": [["other"], [], ["other.video.talk", 'other.post.shorts["talk@*"].tube']],
	"takes stars and question marks": [["*.video.tal?"], [], ["k.video.talk", "other.video.talk"]],
	"without a video is without its posts": [
		[],
		["k.video.talk", "other"],
		["k.video.intro", "k.rendition.intro.small", 'k.post.intros["intro@*"].tube'],
	],
	"without posts keeps the video": [
		["k"],
		["k.post.*"],
		["k.video.talk", "k.video.intro", "k.rendition.intro.small"],
	],
	"leaves out what is targeted and excluded": [["k.video.*"], ["*intro*"], ["k.video.talk"]],
};
for (const [title, [targets, excludes, expected]] of Object.entries(cases)) {
	selecting(title, () => assert.equal([...selected(targets, excludes)].sort(), [...expected].sort()));
}

selecting("holds for posts whose clips became known later", () => {
	const known = knownAddresses([two], snapshot());
	assert.is(selectorOf({ targets: ["k.post.shorts"], excludes: [] }, known)?.(addressOf(clip(1))), true);
	assert.is(selectorOf({ targets: [], excludes: ["k.video.talk"] }, known)?.(addressOf(clip(1))), false);
});

selecting("takes every address that a plan prints", () => {
	const state = snapshot({ [TALK]: settledVideo([clip(0), clip(1)]) });
	const printed = plan(world({ campaigns: [two], state })).changes.map(({ address }) => address);
	assert.equal(printed.includes(addressOf(clip(1))), true);
	assert.equal(unmatched({ targets: printed, excludes: [] }, knownAddresses([two], state)), []);
});

selecting("leaves changes out of a plan and counts them", () => {
	const made = plan(world({ campaigns: [two], state: snapshot({ [TALK]: settledVideo() }) }));
	const { changes, leftOut, needsAccounts } = select(made, (address) => address === "k.video.intro");
	assert.equal(
		[changes.map(({ address }) => address), leftOut, needsAccounts],
		[["k.video.intro"], 4, false],
	);
	assert.is(select(made, undefined), made);
});
selecting.run();

const settings = { service: { idempotency: false, publishStatus: false } } as Settings;
const flags = { target: [], exclude: [], replace: [] };
const state = snapshot({
	[TALK]: settledVideo(),
	["gone.video.x" as AddressText]: settledVideo(),
	[addressOf()]: posted(),
});
const everything = suite("flags that select nothing");
everything("list no addresses: there are as many as posts times clips", () => {
	const unread = new Proxy(state, {
		get: (target, key) => {
			if (key === "resources") throw new Error("the resources were listed");
			return Reflect.get(target, key);
		},
	});
	assert.is(
		planOptionsOf(settings, flags, { campaigns: [campaign()], snapshot: unread }).selected,
		undefined,
	);
});
everything.run();

const refused: Record<string, [object, RegExp]> = {
	"a target that names nothing, with the nearest address": [
		{ target: ["k.video.tolk"] },
		/`k\.video\.tolk` matches no address.*Did you mean `k\.video\.talk`/s,
	],
	"an exclusion that names nothing": [{ exclude: ["nothing.*"] }, /`nothing\.\*` matches no address/],
	"a replacement of a post, and says why": [
		{ replace: [addressOf()] },
		/a post is never replaced, what is public stays public.*repeat: 2/s,
	],
	"a replacement of nothing": [
		{ replace: ["k.video.tolk"] },
		/not a video of these campaigns.*Did you mean/s,
	],
};
const refusing = suite("flags that select are refused");
for (const [title, [over, expected]] of Object.entries(refused)) {
	refusing(title, () => {
		try {
			planOptionsOf(settings, { ...flags, ...over }, { campaigns: [campaign()], snapshot: state });
		} catch (error) {
			assert.instance(error, StopFault);
			assert.match(`${(error as StopFault).message}\n${(error as StopFault).remedy}`, expected);
			return;
		}
		assert.unreachable();
	});
}
refusing("not for what only the state knows", () => {
	assert.is(
		planOptionsOf(
			settings,
			{ ...flags, target: ["gone.video.x"] },
			{ campaigns: [campaign()], snapshot: state },
		).selected?.("gone.video.x" as AddressText),
		true,
	);
});
refusing.run();
