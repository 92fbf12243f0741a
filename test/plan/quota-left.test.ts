import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Observed } from "../../src/model/observed.ts";
import type { Change } from "../../src/model/plan.ts";
import { ofQuotas } from "../../src/plan/quota-left.ts";
import { ACCOUNT, addressOf, clip, NOW, posted, postRequest, snapshot } from "../builders/world.ts";

const UNTIL = epochMs(NOW + 3_600_000);
const place = { file: "k.campaign.yaml", line: 1, column: 1 };

function publish(idx: number, scheduledAt?: number): Change {
	const request = postRequest(
		clip(idx),
		scheduledAt === undefined ? {} : { scheduledAt: epochMs(scheduledAt) },
	);
	return {
		action: "publish",
		address: addressOf(clip(idx)),
		reason: "clip-chosen",
		request,
		place,
		title: "",
	};
}

function findings(changes: readonly Change[], left: number, held: readonly number[] = []) {
	const resources = held.map((scheduledAt, idx) => {
		const request = postRequest(clip(idx + 10), { scheduledAt: epochMs(scheduledAt) });
		return [`held ${idx}`, posted(clip(idx + 10), { request, status: "SCHEDULED" })] as const;
	});
	const account = { ...ACCOUNT, quota: { left, until: UNTIL } };
	const observed = { now: NOW, connected: [account] } as unknown as Observed;
	const state = snapshot(Object.fromEntries(resources));
	return ofQuotas({ changes, unknown: [], snapshot: state, observed }).map(([about, { finding }]) => [
		"address" in about ? about.address : "",
		finding.code === "quota-short" && finding.posts,
	]);
}

const quotas = suite("what is left of quotas");

quotas("counts what goes out before they begin anew, and names the first of that", () => {
	const changes = [publish(0, UNTIL), publish(1, UNTIL - 1), publish(2)];
	assert.equal(findings(changes, 1), [[addressOf(clip(1)), 2]]);
	assert.equal(findings(changes, 2), []);
	assert.equal(findings([publish(0, UNTIL)], 0), []);
});

quotas("counts what the service holds until then too, and not what is out or comes later", () => {
	assert.equal(findings([publish(0)], 1, [NOW, UNTIL]), []);
	assert.equal(findings([publish(0)], 1, [NOW + 1, UNTIL - 1]), [[addressOf(clip(0)), 3]]);
});

quotas.run();
