import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Campaign } from "../../src/model/campaign.ts";
import { plan } from "../../src/plan/plan.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import { campaign, settledVideo, snapshot, TALK, video, world } from "../builders/world.ts";

const cells = (...names: readonly string[]) => names.map((name) => video({ name }));
const told = (from: string, to: string) => `moved: [{ from: ${from}, to: ${to} }]`;

const rows: Readonly<Record<string, readonly [Partial<Campaign>, readonly string[]]>> = {
	"a video that got another name": [{ videos: cells("speech") }, [told("video.talk", "video.speech")]],
	"a video that became one of a matrix": [
		{ videos: cells("talk/9:16") },
		[told("video.talk", `'video.talk["9:16"]'`)],
	],
	"one of two that ask for the same": [
		{ videos: cells("talk/en", "talk/de") },
		[told("video.talk", `'video.talk["en"]'`)],
	],
	"none that asks for something else": [
		{ videos: [video({ name: "talk/9:16", export: { resolution: "4k" } })] },
		[],
	],
	"none where the old one is there as well": [{ videos: cells("talk", "talk/9:16") }, []],
	"none that was moved": [
		{
			videos: cells("talk/9:16"),
			moved: [{ from: "video.talk", to: 'video.talk["9:16"]', place: { file: "k", line: 1, column: 1 } }],
		},
		[],
	],
	"none where nobody wants to hear it": [{ videos: cells("speech"), rules: { "renamed-video": "off" } }, []],
};

const renamed = suite("a plan names, before it is paid for again,");
for (const [title, [over, expected]] of Object.entries(rows))
	renamed(title, () => {
		const campaigns = [campaign({ posts: [], ...over })];
		const { notes = [] } = plan(world({ campaigns, state: snapshot({ [TALK]: settledVideo() }) }));
		const found = notes.flatMap(({ rule, finding }) =>
			rule === "renamed-video" ? [/`(moved: .*)`/.exec(findingDetail(finding))?.[1]] : [],
		);
		assert.equal(found, expected);
	});
renamed.run();
