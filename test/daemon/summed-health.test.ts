import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Health } from "../../src/daemon/health.ts";
import { summedHealth } from "../../src/daemon/summed-health.ts";

const GOOD: Health = {
	...{ lastGoodPass: "2026-11-27T10:00:00.000Z", trouble: "", failing: 0, blocked: 1 },
	...{ suspended: "", standby: "", nextPass: "2026-11-27T11:00:00.000Z", silentMs: 10 },
};
const BY = { ...GOOD, lastGoodPass: "", standby: "other leads", nextPass: "" };

const named = (...all: readonly (Health | undefined)[]) =>
	summedHealth(all.map((health, at) => ({ name: `w${at}`, health })));

const health = suite("health of several workspaces");

health("is that of the worst: the oldest pass, the next one, and counts of all", () => {
	const older = { ...GOOD, lastGoodPass: "2026-11-27T09:00:00.000Z", failing: 2, silentMs: 30 };
	assert.equal(named(GOOD, older), { ...older, blocked: 2 });
});

health("a standby counts only where all are led by others", () => {
	assert.equal(named(GOOD, BY), { ...GOOD, blocked: 2 });
	const { standby, lastGoodPass } = named(BY, BY);
	assert.equal([standby, lastGoodPass], ["others lead all 2 workspaces; of the first: other leads", ""]);
});

health("while one is not known yet, no pass is good and nobody stands by", () => {
	assert.is(named(GOOD, undefined).lastGoodPass, "");
	assert.is(named(BY, undefined).standby, "");
	assert.is(named(GOOD, { ...GOOD, lastGoodPass: "" }).lastGoodPass, "");
});

health("troubles name the first workspace and count the others", () => {
	const bad = { ...GOOD, trouble: "no network", suspended: "held" };
	assert.is(named(GOOD, bad).trouble, "w1: no network");
	assert.is(named(bad, GOOD, bad).trouble, "w0: no network (and 1 more workspace)");
	assert.is(named(bad, bad, bad).suspended, "w0: held (and 2 more workspaces)");
});

health.run();
