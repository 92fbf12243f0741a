import { CHANGE_BREAKS } from "./change-breaks.ts";
import { MEMORY_BREAKS } from "./memory-breaks.ts";
import { type Break, patch } from "./patch.ts";

/** Most of these are what programs do that nobody drilled. */
export const BREAKS: readonly Break[] = [
	{
		name: "a run arms without looking at its fence",
		patches: [
			patch(
				"state/postgres/lease.ts",
				"WHERE workspace = $1 AND holder = $2 AND fence = $3 RETURNING fence",
				"WHERE workspace = $1 AND $2::text IS NOT NULL AND $3::text IS NOT NULL RETURNING fence",
			),
		],
		noticedBy: ["fleet", "leases"],
	},
	{
		name: "a lease ends by the clock of the machine that takes it",
		patches: [
			patch(
				"state/postgres/lease.ts",
				"until = clock_timestamp() + make_interval(secs => $3), about",
				"until = to_timestamp($3::float8), about",
			),
			patch(
				"state/postgres/lease.ts",
				"[workspace, holder, leaseMs / 1_000, JSON",
				"[workspace, holder, (Date.now() + leaseMs) / 1_000, JSON",
			),
		],
		noticedBy: ["fleet", "leases"],
	},
	{
		name: "what a service writes does not look at its fence",
		patches: [
			patch(
				"service/store/postgres/leases.ts",
				"AND fence = $3 AND until > clock_timestamp() FOR SHARE",
				"AND $3::text IS NOT NULL FOR SHARE",
			),
		],
		noticedBy: ["fleet", "leases"],
	},
	{
		name: "the right of a service ends by the clock of the machine that takes it",
		patches: [
			patch(
				"service/store/postgres/leases.ts",
				"WHERE lease.until <= clock_timestamp() OR",
				"WHERE lease.until <= to_timestamp($5::float8) OR",
			),
			patch(
				"service/store/postgres/leases.ts",
				"[tenant, name, holder, LEASE_MS],",
				"[tenant, name, holder, LEASE_MS, Date.now() / 1_000],",
			),
		],
		noticedBy: ["fleet", "leases"],
	},
	{
		name: "what a service had armed is delivered again by the next",
		patches: [
			patch(
				"service/delivery/advance.ts",
				'if (target.phase === "armed" || target.phase === "settling") { const isDue',
				'if (target.phase === "settling") { const isDue',
			),
			patch(
				"service/delivery/transitions.ts",
				'|| target.phase === "armed" || target.phase === "settling") throw',
				'|| target.phase === "settling") throw',
			),
		],
		noticedBy: ["fleet", "services 1"],
	},
	{
		name: "5xx is tried again",
		patches: [
			patch(
				"api/verdicts.ts",
				"if (verdict === undefined) return UNPROVEN;",
				"if (verdict === undefined) return REFUSALS[429] ?? UNPROVEN;",
			),
		],
		noticedBy: ["matrix", "publish, 500, never, keys off"],
	},
	{
		name: "what was armed is tried again after a kill",
		patches: [
			patch(
				"state/snapshot/fold.ts",
				'filter(({ phase }) => phase !== "intent")',
				'filter(({ phase }) => phase === "unknown")',
			),
		],
		noticedBy: ["matrix", "submit, normal, last byte sent, keys off"],
	},
	{
		name: "armed is written after the last byte",
		patches: [
			patch(
				"system/sending/last-byte.ts",
				"	attempt.arming = arm(attempt);\n",
				"	yield bytes.subarray(-1);\n	attempt.arming = arm(attempt);\n",
			),
			patch(
				"system/sending/last-byte.ts",
				"	limitAnswer(attempt);\n	yield bytes.subarray(-1);\n",
				"	limitAnswer(attempt);\n",
			),
		],
		noticedBy: ["matrix", "submit, normal, all but the last byte sent, keys off"],
	},
	{
		name: "a timeout counts as a refusal",
		patches: [
			patch(
				"api/outcome.ts",
				'if (sent) return { class: "unknown", evidence,',
				'if (sent) return { class: "refused", evidence,',
			),
		],
		noticedBy: ["matrix", "publish, hang, never, keys off"],
	},
	{
		name: "a reset after the last byte counts as not sent",
		patches: [
			patch(
				"api/outcome.ts",
				"	if (sent) return {",
				"	if (sent && !/reset|ended|closed/.test(why)) return {",
			),
		],
		noticedBy: ["matrix", "publish, reset, never, keys off"],
	},
	{
		name: "a 2xx without an id counts as a refusal",
		patches: [
			patch(
				"api/verdicts.ts",
				'{ class: "done", summary: "accepted" } : WITHOUT_ID',
				'{ class: "done", summary: "accepted" } : INVALID',
			),
		],
		noticedBy: ["matrix", "publish, garbage, never, keys off"],
	},
	{
		name: "a repetition has a key of its own",
		patches: [
			patch(
				"reconcile/send-once.ts",
				"operation: operation.id, arm: async () => { mustNotBeSuspended(context);",
				"operation: ulid(),\n\t\t\tarm: async () => {\n\t\t\t\tmustNotBeSuspended(context);",
			),
		],
		noticedBy: ["matrix", "publish, reset, never, keys on"],
	},
	{
		name: "a refused repetition speaks for the first attempt",
		patches: [
			patch(
				"reconcile/send-once.ts",
				'if (outcome.class === "done" || outcome.class === "unknown") await',
				'if (outcome.class !== "not-sent") await',
			),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "the ledger is skipped",
		patches: [
			patch(
				"plan/repeated.ts",
				"	const [earlier, ...more] = before;",
				"	const [earlier, ...more] = before.slice(before.length);",
			),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a moment is written into the ledger only with its outcome",
		patches: [
			patch(
				"state/snapshot/fold.ts",
				"...(armedClocks && { armedClocks }) };\n	addMoment(state, operation, at);",
				"...(armedClocks && { armedClocks }) };",
			),
			patch(
				"state/snapshot/fold.ts",
				"state.resources[operation.address] = entry.resource; settleLeft(state, operation.address);",
				"state.resources[operation.address] = entry.resource;\n		addMoment(state, operation, entry.at);",
			),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a renaming loses what is unknown",
		patches: [
			patch(
				"model/moved.ts",
				"operations: Object.fromEntries(Object.entries(snapshot.operations).map(([id, operation]) => [id, renamed(operation)])),",
				"operations: {},",
			),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a moment is remembered by the platform's name of its account only",
		patches: [
			patch("plan/moments.ts", "[account] : [account, withoutMoment(address)]", "[account] : [account]"),
		],
		noticedBy: ["state", "12000"],
	},
	{
		name: "a moment is remembered by its address only",
		patches: [
			patch(
				"plan/moments.ts",
				"[account] : [account, withoutMoment(address)]",
				"[account] : [withoutMoment(address)]",
			),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a clip that begins a little later is another post",
		patches: [patch("model/clip.ts", "SAME_MOMENT = 0.6", "SAME_MOMENT = 1")],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a post that nobody wants any more is sent again under its key",
		patches: [
			patch("plan/plan.ts", 'options.idempotency && operation.kind !== "publish"', "options.idempotency"),
		],
		noticedBy: ["state", "2000"],
	},
	{
		name: "a saved plan is used again",
		patches: [
			patch(
				"reconcile/saved/apply.ts",
				"if (use?.finishedAt !== undefined) throw",
				"if (use?.finishedAt === 0) throw",
			),
		],
		noticedBy: ["plans", ""],
	},
	{
		name: "the lock is ignored",
		patches: [patch("system/lock.ts", "if (other && !(await isDead(path, other))) return undefined;", "")],
		noticedBy: ["lock", ""],
	},
	{
		name: "a short write passes for a whole one",
		patches: [
			patch(
				"state/file/journal.ts",
				'writeFileSync } from "node:fs";',
				'writeFileSync, writeSync } from "node:fs";',
			),
			patch("state/file/journal.ts", "writeFileSync(this.#fd, line);", "writeSync(this.#fd, line);"),
		],
		noticedBy: ["short", "never"],
	},
	{
		name: "checksums are not looked at",
		patches: [
			patch(
				"state/journal-lines.ts",
				'if (bytes.toString("latin1", 0, 9) !== ',
				'if (bytes.length < 9 && "" !== ',
			),
		],
		noticedBy: ["damage", ""],
	},
	{
		name: "an attempt is armed before it is claimed on the remote",
		patches: [
			patch(
				"state/git/writer.ts",
				'if (entry.type === "intent") await claim(claiming, entry.operation, append);',
				"",
			),
			patch(
				"state/git/writer.ts",
				"if (age === undefined || age > HOLDS_MS)",
				"if (age !== undefined && age > HOLDS_MS)",
			),
		],
		noticedBy: ["remote", "last byte sent, normal"],
	},
	{
		name: "what is claimed on the remote counts as not sent",
		patches: [
			patch(
				"state/git/merge.ts",
				'if (phase === "intent") absorb(claim,',
				'if (phase === "armed") absorb(claim,',
			),
		],
		noticedBy: ["remote", "last byte sent, normal"],
	},
	...MEMORY_BREAKS,
	...CHANGE_BREAKS,
];
