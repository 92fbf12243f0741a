import { accountKey } from "../model/account.ts";
import { parseAddress, videoAddress, videoOf } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Moment } from "../model/clip.ts";
import { defined } from "../model/defined.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { PlannedPost } from "../model/shared-content.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { sourceKey } from "../model/source-key.ts";
import type { SourceFile } from "../state/ledger/contents.ts";
import type { Elsewhere } from "../state/ledger/elsewhere.ts";
import type { PlanInputs, ReadContext } from "./context.ts";
import type { Sources } from "./sources.ts";

/** What a plan that sends something asks the ledger. Undefined: there is none. */
export async function readLedger(
	{ elsewhere, signal }: ReadContext,
	snapshot: Snapshot,
	{ campaigns, sources, accounts, changes }: PlanInputs & Pick<Plan, "changes">,
): Promise<Elsewhere | undefined> {
	if (elsewhere === undefined) return undefined;
	const wanted = campaigns.flatMap((campaign) => Object.values(campaign.accounts));
	const ids = new Map((accounts ?? []).map((account) => [accountKey(account), account.id]));
	const submitted = Object.values(snapshot.resources).flatMap((state) =>
		state.kind === "video" ? [state.request.source] : [],
	);
	const identities = [...Object.values(sources.sources), ...submitted];
	return elsewhere({
		signal,
		sources: identities.map(sourceKey),
		files: changedFiles(campaigns, sources, changes),
		planned: changes.flatMap((change) => plannedPosts(change, { campaigns, sources, snapshot })),
		declared: identities.flatMap((source) =>
			source.kind === "url" && source.id !== undefined
				? [[sourceKey(source), sourceKey({ kind: "url", url: source.url })] as const]
				: [],
		),
		accounts: wanted.map((ref) => defined({ ...ref, id: ids.get(accountKey(ref)) })),
		...(campaigns.some(isTimed) && { timed: true }),
		own: new Set(snapshot.ledger.map(({ operation }) => operation)),
		...(accounts && { listed: new Set(accounts.map(({ id }) => id)) }),
	});
}

/** Whether its posts make way for others at their accounts. */
function isTimed({ schedules, accounts }: Campaign): boolean {
	const isLimited = Object.values(accounts).some(
		({ maxPerDay, minGapMs }) => (maxPerDay ?? minGapMs) !== undefined,
	);
	return isLimited || Object.keys(schedules).length > 0;
}

/** The files of videos that something is about to be done with: only these are worth being looked into. */
function changedFiles(
	campaigns: readonly Campaign[],
	{ sources, durations }: Sources,
	changes: readonly Change[],
): readonly SourceFile[] {
	const changed = new Set(changes.map(({ address }) => videoOf(address) ?? address));
	return campaigns.flatMap(({ name, videos }) =>
		videos.flatMap(({ name: video, source }) => {
			const address = videoAddress(name, video);
			const identity = sources[address];
			if (source.kind !== "file" || identity === undefined || !changed.has(address)) return [];
			return [defined({ key: sourceKey(identity), path: source.path, durationMs: durations[address] })];
		}),
	);
}

interface Planning {
	readonly campaigns: readonly Campaign[];
	readonly sources: Sources;
	readonly snapshot: Snapshot;
}

/**
 * The post that a change would make now or later; of clips that are not known, some moments of the source.
 */
function plannedPosts(
	{ action, address }: Change,
	{ campaigns, sources, snapshot }: Planning,
): readonly PlannedPost[] {
	const post = parseAddress(address);
	if (post?.kind !== "post" || !["publish", "replace", "wait", "publish-bounded"].includes(action)) return [];
	const account = campaigns.find(({ name }) => name === post.campaign)?.accounts[post.account];
	const video = videoAddress(post.campaign, post.video);
	const state = snapshot.resources[video];
	const isClipped = post.moment !== "*" && state?.kind === "video";
	const source = isClipped ? state.request.source : sources.sources[video];
	if (account === undefined || source === undefined) return [];
	const moments = post.moment === "*" ? samplesOf(sources.durations[video]) : [post.moment];
	const planned = { address, content: sourceKey(source), account: accountKey(account) };
	return moments.map((moment) => ({ ...planned, moment }));
}

/** Length of a moment that stands for clips that are not known yet. Milliseconds. */
const SAMPLE_MS = 20_000;

/** Two moments inside of a source, away from jingles at its ends. */
function samplesOf(durationMs = 0): readonly Moment[] {
	if (durationMs <= 2 * SAMPLE_MS) return [{ from: 0, to: Math.max(1, durationMs) }];
	return [1 / 3, 2 / 3].map((share) => {
		const from = Math.round(durationMs * share - SAMPLE_MS / 2);
		return { from, to: from + SAMPLE_MS };
	});
}
