import type { Account } from "../../src/model/account.ts";
import { type AddressText, postAddress, videoAddress } from "../../src/model/address.ts";
import { epochMs } from "../../src/model/brand.ts";
import type { Campaign, Post, Video } from "../../src/model/campaign.ts";
import type { Clip } from "../../src/model/clip.ts";
import type { PostRequest } from "../../src/model/post.ts";
import type {
	LedgerEntry,
	Operation,
	PostState,
	ResourceState,
	Snapshot,
	VideoState,
} from "../../src/model/snapshot.ts";
import type { SourceIdentity, VideoRequest } from "../../src/model/task.ts";
import type { World } from "../../src/plan/world.ts";

export const NOW = epochMs(Date.UTC(2026, 10, 21, 12, 0));
const place = { file: "k.campaign.yaml", line: 1, column: 1 };

export const SOURCE: SourceIdentity = { kind: "file", sha256: "a".repeat(64) };
export const TALK = videoAddress("k", "talk");

export function video(over: Partial<Video> = {}): Video {
	const clipping = { duration: "30-60s", limit: 3, moreResults: false, express: false } as const;
	return {
		name: "talk",
		place,
		source: { kind: "file", path: "/talk.mp4", shown: "talk.mp4" },
		clipping,
		export: { resolution: "720p" },
		renditions: [],
		...over,
	};
}

export function post(over: Partial<Post> = {}): Post {
	const target = { account: "tube", place, body: { title: "{{ clip.title }}" }, places: {} };
	return {
		name: "shorts",
		place,
		from: "talk",
		clips: { top: 2 },
		repeat: 1,
		targets: [target],
		...over,
	};
}

export function campaign(over: Partial<Campaign> = {}): Campaign {
	const tube = {
		platform: "youtube",
		username: "Acme",
		place,
		timezone: "Europe/Berlin",
		premium: false,
	} as const;
	return {
		name: "k",
		file: "k.campaign.yaml",
		digest: "d",
		timezone: "Europe/Berlin",
		inputs: {},
		accounts: { tube, second: { ...tube } },
		schedules: {},
		hashtags: {},
		videos: [video()],
		posts: [post()],
		rules: {},
		moved: [],
		...over,
	};
}

export function clip(idx: number, over: Partial<Clip> = {}): Clip {
	const from = idx * 100_000;
	return {
		idx,
		moment: { from, to: from + 40_000 },
		title: `Clip ${idx}`,
		description: `About ${idx}`,
		tags: ["a", "b"],
		score: 90 - idx * 10,
		...over,
	};
}

export function request(over: Partial<VideoRequest> = {}): VideoRequest {
	const { clipping, export: exported } = video();
	return { source: SOURCE, projectName: "k/talk", clipping, ...(exported && { export: exported }), ...over };
}

export function submitted(over: Partial<VideoState> = {}): VideoState {
	return {
		kind: "video",
		request: request(),
		taskId: "task-1",
		submittedAt: NOW,
		status: "CREATED",
		...over,
	};
}

export function settledVideo(clips: readonly Clip[] = [clip(0), clip(1), clip(2)]): VideoState {
	return submitted({ status: "SUCCEEDED", result: { clips, complete: true, notes: [], costUnits: 4 } });
}

export function postRequest(of: Clip = clip(0), over: Partial<PostRequest> = {}): PostRequest {
	return {
		taskId: "task-1",
		idx: of.idx,
		moment: of.moment,
		source: `sha256:${"a".repeat(64)}`,
		account: { platform: "youtube", username: "Acme" },
		body: { title: of.title },
		...over,
	};
}

export function posted(of: Clip = clip(0), over: Partial<PostState> = {}): PostState {
	return { kind: "post", request: postRequest(of), taskId: "p-1", acceptedAt: NOW, status: "DONE", ...over };
}

export function addressOf(of: Clip = clip(0), account = "tube"): AddressText {
	return postAddress({ campaign: "k", item: "shorts", video: "talk", account }, of.moment);
}

export function ledgerOf(of: Clip = clip(0), over: Partial<LedgerEntry> = {}): LedgerEntry {
	return {
		source: `sha256:${"a".repeat(64)}`,
		moment: of.moment,
		account: "youtube:acme",
		address: addressOf(of),
		operation: "op-1",
		at: NOW,
		...over,
	};
}

type Over<Kind> = Partial<Extract<Operation, { readonly kind: Kind }>>;

export function operation(
	over:
		| Over<"submit">
		| (Over<"publish"> & { readonly kind: "publish" })
		| (Over<"export"> & { readonly kind: "export" }) = {},
): Operation {
	const base = {
		id: "op-1",
		address: TALK,
		kind: "submit",
		phase: "unknown",
		at: NOW,
		endpoint: "/api/v2/clips",
		payload: "{}",
		payloadSha256: "0",
	} as const;
	const rest = { host: "h", pid: 1, evidence: { error: "connection reset" } };
	if (over.kind === "publish") return { ...base, wanted: postRequest(), ...rest, ...over };
	if (over.kind === "export") {
		const wanted = { taskId: "task-1", clips: [0], export: { resolution: "480p" } } as const;
		return { ...base, wanted, ...rest, ...over };
	}
	return { ...base, wanted: request(), ...rest, ...over };
}

export function snapshot(
	resources: Record<string, ResourceState> = {},
	over: Partial<Snapshot> = {},
): Snapshot {
	return { format: 1, lineage: "l", serial: 7, resources, operations: {}, ledger: [], ...over };
}

export const ACCOUNT: Account = {
	id: "acc-1",
	platform: "youtube",
	username: "acme",
	tokenValid: true,
	tokenExpiringSoon: false,
};

export interface Given {
	readonly campaigns?: readonly Campaign[];
	readonly state?: Snapshot;
	readonly source?: SourceIdentity;
	readonly accounts?: readonly Account[];
	readonly options?: Partial<World["options"]>;
}

export function world({
	campaigns = [campaign()],
	state = snapshot(),
	source = SOURCE,
	accounts = [ACCOUNT],
	options = {},
}: Given = {}): World {
	const addresses = campaigns.flatMap(({ name, videos }) =>
		videos.map((each) => videoAddress(name, each.name)),
	);
	return {
		campaigns,
		snapshot: state,
		observed: {
			now: NOW,
			sources: Object.fromEntries(addresses.map((address) => [address, source])),
			durations: Object.fromEntries(addresses.map((address) => [address, 90_000])),
			accounts,
		},
		options: { idempotency: false, publishStatus: false, replace: [], ...options },
	};
}
