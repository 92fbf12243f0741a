/** Workspaces of which a database holds the state: a service has all of their posts but one. */
import { loadCampaigns } from "../../src/campaign/load.ts";
import { type EpochMs, epochMs } from "../../src/model/brand.ts";
import type { Campaign } from "../../src/model/campaign.ts";
import type { Secret } from "../../src/model/secret.ts";
import type { ResourceState, Snapshot } from "../../src/model/snapshot.ts";
import { serviceScope } from "../../src/state/ledger/service-scope.ts";
import { openMoved, putInDatabase } from "../../src/state/postgres/move.ts";
import { handedOver, settledState } from "./workspace.ts";

const POSTS = 100;
/** So many workspaces post to one account. */
const SHARING = 20;
const DAY = 86_400_000;

/** The account that a workspace posts to. */
export function accountOf(index: number): string {
	return `acme${Math.floor(index / SHARING)}`;
}

/** Posts through four weeks, and one at `last`. */
export function campaignOf(index: number, now: number, last: EpochMs): string {
	const times = Array.from({ length: POSTS }, (_, at) =>
		at === POSTS - 1 ? last : now + DAY + ((27 * DAY) / POSTS) * at + index * 60_000,
	);
	const posts = times.map(
		(at, rank) => `  p${rank}:
    from: talk
    clips: { ranks: [${rank}] }
    at: "${new Date(at).toISOString().slice(0, 19)}"
    to: { yt: { title: "{{ clip.title }}" } }
`,
	);
	return `campaign: w${index}
timezone: UTC
accounts:
  yt: { platform: youtube, username: ${accountOf(index)} }
videos:
  talk: { source: "https://videos.example.com/w${index}.mp4", export: { resolution: 480p } }
posts:
${posts.join("")}`;
}

/** Puts the state of a workspace into the database, as far as its campaign below `folder` is handed over. */
export async function insertState(
	index: number,
	{ url, service, folder }: { readonly url: Secret; readonly service: string; readonly folder: string },
): Promise<void> {
	const { campaigns } = await loadCampaigns(["."], { cwd: folder, signal: AbortSignal.timeout(60_000) });
	const username = accountOf(index);
	const account = { id: username, platform: "youtube", username } as const;
	const given = {
		...{ now: epochMs(Date.now()), status: "SCHEDULED" as const },
		accounts: [{ ...account, tokenValid: true, tokenExpiringSoon: false }],
	};
	const snapshot = handedOver(campaigns, settled(campaigns, index), given);
	if (snapshot.ledger.length !== POSTS - 1)
		throw new Error(`${snapshot.ledger.length} posts are handed over`);
	const place = { url, workspace: `w${index}` };
	const naming = {
		scope: serviceScope(new URL(service).origin),
		lineage: snapshot.lineage,
		workspace: `w${index}`,
	};
	await putInDatabase(place, { snapshot, posts: [], naming });
	await openMoved(place);
}

/** With a task whose id tells the service which workspace it is of. */
function settled(campaigns: readonly Campaign[], index: number): Snapshot {
	const state = settledState(campaigns, POSTS);
	const taskId = `t1x${Buffer.from(`w${index}`).toString("hex")}`;
	const resources = Object.entries(state.resources).map(([address, resource]): [string, ResourceState] => [
		address,
		{ ...resource, taskId },
	]);
	const lineage = `01JD3V0Q0${String(index).padStart(17, "0")}`;
	return { ...state, lineage, resources: Object.fromEntries(resources) };
}
