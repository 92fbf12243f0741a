import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCampaigns } from "../../src/campaign/load.ts";
import { accountKey } from "../../src/model/account.ts";
import { videoAddress } from "../../src/model/address.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Observed } from "../../src/model/observed.ts";
import type { LedgerEntry, ResourceState, Snapshot } from "../../src/model/snapshot.ts";
import type { SourceIdentity } from "../../src/model/task.ts";
import { plan } from "../../src/plan/plan.ts";
import { encodeSnapshot } from "../../src/state/snapshot/encode.ts";

/** So many clips a video has here, and so many posts come from it. */
const CLIPS = 100;

/** How many posts in how many campaign files, and to how many accounts each clip is posted. */
interface Size {
	readonly posts: number;
	readonly files?: number;
	readonly accounts?: number;
}

/** Writes a workspace of a size. */
export async function writeWorkspace(
	folder: string,
	{ posts, files = 1, accounts = 1 }: Size,
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "showrun.config.json"), "{}\n");
	for (let file = 0; file < files; file++)
		writeFileSync(
			join(folder, `c${file}.campaign.yaml`),
			campaignText(file, posts / files / accounts, accounts),
		);
}

/** Makes its state: what the service knows of its videos, and (with `done`) that every post was accepted. */
export async function writeState(folder: string, { done }: { readonly done: boolean }): Promise<void> {
	const { campaigns } = await loadCampaigns(["."], { cwd: folder, signal: AbortSignal.timeout(300_000) });
	const settled = settledState(campaigns, CLIPS);
	saveState(folder, done ? postedState(campaigns, settled) : settled);
}

/**
 * Makes a state in which so many clips of each video are known, and all that the campaigns want is posted.
 */
export function writePosted(
	folder: string,
	{
		campaigns,
		clips,
		feeds,
	}: { readonly campaigns: readonly Campaign[]; readonly clips: number } & Pick<Snapshot, "feeds">,
): void {
	saveState(folder, { ...postedState(campaigns, settledState(campaigns, clips)), ...(feeds && { feeds }) });
}

function saveState(folder: string, snapshot: Snapshot): void {
	mkdirSync(join(folder, ".showrun"), { recursive: true });
	writeFileSync(join(folder, ".showrun", "state.json"), encodeSnapshot(snapshot));
}

/** About ten lines a post, and five for each further account. */
function campaignText(file: number, posts: number, accounts: number): string {
	const videos = Array.from({ length: Math.ceil(posts / CLIPS) }, (_, index) => index);
	const names = ["tube", "tube2", "tube3", "tube4", "tube5"].slice(0, accounts);
	const lines = ["accounts:"];
	for (const [index, name] of names.entries())
		lines.push(`  ${name}: { platform: youtube, username: ${ACCOUNTS[index]} }`);
	lines.push("videos:");
	for (const index of videos)
		lines.push(
			`  v${index}:`,
			`    source: https://example.com/${file}/${index}`,
			"    export: { resolution: 1080p }",
		);
	lines.push("posts:");
	for (let post = 0; post < posts; post++)
		lines.push(
			...[
				`  p${post}:`,
				`    from: v${Math.floor(post / CLIPS)}`,
				"    clips:",
				`      ranks: [${post % CLIPS}]`,
				"    to:",
			],
			...names.flatMap((name) => [
				`      ${name}:`,
				`        title: "Part ${post}: {{ clip.title }}"`,
				'        description: "{{ clip.description }}"',
				'        tags: "{{ clip.tags }}"',
				"        visibility: public",
			]),
		);
	return `campaign: c${file}\n${lines.join("\n")}\n`;
}

const ACCOUNTS = ["Acme", "Second", "Third", "Fourth", "Fifth"];

const NOW = epochMs(Date.UTC(2026, 10, 21));

/** A state in which each video of the campaigns has so many clips. */
export function settledState(campaigns: readonly Campaign[], count: number): Snapshot {
	const clips = Array.from({ length: count }, (_, idx) => ({
		...{
			idx,
			moment: { from: idx * 60_000, to: idx * 60_000 + 40_000 },
			title: `Clip ${idx}`,
			description: `What is said in part ${idx}.`,
		},
		...{ tags: ["keynote", "launch"], score: 90 - idx / 2 },
	}));
	const resources = campaigns.flatMap(({ name, videos }) =>
		videos.map((video): [string, ResourceState] => {
			const request = {
				source: sourceOf(video),
				projectName: `${name}/${video.name}`,
				clipping: video.clipping,
				...(video.export && { export: video.export }),
			};
			const task = {
				kind: "video",
				taskId: `${name}-${video.name}`,
				submittedAt: NOW,
				status: "SUCCEEDED",
				request,
			} as const;
			return [videoAddress(name, video.name), { ...task, result: { clips, complete: true, notes: [] } }];
		}),
	);
	return {
		format: 1,
		lineage: "01JD3V0Q00000000000000000A",
		serial: 1,
		resources: Object.fromEntries(resources),
		operations: {},
		ledger: [],
	};
}

function sourceOf({ source }: Campaign["videos"][number]): SourceIdentity {
	if (source.kind !== "url") throw new Error("Sources here are addresses.");
	return source;
}

/** Posts were accepted so far apart: 10,000 of them in four weeks. */
const acceptedAt = (now: EpochMs, index: number) => epochMs(now - index * 4 * 60_000);

/** What the planner wants published counts as published. */
function postedState(campaigns: readonly Campaign[], snapshot: Snapshot): Snapshot {
	const accounts = ACCOUNTS.map(
		(username) =>
			({ id: username, platform: "youtube", username, tokenValid: true, tokenExpiringSoon: false }) as const,
	);
	const posted = handedOver(campaigns, snapshot, { now: NOW, accounts, status: "DONE" });
	if (posted.ledger.length < campaigns.flatMap((campaign) => campaign.posts).length)
		throw new Error("Not every post can be published.");
	return posted;
}

/** What the planner wants published at that time counts as handed over. */
export function handedOver(
	campaigns: readonly Campaign[],
	snapshot: Snapshot,
	{
		now,
		accounts,
		status,
	}: Required<Pick<Observed, "now" | "accounts">> & { readonly status: "DONE" | "SCHEDULED" },
): Snapshot {
	const sources = Object.fromEntries(
		campaigns.flatMap(({ name, videos }) =>
			videos.map((video) => [videoAddress(name, video.name), sourceOf(video)]),
		),
	);
	const options = { idempotency: true, publishStatus: true, replace: [] };
	const { changes } = plan({
		campaigns,
		snapshot,
		observed: { now, sources, durations: {}, accounts },
		options,
	});
	const posts = changes.flatMap((change) => (change.action === "publish" ? [change] : []));
	const resources = posts.map(({ address, request }, index): [string, ResourceState] => [
		address,
		{ kind: "post", request, taskId: `p-${address}`, acceptedAt: acceptedAt(now, index), status },
	]);
	const ledger = posts.map(({ address, request }): LedgerEntry => {
		const { source, moment } = request;
		return {
			source,
			moment,
			account: accountKey(request.account),
			address,
			operation: `o-${address}`,
			at: now,
		};
	});
	return { ...snapshot, resources: { ...snapshot.resources, ...Object.fromEntries(resources) }, ledger };
}
