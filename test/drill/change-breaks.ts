import { type Break, patch } from "./patch.ts";

/** Ways to change or cancel what the service holds that would show on a channel: one for each law. */
export const CHANGE_BREAKS: readonly Break[] = [
	{
		name: "a replacement is sent before the cancel of what it replaces",
		patches: [
			patch(
				"reconcile/perform.ts",
				'await cancelPost(context, { address, action, taskId, word: { by: BY, cause: "replaced" } }); return publish(context, change);',
				'const sent = await publish(context, change);\n\t\tawait cancelPost(context, { address, action, taskId, word: { by: BY, cause: "replaced" } });\n\t\treturn sent;',
			),
		],
		noticedBy: ["known", "memory, a post goes to another account"],
	},
	{
		name: "a post that is to stay at its account is cancelled",
		patches: [
			patch(
				"plan/unasked.ts",
				"if (post?.keep && !names(post, address)) staying.push({ address: text, post }); else changes.push",
				"if (post?.keep && at < 0) staying.push({ address: text, post });\n\t\telse changes.push",
			),
		],
		noticedBy: ["known", "memory, a post stays"],
	},
	{
		name: "a post counts as withdrawn before the service says so",
		patches: [
			patch(
				"reconcile/cancel-post.ts",
				'await mustBeCancelled(context, { address, taskId, isStale: changed.class === "stale" });',
				'if (changed.class === "done") await mustBeCancelled(context, { address, taskId, isStale: false });\n\telse await writer.append({ type: "withdrawn", address, operation, at: clock.now(), ...word });',
			),
		],
		noticedBy: ["known", "memory, somebody is faster"],
	},
	{
		name: "what was read as public is cancelled all the same",
		patches: [
			patch(
				"reconcile/cancel-post.ts",
				"await mustWait(context, post, reading); await mustBeAsRecorded",
				"await mustBeAsRecorded",
			),
		],
		noticedBy: ["known", "memory, a person posts early"],
	},
	{
		name: "a cancel without an answer is taken for a person's",
		patches: [
			patch(
				"reconcile/cancel-post.ts",
				'await writer.append({ type: "cancelling", address, operation, at: clock.now(), ...word });',
				"",
			),
		],
		noticedBy: ["known", "memory, a post goes to another account"],
	},
	{
		name: "a change without an answer is forgotten",
		patches: [
			patch(
				"reconcile/update-post.ts",
				'await writer.append({ type: "updating", address, operation, at: clock.now(), version, request });',
				"",
			),
		],
		noticedBy: ["known", "memory, a new time is taken back"],
	},
	{
		name: "more is cancelled than a person allowed",
		patches: [
			patch("plan/cancels.ts", "if (count <= maxCancels) return changes;", "if (count >= 0) return changes;"),
		],
		noticedBy: ["known", "memory, a person allows no cancel"],
	},
	{
		name: "an unknown post is sent again to an account that is no longer asked for",
		patches: [patch("plan/post.ts", "&& !wanted.isClipGone && !isElsewhere;", "&& !wanted.isClipGone;")],
		noticedBy: ["known", "memory, an unknown post goes"],
	},
	{
		name: "a post beyond the places that are asked for goes to another account",
		patches: [
			patch(
				"plan/held-changes.ts",
				'if (wanted.isClipGone || wanted.outranked === "fewer-clips") return false;',
				"if (wanted.isClipGone) return false;",
			),
		],
		noticedBy: ["known", "memory, fewer posts"],
	},
	{
		name: "the task of a removed video is forgotten",
		patches: [
			patch("reconcile/perform.ts", "at: context.clock.now(), keepsTask: true", "at: context.clock.now()"),
		],
		noticedBy: ["known", "memory, a video is taken out"],
	},
];
