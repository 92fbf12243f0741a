import { type Break, patch } from "./patch.ts";

/** Ways to forget what was posted: one for each situation in which something was posted twice once. */
export const MEMORY_BREAKS: readonly Break[] = [
	{
		name: "a clone does not ask what other workspaces posted",
		patches: [
			patch(
				"state/ledger/ledger.ts",
				"matchesOf(entries, post, {",
				"matchesOf(entries.filter(({ lineage }) => lineage === post.lineage), post, {",
			),
			patch(
				"state/ledger/elsewhere.ts",
				"return [...byOperation.values()].flatMap((entry) => {",
				"return [...byOperation.values()].filter(({ lineage }) => lineage === naming.lineage).flatMap((entry) => {",
			),
		],
		noticedBy: ["known", "disk, a second clone"],
	},
	{
		name: "a saved plan is remembered by the state that used it only",
		patches: [
			patch(
				"state/ledger/begin-plan.ts",
				"if (other !== undefined && other.lineage !== before) throw",
				"if (other?.at === 0) throw",
			),
			patch("state/ledger/begin-plan.ts", "if (other.lineage !== lineage) throw usedPlanFault(other);", ""),
		],
		noticedBy: ["plans", "copy"],
	},
	{
		name: "a workspace on a remote knows the posts of its own ref only",
		patches: [
			patch(
				"state/git/ledger-draft.ts",
				"const taken = matchesOf(all, wanted,",
				"const taken = matchesOf(all.filter(({ lineage }) => lineage === own.snapshot.lineage), wanted,",
			),
			patch(
				"state/git/posts.ts",
				".filter(({ scope }) => serviceScope(scope) === serviceScope(naming.scope))",
				".filter(({ lineage }) => lineage === naming.lineage)",
			),
		],
		noticedBy: ["known", "remote, a workspace was moved"],
	},
	{
		name: "an account is known by its handle only",
		patches: [
			patch(
				"state/ledger/matching.ts",
				'if (a.id !== undefined && a.id === b.id) return "same";',
				'if (a.id === b.id && a.handle === b.handle) return "same";',
			),
			patch(
				"state/ledger/matching.ts",
				"if (word !== undefined) return word;",
				"if (word !== undefined && a.id !== b.id) return word;",
			),
		],
		noticedBy: ["known", "memory, an account was renamed"],
	},
	{
		name: "a remote remembers in the refs of its states only",
		patches: [
			patch(
				"state/git/ledger-draft.ts",
				"const all = [...entries.values(), ...live]",
				"const all = [...live]",
			),
			patch("state/git/posts.ts", "const all = [...entries.values(), ...live", "const all = [...live"),
		],
		noticedBy: ["known", "remote, the ref of the state was set back"],
	},
	{
		name: "a file is known by its bytes only",
		patches: [
			patch(
				"state/ledger/sources.ts",
				"return [...found.values()];",
				"return [...found.values()].slice(0, 1);",
			),
		],
		noticedBy: ["known", "memory, a file was"],
	},
	{
		name: "an address signed anew is another source",
		patches: [
			patch(
				"model/stable-url.ts",
				"if (query === undefined) return url;",
				"if (query === undefined || query.length > 0) return url;",
			),
		],
		noticedBy: ["known", "memory, an address was signed"],
	},
	{
		name: "an attempt is sent again under its key without asking the ledger",
		patches: [patch("reconcile/send-once.ts", "await context.writer.mayRepeat?.(operation.id);", "")],
		noticedBy: ["known", "disk, an old program"],
	},
	{
		name: "an attempt counts as sent only when more than its last byte is asked for",
		patches: [
			patch(
				"system/sending/last-byte.ts",
				'attempt.phase = "sent"; limitAnswer(attempt); yield bytes.subarray(-1);',
				'limitAnswer(attempt);\n\tyield bytes.subarray(-1);\n\tattempt.phase = "sent";',
			),
		],
		noticedBy: ["byte", ""],
	},
];
