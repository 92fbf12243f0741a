/**
 * A campaign whose posts are all handed over, and what a plan says after one edit of it: in one process, with
 * a service that remembers every post it was sent and can neither update nor cancel one.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCampaigns } from "../../../src/campaign/load.ts";
import { hasChanges } from "../../../src/cli/wiring/plan-output.ts";
import type { Account } from "../../../src/model/account.ts";
import { type AddressText, parseAddress } from "../../../src/model/address.ts";
import { type EpochMs, epochMs } from "../../../src/model/brand.ts";
import type { Campaign } from "../../../src/model/campaign.ts";
import type { Clip } from "../../../src/model/clip.ts";
import type { Plan } from "../../../src/model/plan.ts";
import { bindOf } from "../../../src/model/review.ts";
import type { JournalEntry, Snapshot } from "../../../src/model/snapshot.ts";
import type { SourceIdentity } from "../../../src/model/task.ts";
import { plan } from "../../../src/plan/plan.ts";
import { absorb, workingCopy } from "../../../src/state/snapshot/fold.ts";
import { renderPlan } from "../../../src/views/plan.ts";
import { ACCOUNT, clip, NOW, operation, settledVideo, snapshot, TALK } from "../../builders/world.ts";

/** Every kind of post: at a time, in slots, to TikTok, and as soon as possible. */
export const BASE = `campaign: k
timezone: Europe/Berlin
inputs: { link: { default: "https://example.com/talk" } }
accounts:
  tube: { platform: youtube, username: Acme }
  tik: { platform: tiktok, username: acme }
schedules:
  mornings: { slots: { daily: ["09:00"] }, from: 2026-12-02 }
hashtags: { brand: ["#acme"] }
videos:
  talk:
    source: "https://example.com/talk.mp4"
    export: { resolution: 720p }
posts:
  fixed:
    from: talk
    clips: { ranks: [0] }
    at: 2026-12-01T09:00
    to:
      tube:
        title: "{{ clip.title }} live"
        description: "{{ clip.description }} {{ inputs.link }} {{ hashtags.brand }}"
        tags: "{{ clip.tags }}"
        visibility: unlisted
        category: Education
        allow_comment: true
  slots:
    from: talk
    clips: { ranks: [1, 2, 3] }
    schedule: mornings
    to: { tube: { title: "{{ clip.title }}" } }
  short:
    from: talk
    clips: { ranks: [0] }
    at: 2026-12-01T10:00
    resolution: 720p
    to:
      tik: { description: "{{ clip.title }}", allow_duet: true, allow_stitch: true, disclose_content: false }
  now:
    from: talk
    clips: { ranks: [4] }
    to: { tube: { title: "{{ clip.title }}" } }
`;

const CLIPS = [0, 1, 2, 3, 4, 5].map((idx) => clip(idx));
export const SOURCE: SourceIdentity = { kind: "url", url: "https://example.com/talk.mp4" };
const SOURCE_KEY = "url:https://example.com/talk.mp4";
const TIK: Account = { ...ACCOUNT, id: "acc-2", platform: "tiktok" };
const OTHER: Account = { ...ACCOUNT, id: "acc-3", username: "other" };
export const ACCOUNTS: readonly Account[] = [ACCOUNT, TIK, OTHER];
const CAMPAIGN_FILE = "k.campaign.yaml";

/** What an edit leaves, and what else is otherwise. */
export interface Edited {
	/** The text of the campaign. */
	readonly text: string;
	/** The reviewed-clips file. Absent: there is none. */
	readonly clips?: string;
	/** What the service lists. */
	readonly accounts?: readonly Account[];
	readonly now?: EpochMs;
	/** The clips as a later task found them. */
	readonly found?: readonly Clip[];
	/** What was handed over before the edit. Absent: the base. */
	readonly before?: Pick<Edited, "text" | "clips" | "before">;
	/** What its video is now. */
	readonly source?: SourceIdentity;
	/** Changes what the state holds. */
	readonly state?: (state: Snapshot) => Snapshot;
}

/** A text of a campaign with other words, each of which must be in it. */
export function edited(...changes: readonly (readonly [from: string, to: string])[]): string {
	return changes.reduce((text, [from, to]) => {
		if (!text.includes(from)) throw new Error(`The campaign does not say ${from}.`);
		return text.replace(from, to);
	}, BASE);
}

/** A reviewed-clips file with one entry. */
export function reviewed(idx: number, words: string): string {
	const of = clip(idx);
	const { from, to } = of.moment;
	return `videos: { talk: { ${from}-${to}: { bind: ${bindOf(SOURCE_KEY, of)}, ${words} } } }\n`;
}

/** The state once everything the text asks for was handed over, and what the service was sent. */
export async function handOver(before: Edited): Promise<HandedOver> {
	const state = before.before === undefined ? found(CLIPS) : (await handOver(before.before)).state;
	return applied(await planOf(before, state), state);
}

interface HandedOver {
	readonly state: Snapshot;
	readonly sent: readonly string[];
}

/** What the plan says of an edit, its exit code, and what the service is sent when it is applied. */
export async function told(edit: Edited, base: Snapshot): Promise<string> {
	const changed = await before(edit, base);
	const made = await planOf(edit, changed);
	return `${planText(made)}, sent: ${applied(made, changed).sent.join(", ") || "nothing"}\n`;
}

/** A plan word for word, with its exit code. */
export function planText(made: Plan): string {
	const ink = { colour: false, width: 110, zones: { k: "Europe/Berlin" } };
	return `${renderPlan(made, ink)}exit ${hasChanges(made) ? 2 : 0}`;
}

/** The state that an edit meets. */
export async function before(edit: Edited, base: Snapshot): Promise<Snapshot> {
	const state = edit.before === undefined ? base : (await handOver(edit.before)).state;
	const known = edit.state?.(state) ?? state;
	return edit.found === undefined ? known : withClips(known, edit.found);
}

async function planOf(
	{ now = NOW, accounts = ACCOUNTS, source = SOURCE, ...files }: Edited,
	state: Snapshot,
): Promise<Plan> {
	const campaigns = await campaignsIn(files);
	const observed = { now, sources: { [TALK]: source }, durations: {}, accounts };
	const options = { idempotency: false, publishStatus: false, replace: [] };
	return plan({ campaigns, snapshot: state, observed, options });
}

export async function campaignsIn({
	text,
	clips,
}: Pick<Edited, "text" | "clips">): Promise<readonly Campaign[]> {
	const cwd = await mkdtemp(join(tmpdir(), "showrun-edits-"));
	try {
		await writeFile(join(cwd, CAMPAIGN_FILE), text);
		if (clips !== undefined) await writeFile(join(cwd, "k.clips.yaml"), clips);
		const { campaigns, diagnostics } = await loadCampaigns([], { cwd, signal: AbortSignal.timeout(300_000) });
		const [error] = diagnostics.filter(({ severity }) => severity === "error");
		if (error !== undefined) throw new Error(`${JSON.stringify(error)}\n${text}`);
		return campaigns;
	} finally {
		await rm(cwd, { recursive: true, force: true });
	}
}

function found(clips: readonly Clip[]): Snapshot {
	return withClips(snapshot(), clips);
}

/** Found with what the base campaign asks of its video. */
function withClips(state: Snapshot, clips: readonly Clip[]): Snapshot {
	const clipping = { duration: "0-90s", moreResults: false, express: false } as const;
	const settled = settledVideo(clips);
	const request = {
		source: SOURCE,
		projectName: "k/talk",
		clipping,
		export: { resolution: "720p" },
	} as const;
	return { ...state, resources: { ...state.resources, [TALK]: { ...settled, request } } };
}

/** What `apply` sends: a post each, journalled like one. */
function applied({ changes }: Plan, state: Snapshot): HandedOver {
	const working = workingCopy(state);
	const sent = changes.flatMap((change) => {
		if (change.action !== "publish" || change.account === undefined) return [];
		const { address, request: wanted, account } = change;
		const id = `op-${working.serial}`;
		const { scheduledAt } = wanted;
		const status = scheduledAt === undefined ? "DONE" : "SCHEDULED";
		const resource = { kind: "post", request: wanted, taskId: `p-${id}`, acceptedAt: NOW, status } as const;
		const entries: readonly JournalEntry[] = [
			{ type: "intent", operation: operation({ id, kind: "publish", phase: "intent", address, wanted }) },
			{ type: "armed", operation: id, at: NOW },
			{ type: "outcome", operation: id, at: NOW, outcome: "done", resource },
		];
		for (const entry of entries) absorb(working, entry);
		return [
			`${shortOf(address)} to ${account.id}${scheduledAt === undefined ? "" : ` at ${iso(scheduledAt)}`}`,
		];
	});
	return { state: working, sent };
}

function shortOf(text: AddressText): string {
	const address = parseAddress(text);
	if (address?.kind !== "post" || address.moment === "*") return text;
	return `${address.item}@${address.moment.from}`;
}

function iso(at: number): string {
	return new Date(at).toISOString().slice(0, 16);
}

/** The same state, after a person's word that a post was cancelled. */
export function cancelled(state: Snapshot, address: string, at: EpochMs = NOW): Snapshot {
	const entry = state.ledger.find((each) => each.address === address);
	if (entry === undefined) throw new Error(`${address} was not handed over.`);
	const working = workingCopy(state);
	absorb(working, { type: "withdrawn", address: entry.address, operation: entry.operation, at, by: "ann" });
	return working;
}

/** So many days later. */
export function later(days: number): EpochMs {
	return epochMs(NOW + days * 86_400_000);
}
