import { readFileSync, writeFileSync } from "node:fs";
import * as assert from "uvu/assert";
import type { Account } from "../../src/model/account.ts";
import { postAddress, renditionAddress, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import { defined } from "../../src/model/defined.ts";
import type { Outlook } from "../../src/model/outlook.ts";
import type { Action, AttentionChange, Change, Plan, PublishChange } from "../../src/model/plan.ts";
import { ACCOUNT, addressOf, clip, NOW, operation, postRequest, request, TALK, video } from "./world.ts";

const place = { file: "k.campaign.yaml", line: 9, column: 3 };
const at = epochMs(Date.UTC(2026, 11, 1, 23, 30));

/** A plan of these changes. */
export function planOf(changes: readonly Change[], over: Partial<Plan> = {}): Plan {
	return { changes, unchanged: 0, needsAccounts: false, lineage: "l", serial: 7, ...over };
}

/** One clip to one account, by its number. */
export function publish(idx: number, over: Partial<PublishChange> = {}): PublishChange {
	const of = clip(idx);
	return {
		action: "publish",
		address: addressOf(of),
		place,
		reason: "clip-chosen",
		request: postRequest(of),
		title: of.title,
		account: ACCOUNT,
		...over,
	};
}

const wanted = { request: request(), source: video().source };
const differences = [
	{ field: "export.resolution", before: "720p", after: "1080p" },
	{ field: "export.caption", after: { style: "temp-7", display: "both" } },
];

const RENDITION = { taskId: "task-1", clips: [0, 1], export: { resolution: "480p" } } as const;

/** One change of every action. */
export const OF_EACH = {
	submit: {
		...wanted,
		action: "submit",
		address: videoAddress("k", "intro"),
		place,
		reason: "absent",
		units: 12.4,
		unitsFrom: "length",
	},
	resubmit: {
		...{
			...wanted,
			action: "resubmit",
			address: TALK,
			place,
			reason: "export-changed",
			units: 40,
			unitsFrom: "history",
		},
		differences,
	},
	render: {
		action: "render",
		address: renditionAddress("k", "talk", "small"),
		place,
		reason: "absent",
		request: RENDITION,
	},
	rerender: {
		...{
			action: "rerender",
			address: renditionAddress("k", "talk", "tiny"),
			place,
			reason: "rendering-changed",
			request: RENDITION,
		},
		differences: differences.slice(0, 1),
	},
	publish: publish(0, { request: postRequest(clip(0), { scheduledAt: at }) }),
	"publish-bounded": {
		action: "publish-bounded",
		address: addressOf({ ...clip(0) }).replace("0-40000", "*") as typeof TALK,
		place,
		reason: "clips-unknown",
		reasonData: { video: TALK },
		atMost: 2,
	},
	update: {
		...{ action: "update", address: addressOf(clip(4)), place, reason: "handed-over-differs", taskId: "p-4" },
		...{ title: "Clip 4", at, differences: [{ field: "time", before: at, after: at + 3_600_000 }] },
		request: postRequest(clip(4), { scheduledAt: epochMs(at + 3_600_000) }),
	},
	replace: {
		...{
			action: "replace",
			address: addressOf(clip(5)),
			place,
			reason: "handed-over-differs",
			taskId: "p-5",
		},
		...{ title: "Clip 5", at, differences: [{ field: "resolution", before: "720p", after: "1080p" }] },
		request: postRequest(clip(5), { scheduledAt: at }),
	},
	cancel: {
		...{ action: "cancel", address: addressOf(clip(6)), reason: "no-longer-asked", taskId: "p-6", at },
		reasonData: { cause: "removed" },
	},
	repeat: {
		action: "repeat",
		address: videoAddress("k", "sent"),
		place,
		reason: "outcome-retried",
		operation: operation(),
	},
	read: {
		action: "read",
		address: videoAddress("k", "done"),
		place,
		reason: "results-unread",
		taskId: "task-9",
	},
	wait: { action: "wait", address: addressOf(clip(1)), place, reason: "too-early", until: at },
	attention: {
		...{
			action: "attention",
			address: addressOf(clip(2)),
			place,
			reason: "account-missing",
			reasonData: { platform: "youtube", username: "Acme" },
		},
		remedy: { code: "connect-account", platform: "youtube" },
	},
	unknown: {
		action: "unknown",
		address: addressOf(clip(3)),
		place,
		reason: "outcome-unknown",
		operation: operation({ kind: "publish" }),
	},
	forget: { action: "forget", address: videoAddress("k", "old"), reason: "undeclared" },
} as const satisfies { readonly [each in Action]: Change & { readonly action: each } };

/** An account whose token expires soon, with what it puts at risk. */
const EXPIRING: Account = { ...ACCOUNT, tokenExpiringSoon: true };
export const OUTLOOK: Outlook = {
	units: { known: 12.4, estimated: 40, unknown: 0 },
	posts: { least: 1, most: 3 },
	requests: { least: 12, most: 34 },
	requestsPerMinute: 15,
	atRisk: [
		{ account: EXPIRING, connected: EXPIRING, atRisk: [{ address: addressOf(), at, handedOver: true }] },
	],
};

/** As many posts as asked for, of one entry to one account, an hour apart from a day ahead. */
export function manyPosts(count: number): PublishChange[] {
	return Array.from({ length: count }, (_, idx) =>
		publish(idx, {
			request: postRequest(clip(idx), { scheduledAt: epochMs(NOW + 86_400_000 + idx * 3_600_000) }),
		}),
	);
}

/** As many posts of one entry that the service holds and nobody asks for any more, an hour apart. */
export function manyRemoved(count: number): AttentionChange[] {
	return manyPosts(count).map(({ address, request: { scheduledAt } }) =>
		defined({
			...({ address, action: "attention", reason: "no-longer-asked" } as const),
			...{ place, at: scheduledAt, reasonData: { cause: "removed" } as const },
			remedy: { code: "cancel-in-calendar", address, isAsked: false } as const,
		}),
	);
}

/** As many posts as asked for, each of a video and a post entry of its own. */
export function manyEntries(count: number): PublishChange[] {
	return Array.from({ length: count }, (_, index) => {
		const target = { campaign: "k", item: `p${index}`, video: `v${index}`, account: "tube" };
		return publish(0, { address: postAddress(target, clip(0).moment), place: { ...place, line: index + 1 } });
	});
}

/** Compares with a file of `test/views/golden`; with UPDATE_GOLDEN set it writes that file. */
export function golden(name: string, text: string): void {
	const file = new URL(`../views/golden/${name}`, import.meta.url);
	if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
	assert.fixture(text, readFileSync(file, "utf8"), name);
}
