import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Change, Plan, PlanNote } from "../../src/model/plan.ts";
import { select } from "../../src/plan/select.ts";
import { first, place, second } from "../builders/rows.ts";
import { ACCOUNT, NOW, postRequest } from "../builders/world.ts";

const request = postRequest();
const publish = (address: typeof first): Change => ({
	...{ address, place, action: "publish", reason: "clip-chosen", reasonData: {} as never },
	...{ request, title: "t" },
});
const replace = (address: typeof first): Change => ({
	...{ address, place, action: "replace", reason: "handed-over-differs", reasonData: {} as never },
	...{ request, title: "t", taskId: "p-1", at: NOW },
});
const waits = (address: typeof first): Change => ({
	...{ address, place, action: "wait", reason: "clips-unknown", reasonData: {} as never },
});
const note = (address: typeof first): PlanNote => ({ address, rule: "post-repeated", finding: {} }) as never;
const planOf = (changes: readonly Change[], notes: readonly PlanNote[] = []): Plan => ({
	...{ changes, notes, unchanged: 0, needsAccounts: true, lineage: "l", serial: 1 },
});
const onlyFirst = (address: string) => address === first;

const selecting = suite("what is selected of a plan");
selecting("are its changes and notes, and how many were left out is said", () => {
	const made = planOf([publish(first), publish(second)], [note(first), note(second)]);
	const { changes, notes, leftOut } = select(made, onlyFirst);
	assert.equal([changes.map(({ address }) => address), leftOut], [[first], 1]);
	assert.equal(
		notes?.map(({ address }) => address),
		[first],
	);
	assert.is(select(made, undefined), made);
});
selecting("accounts are needed where a post that is selected has none yet", () => {
	const needs = (...changes: Change[]) => select(planOf(changes), onlyFirst).needsAccounts;
	assert.equal(
		[needs(publish(first)), needs(replace(first)), needs(waits(first)), needs(waits(first), publish(second))],
		[true, true, false, false],
	);
	const known = { ...publish(first), account: ACCOUNT } as Change;
	assert.is(needs(known), false);
});
selecting.run();
