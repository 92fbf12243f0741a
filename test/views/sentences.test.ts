import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { epochMs } from "../../src/model/brand.ts";
import type { Finding } from "../../src/model/finding.ts";
import type { Change } from "../../src/model/plan.ts";
import type { Remedy } from "../../src/model/remedy.ts";
import { findingDetail } from "../../src/views/sentences/findings.ts";
import { reasonDetail, reasonSentence } from "../../src/views/sentences/reasons.ts";
import { remedyFields, remedySentence } from "../../src/views/sentences/remedies.ts";
import { OF_EACH, publish } from "../builders/plans.ts";
import { addressOf, clip, operation, TALK } from "../builders/world.ts";

const file = "k.clips.yaml";
const { attention, wait, unknown } = OF_EACH;
const needs = { ...attention, address: TALK };
const waits = { action: "wait", address: TALK } as const;

const details: Record<string, readonly [Change, string | undefined]> = {
	"a code that says it all has none": [publish(0), undefined],
	"changed settings name their fields": [OF_EACH.resubmit, "export.resolution, export.caption"],
	"another transcript, or file, of a source is named as one": [
		{ ...OF_EACH.resubmit, differences: [{ field: "source.transcriptSha256", after: "ab" }] },
		"its transcript",
	],
	"unknown clips name their video": [OF_EACH["publish-bounded"], TALK],
	"a rendition of unknown clips needs no other apply": [
		{ ...waits, reason: "clips-unknown", reasonData: { video: TALK } },
		`${TALK}; the same apply renders it then`,
	],
	"a running task names its id and status": [
		{ ...waits, reason: "task-running", reasonData: { taskId: "t-1", status: "QUEUED" } },
		"task t-1, QUEUED",
	],
	"a failed task gives the service's message": [
		{ ...needs, reason: "task-failed", reasonData: { message: "no speech" } },
		"no speech",
	],
	"or says that there is none": [
		{ ...needs, reason: "task-failed", reasonData: {} },
		"The service gave no message.",
	],
	"a failed post without a message gives its status": [
		{ ...needs, reason: "post-failed", reasonData: { status: "CANCELLED" } },
		"CANCELLED",
	],
	"a clip without an entry names the command": [
		{ ...waits, reason: "review-pending", reasonData: { file } },
		`run showrun clips, which adds it to ${file}, then set approve: true there`,
	],
	"one with an entry names its line": [
		{ ...waits, reason: "review-pending", reasonData: { file, line: 7 } },
		`set approve: true in ${file}:7`,
	],
	"other times name those that were approved": [
		{
			...waits,
			reason: "review-void",
			reasonData: { cause: "times", file, moment: { from: 0, to: 40_000 } },
		},
		`its times were 0-40000 ms; showrun clips writes the new ones into ${file}`,
	],
	"another text says where to compare": [
		{ ...waits, reason: "review-void", reasonData: { cause: "changed", file, line: 7 } },
		`showrun clips shows what changed in ${file}:7`,
	],
	"a marked entry asks for the approval again": [
		{ ...waits, reason: "review-void", reasonData: { cause: "marked", file, line: 7 } },
		`set approve: true again in ${file}:7`,
	],
	"an account is named": [attention, "youtube Acme"],
	"a rule is named with what it found": [
		{
			...needs,
			reason: "results-expired",
			reasonData: { rule: "expiring-results", finding: { code: "results-expired", at: epochMs(0) } },
		},
		"expiring-results: The results of its task expired on 1970-01-01 00:00 (UTC).",
	],
	"expired results say since when and for how many posts": [
		{ ...OF_EACH.submit, reason: "results-gone", reasonData: { expiredAt: epochMs(0), posts: 1 } },
		"1970-01-01; 1 post",
	],
	"a posted moment says where it was posted": [
		{
			...needs,
			reason: "moment-posted",
			reasonData: { address: addressOf(), moment: { from: 0, to: 40_000 } },
		},
		`${addressOf()}, 0-40000 ms`,
	],
	"so does one of another workspace": [
		{
			...needs,
			reason: "moment-posted",
			reasonData: { address: addressOf(), moment: { from: 0, to: 40_000 }, workspace: "a1b2c3" },
		},
		`${addressOf()} of workspace a1b2c3, 0-40000 ms`,
	],
	"an unknown outcome gives the error": [unknown, "connection reset"],
	"one without an error gives none": [{ ...unknown, operation: operation({ evidence: {} }) }, undefined],
	"one that is being sent says so": [
		{ ...wait, reason: "outcome-unknown" },
		"it is being sent right now by another process",
	],
	"the sentence of an older plan is kept": [{ ...attention, reasonData: { text: "as it was" } }, "as it was"],
};

const detail = suite("the detail of a reason");
for (const [title, [change, expected]] of Object.entries(details))
	detail(title, () => assert.is(reasonDetail(change), expected));
detail("stands in brackets behind the reason", () =>
	assert.is(reasonSentence(attention), "no connected account has this platform and username (youtube Acme)"),
);
detail.run();

const REMEDIES: { readonly [Code in Remedy["code"]]: Extract<Remedy, { readonly code: Code }> } = {
	replace: { code: "replace", address: TALK },
	"post-by-hand": { code: "post-by-hand" },
	"see-posts": { code: "see-posts" },
	"retry-held": { code: "retry-held", taskId: "01TASK" },
	"edit-on-platform": { code: "edit-on-platform", address: addressOf() },
	"restore-or-repeat": { code: "restore-or-repeat", repeat: 2 },
	"cancel-in-calendar": { code: "cancel-in-calendar", address: TALK, isAsked: true },
	"name-other-account": { code: "name-other-account", account: "youtube:acme" },
	"change-or-remove": { code: "change-or-remove" },
	"cancelled-at-service": { code: "cancelled-at-service", address: TALK },
	"allow-cancels": { code: "allow-cancels", cancels: 3, limit: 0 },
	"fill-template": { code: "fill-template" },
	"later-time": { code: "later-time" },
	"time-ahead": { code: "time-ahead" },
	"take-next-slot": { code: "take-next-slot", schedule: "mornings" },
	"extend-schedule": { code: "extend-schedule", schedule: "mornings" },
	"another-day": { code: "another-day" },
	"another-time": { code: "another-time" },
	"connect-account": { code: "connect-account", platform: "tiktok" },
	"rename-account": {
		code: "rename-account",
		platform: "tiktok",
		username: "acme",
		connected: ["acmee", "b", "c", "d"],
	},
	"follow-rule": { code: "follow-rule", rule: "expiring-results" },
	"declare-moved": { code: "declare-moved", moves: [{ from: "post.a", to: "post.b" }] },
	"already-posted": { code: "already-posted" },
	"time-occurrence": { code: "time-occurrence", repeat: 2 },
	"choose-other-clips": { code: "choose-other-clips", repeat: 2 },
	"one-moment": { code: "one-moment", repeat: 2 },
	"name-sources": { code: "name-sources", a: "0a1b2c3d4e5f", b: "001122334455" },
	"name-services": {
		...{ code: "name-services", before: "https://a.example.com", now: "https://b.example.com:8443" },
	},
	"name-accounts": { code: "name-accounts", before: "acc-1", now: "acc-2" },
	retry: { code: "retry", address: TALK, advice: "Fix it." },
	text: { code: "text", text: "As it was." },
};
const remedies = suite("remedies");
remedies("each has a sentence, and its names are in it", () => {
	for (const remedy of Object.values(REMEDIES)) {
		const { code: _, ...data } = remedy;
		assert.match(remedySentence(remedy), /^[A-Z].*([.`'"\]}\d]|showrun explain [a-z-]+)$/);
		for (const each of Object.values(data).slice(0, 1))
			if (typeof each !== "object") assert.match(remedySentence(remedy), String(each));
	}
});
remedies("a renamed account names three that it may be now", () =>
	assert.match(remedySentence(REMEDIES["rename-account"]), "(connected to tiktok: acmee, b, c, …)"),
);
remedies("a move can be copied", () =>
	assert.match(remedySentence(REMEDIES["declare-moved"]), "`moved: [{ from: post.a, to: post.b }]`"),
);
remedies("a program gets the code and the data beside the sentence", () =>
	assert.equal(remedyFields(REMEDIES["take-next-slot"]), {
		remedy: remedySentence(REMEDIES["take-next-slot"]),
		remedyCode: "take-next-slot",
		remedyData: { schedule: "mornings" },
	}),
);
remedies("the schema lists exactly those there are", () => {
	const schema = JSON.parse(readFileSync(new URL("../../schemas/plan.schema.json", import.meta.url), "utf8"));
	assert.equal(schema.definitions.ChangeEvent.properties.remedyCode.enum, Object.keys(REMEDIES));
});
remedies.run();

const found: readonly (readonly [Finding, string])[] = [
	[{ code: "check", message: "Too long." }, "Too long."],
	[
		{ code: "results-expire-before-handover", at: epochMs(0) },
		"The results of its task expire on 1970-01-01 00:00 (UTC), before it can be handed over.",
	],
	[
		{ code: "results-expire-before-post", at: epochMs(0) },
		"The results of its task expire on 1970-01-01 00:00 (UTC), before its time.",
	],
	[
		{ code: "token-expires-soon", account: { platform: "youtube", username: "Acme" } },
		"The authorization of youtube:acme expires soon, and the post is for later.",
	],
	[
		{ code: "outside-platform-window", platform: "facebook", unit: "days", most: 29 },
		"Its time is more than 29 days ahead, and facebook may refuse what the service accepts.",
	],
	[
		{ code: "outside-platform-window", platform: "facebook", unit: "minutes", least: 10 },
		"Its time is less than 10 minutes ahead, and facebook may refuse what the service accepts.",
	],
	[
		{ code: "moments-posted", posts: 1, address: addressOf() },
		`1 moment was posted before (${addressOf()}); clips that overlap are not posted again.`,
	],
	[
		{ code: "moments-posted", posts: 2, address: addressOf(), moves: [{ from: "video.a", to: "video.b" }] },
		`2 moments were posted before (${addressOf()}); clips that overlap are not posted again. If it was renamed, add to the top of the campaign: \`moved: [{ from: video.a, to: video.b }]\`.`,
	],
	[
		{ code: "same-content", address: addressOf() },
		`Its source holds the same content as that of ${addressOf()}; clips that overlap are posted once.`,
	],
	[
		{ code: "same-content", address: addressOf(), unclear: { a: "aaaa", b: "bbbb" } },
		`Its source probably holds the same content as that of ${addressOf()}; clips that overlap are held back. If it does: showrun sources same aaaa bbbb. If not: showrun sources other aaaa bbbb`,
	],
	[
		{ code: "forgotten-post", address: addressOf(), by: "ann", reason: "deleted" },
		`It was posted as ${addressOf()}; ann took it out of the ledger: deleted.`,
	],
	[{ code: "same-text", address: addressOf(clip(1)) }, `${addressOf(clip(1))} has the same text.`],
	[
		{ code: "edits-void", file, line: 7 },
		`Your edits (${file}:7) were written for an earlier version of this clip. The generated text is used.`,
	],
	[{ code: "no-clip-chosen", video: "talk", found: 0 }, "No clip was found in talk."],
	[{ code: "no-clip-chosen", video: "talk", found: 1 }, "The only clip of talk is not chosen."],
	[{ code: "no-clip-chosen", video: "talk", found: 2 }, "None of the 2 clips of talk is chosen."],
	[{ code: "text", text: "As it was." }, "As it was."],
];
const findings = suite("what a rule found");
for (const [finding, expected] of found)
	findings(`${finding.code}: ${expected}`, () => assert.is(findingDetail(finding), expected));
findings.run();
