import { ulid } from "ulid";
import { accountKey } from "../../model/account.ts";
import { type EpochMs, epochMs } from "../../model/brand.ts";
import type { Campaign } from "../../model/campaign.ts";
import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { Outbox } from "../../model/outbox.ts";
import type { Plan } from "../../model/plan.ts";
import type { PlanBasis, SavedPlan } from "../../model/saved.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { zonesOf } from "../../model/zones.ts";
import { publicChange } from "../../plan/public.ts";
import { validateSavedPlan } from "../validate.gen.ts";
import { digestOf, digestsOf, ledgerDigest } from "./digest.ts";
import { ofToday } from "./format1.ts";

/**
 * How long a saved plan may be applied, in milliseconds: a day, so that a review can wait for the morning.
 */
const LIFETIME_MS = 24 * 3_600_000;

/** What a saved plan is made of. */
export interface SavedParts
	extends Pick<SavedPlan, "version" | "paths" | "targets" | "excludes" | "replace" | "outlook"> {
	readonly plan: Plan;
	readonly campaigns: readonly Campaign[];
	/** As it is on disk: what was only read while planning is not in it. */
	readonly snapshot: Snapshot;
	/** Host of the service, or `embedded`. */
	readonly service: string;
	readonly now: EpochMs;
	/** Absent: a service elsewhere posts. */
	readonly outbox?: Outbox;
}

/** Makes a plan that can be stored: bound to what it was made from, and sealed. */
export function savedPlan({
	plan,
	campaigns,
	snapshot,
	service,
	now,
	outbox,
	...given
}: SavedParts): SavedPlan {
	const unsealed: Omit<SavedPlan, "digest"> = {
		showrun: "plan",
		format: 2,
		id: ulid(),
		...given,
		createdAt: now,
		expiresAt: epochMs(now + LIFETIME_MS),
		basis: basisOf({ plan, campaigns, snapshot, service }),
		...defined({ outboxAccounts: outbox?.accounts, draftAccounts: outbox?.drafts }),
		zones: zonesOf(campaigns),
		plan: { ...plan, changes: plan.changes.map(publicChange) },
		digests: digestsOf(plan),
	};
	return { ...unsealed, digest: seal(unsealed) };
}

/** The plan as the text of a file. */
export function encodeSavedPlan(plan: SavedPlan): string {
	return `${JSON.stringify(plan, undefined, 1)}\n`;
}

/**
 * Reads the text of a file. Undefined: it is something else. Throws `StopFault` for a saved plan that was cut
 * off, changed or made by a newer program. `name` is the file's, for people.
 */
export function decodeSavedPlan(text: string, name: string): SavedPlan | undefined {
	if (!/^\s*\{/.test(text)) return undefined;
	const value = parsed(text);
	if (value === undefined) {
		if (/^\s*\{\s*"showrun"\s*:\s*"plan"/.test(text))
			throw damaged(name, "it is cut off, or is not valid JSON");
		return undefined;
	}
	if (!("showrun" in value) || value.showrun !== "plan") return undefined;
	if ("format" in value && typeof value.format === "number" && value.format > 2)
		throw new StopFault(`${name} was made by a newer showrun (format ${value.format}).`, {
			remedy: "Upgrade showrun, or make the plan with this one.",
		});
	const [problem] = validateSavedPlan(value);
	if (problem) throw damaged(name, `${problem.instancePath || "the file"} does not fit (${problem.keyword})`);
	const plan = value as Parameters<typeof ofToday>[0];
	if (seal(plan) !== plan.digest) throw damaged(name, "its content is not what its digest says");
	return ofToday(plan);
}

function seal(plan: object): string {
	const { digest: _, ...content } = { digest: "", ...plan };
	return digestOf(content);
}

function basisOf({
	plan,
	campaigns,
	snapshot,
	service,
}: Pick<SavedParts, "plan" | "campaigns" | "snapshot" | "service">): PlanBasis {
	const { lineage, serial, ledger } = snapshot;
	return {
		service,
		campaigns: campaigns.map(({ name, file, digest }) => ({ name, file, digest })),
		lineage,
		serial,
		ledger: { entries: ledger.length, digest: ledgerDigest(ledger) },
		accounts: accountsOf(plan),
	};
}

/** The accounts that posts of a plan go to, each once. */
export function accountsOf({ changes }: Pick<Plan, "changes">): PlanBasis["accounts"] {
	const found = changes.flatMap((change) =>
		(change.action === "publish" || change.action === "replace") && change.account ? [change.account] : [],
	);
	const each = new Map(
		found.map(({ platform, username, id }) => [
			accountKey({ platform, username }),
			{ platform, username, id },
		]),
	);
	return [...each.values()];
}

function parsed(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

function damaged(name: string, why: string): StopFault {
	return new StopFault(
		`${name} is a saved plan that was changed after it was made: ${why}. Nothing was done.`,
		{
			remedy: "Make it again: showrun plan --out plan.json",
		},
	);
}
