import { instantOf } from "../compose/when.ts";
import {
	type Account,
	type AccountHealth,
	type AccountRef,
	accountKey,
	type PostAtRisk,
} from "../model/account.ts";
import { postAddress, withoutMoment } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { Campaign } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import { entriesOf } from "../model/keys.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { Reason } from "../model/reason.ts";
import type { PostState, Snapshot } from "../model/snapshot.ts";

/** What is known of the accounts and of the posts that go to them. */
export interface AccountHealthParts {
	readonly accounts: readonly Account[];
	readonly snapshot: Snapshot;
	readonly campaigns: readonly Campaign[];
	/** Of these campaigns, made with these accounts. */
	readonly plan: Pick<Plan, "changes">;
	readonly now: EpochMs;
}

/**
 * Every connected account, then every one that posts still need and nobody connected, each with the posts at
 * risk: handed over and not due yet, or still to be made.
 */
export function accountHealth(known: AccountHealthParts): readonly AccountHealth[] {
	const waiting = [...handedOver(known), ...declared(known)];
	const of = (account: AccountRef) =>
		waiting.filter((each) => accountKey(each.account) === accountKey(account)).map(({ post }) => post);
	const connected = known.accounts.map((account) => ({
		account,
		connected: account,
		atRisk: isGood(account) ? [] : inOrder(of(account)),
	}));
	const keys = new Set(known.accounts.map(accountKey));
	const missing = new Map(
		waiting
			.filter(({ account }) => !keys.has(accountKey(account)))
			.map(({ account }) => [accountKey(account), account]),
	);
	return [
		...connected,
		...[...missing.values()].map((account) => ({ account, atRisk: inOrder(of(account)) })),
	];
}

function isGood({ tokenValid, tokenExpiringSoon }: Account): boolean {
	return tokenValid && !tokenExpiringSoon;
}

interface Waiting {
	readonly account: AccountRef;
	readonly post: PostAtRisk;
}

/** Posts the service holds until their minute, or until their account is connected again. */
function handedOver({ snapshot, now }: AccountHealthParts): Waiting[] {
	return entriesOf(snapshot.resources).flatMap(([address, state]) => {
		if (state.kind !== "post" || !isHandedOver(state, now)) return [];
		const { scheduledAt: at, account } = state.request;
		const { platform, username } = account;
		return [{ account: { platform, username }, post: { address, handedOver: true, ...defined({ at }) } }];
	});
}

function isHandedOver({ status, request, needsAccount }: PostState, now: EpochMs): boolean {
	const isAhead = request.scheduledAt !== undefined && request.scheduledAt > now;
	return (needsAccount ?? false) || (isAhead && ["PENDING", "SCHEDULED"].includes(status));
}

/** Posts that the plan still wants to make, once they are due or their account is there. */
function declared({ plan, campaigns }: AccountHealthParts): Waiting[] {
	const targets = new Map(campaigns.flatMap(targetsOf));
	return plan.changes.flatMap((change) => {
		const target = toBeMade(change) ? targets.get(withoutMoment(change.address)) : undefined;
		if (target === undefined) return [];
		const at = timeOf(change) ?? target.at;
		return [
			{
				account: target.account,
				post: { address: change.address, handedOver: false, ...defined({ at }) },
			},
		];
	});
}

/** What only time or the account keeps back. */
const WAITING: readonly Reason[] = [
	"too-early",
	"handover-later",
	"daily-cap",
	"min-gap",
	"review-pending",
	"review-void",
	"account-missing",
	"account-token",
];

function toBeMade({ action, reason }: Change): boolean {
	return action === "publish" || action === "publish-bounded" || WAITING.includes(reason);
}

/** The time the plan gave it. */
function timeOf(change: Change): EpochMs | undefined {
	if (change.action === "publish") return change.request.scheduledAt;
	return change.action === "wait" || change.action === "attention" ? change.at : undefined;
}

interface Target {
	readonly account: AccountRef;
	readonly at: EpochMs | undefined;
}

/** Where each post entry goes and when, by its address without a moment. */
function targetsOf(campaign: Campaign): [string, Target][] {
	return campaign.posts.flatMap((post) =>
		post.targets.flatMap(({ account: name }): [string, Target][] => {
			const account = campaign.accounts[name];
			if (account === undefined) return [];
			const target = { campaign: campaign.name, item: post.name, video: post.from, account: name };
			const { platform, username } = account;
			return [
				[
					postAddress(target, "*"),
					{ account: { platform, username }, at: post.at && instantOf(post.at.wall, campaign.timezone)?.at },
				],
			];
		}),
	);
}

function inOrder(posts: readonly PostAtRisk[]): PostAtRisk[] {
	return [...posts].sort(
		(a, b) =>
			(a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY) ||
			(a.address < b.address ? -1 : 1),
	);
}
