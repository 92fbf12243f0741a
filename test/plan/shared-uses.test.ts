import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AddressText } from "../../src/model/address.ts";
import { plan } from "../../src/plan/plan.ts";
import { sharedUses } from "../../src/plan/shared-uses.ts";
import { planEvents } from "../../src/views/events.ts";
import { renderShared } from "../../src/views/shared-files.ts";
import { OUTLOOK } from "../builders/plans.ts";
import { daily, schedule } from "../builders/schedule.ts";
import { ACCOUNT, campaign, clip, post, settledVideo, snapshot, TALK, world } from "../builders/world.ts";

const [a, b, c] = [["brand.yaml", "times.yaml"], ["brand.yaml"], ["c.yaml"]].map((uses, index) => ({
	name: `${"abc"[index]}`,
	uses,
}));
const changing = (...names: readonly string[]) => {
	const [change] = plan(world({})).changes;
	if (change === undefined) throw new Error("nothing is planned");
	return { changes: names.map((name) => ({ ...change, address: `${name}.video.talk` as AddressText })) };
};
const all = [a, b, c, { name: "d" }].flatMap((each) => each ?? []);

const uses = suite("shared files behind a plan");

uses("are those that a campaign with changes uses, with all campaigns that use them", () =>
	assert.equal(sharedUses(changing("a", "a", "d"), all), [
		{ file: "brand.yaml", campaigns: ["a", "b"], changed: ["a"] },
		{ file: "times.yaml", campaigns: ["a"], changed: ["a"] },
	]),
);

uses("are none where nothing changes, or only campaigns without them", () =>
	assert.equal([sharedUses(changing(), all), sharedUses(changing("d"), all)], [[], []]),
);

uses("are told in sentences, without control characters", () => {
	const [brand, times] = sharedUses(changing("a"), all);
	const [whole] = sharedUses(changing("a", "b"), all);
	const hostile = times && { ...times, file: "\u001b[2J.yaml" };
	const text = renderShared(
		[brand, whole, hostile].flatMap((each) => each ?? []),
		{ width: 100 },
	);
	assert.match(
		text,
		"brand.yaml is used by 2 campaigns, 1 of them with changes.\nbrand.yaml is used by 2 campaigns.\n",
	);
	assert.not.match(text, "\u001b");
	assert.is(renderShared([], { width: 100 }), "");
});

uses("are events that fit the schema", () => {
	const file = new URL("../../schemas/plan.schema.json", import.meta.url);
	const valid = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(readFileSync(file, "utf8")));
	const report = {
		plan: plan(world({})),
		outlook: OUTLOOK,
		limits: [],
		shared: sharedUses(changing("a"), all),
	};
	const events = planEvents(report, "0.2.0").filter((each) => "file" in each);
	assert.equal(
		events.map((each) => valid(each)),
		[true, true],
	);
});

uses("a schedule that two campaigns share has the times of each campaign's zone", () => {
	const account = { platform: "youtube", username: "Acme", timezone: "UTC", premium: false } as const;
	const place = { file: "times.yaml", line: 1, column: 1 };
	const target = { account: "tube", place, body: { title: "{{ clip.title }}" }, places: {} };
	const of = (name: string, timezone: string) =>
		campaign({
			name,
			schedules: { mornings: schedule({ place, timezone, slots: daily("09:00") }) },
			accounts: { tube: { ...account, place } },
			posts: [post({ schedule: "mornings", clips: {}, targets: [target] })],
		});
	const state = snapshot({
		[TALK]: settledVideo([clip(0), clip(1), clip(2)]),
		["l.video.talk" as AddressText]: settledVideo([clip(5), clip(6)]),
	});
	const { slots } = plan(
		world({ campaigns: [of("k", "Europe/Berlin"), of("l", "America/New_York")], state, accounts: [ACCOUNT] }),
	);
	const times = Object.entries(slots?.given ?? {}).map(
		([address, { at }]) => `${address[0]} ${new Date(at).toISOString().slice(5, 13)}`,
	);
	assert.equal(times.sort(), ["k 11-22T08", "k 11-23T08", "k 11-24T08", "l 11-21T14", "l 11-22T14"]);
});
uses.run();
