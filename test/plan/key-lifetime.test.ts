import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import { plan } from "../../src/plan/plan.ts";
import {
	addressOf,
	clip,
	NOW,
	operation,
	postRequest,
	settledVideo,
	snapshot,
	TALK,
	world,
} from "../builders/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is done with an unknown post that was armed so long ago. */
function actionAfter(ageMs: number, keyLifetimeMs?: number): string | undefined {
	const armedAt = epochMs(NOW - ageMs);
	const wanted = postRequest(clip(0));
	const open = operation({ kind: "publish", address: addressOf(), wanted, armedAt, phase: "unknown" });
	const state = snapshot({ [TALK]: settledVideo() }, { operations: { [open.id]: open } });
	const options = { idempotency: true, ...(keyLifetimeMs !== undefined && { keyLifetimeMs }) };
	return plan(world({ state, options })).changes.find(({ address }) => address === addressOf())?.action;
}

const rows: Readonly<
	Record<string, readonly [ageMs: number, lifetimeMs: number | undefined, action: string]>
> = {
	"a young attempt is repeated under its key": [HOUR, DAY, "repeat"],
	"one older than the key is a question": [DAY, DAY, "unknown"],
	"so is one that would be older on its way": [DAY - 60_000, DAY, "unknown"],
	"so is one that seems not to have been made yet": [-HOUR, DAY, "unknown"],
	"a key that lives for good has no age": [400 * DAY, undefined, "repeat"],
};

const keys = suite("the age of an idempotency key");
for (const [title, [ageMs, lifetimeMs, action]] of Object.entries(rows))
	keys(title, () => assert.is(actionAfter(ageMs, lifetimeMs), action));
keys.run();
