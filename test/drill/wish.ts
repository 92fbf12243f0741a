import type { Account } from "../../src/model/account.ts";
import { videoAddress } from "../../src/model/address.ts";
import type { Campaign, CampaignAccount, Move } from "../../src/model/campaign.ts";
import { defined } from "../../src/model/defined.ts";
import type { Resolution } from "../../src/model/task.ts";
import type { PlanInputs } from "../../src/reconcile/context.ts";
import { ACCOUNT, campaign, post, video } from "../builders/world.ts";
import { identityOf, type SourceName, sourceOf } from "./footage.ts";
import type { Key, Person, Step } from "./history.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };

/** What the campaign of a workspace says. */
export interface Wish {
	readonly video: string;
	readonly source: SourceName;
	readonly post: string;
	/** What the campaign calls its accounts. */
	readonly tube: string;
	readonly tok: string;
	/** What it says that they are called at their platforms. */
	readonly handles: Readonly<Record<Key, string>>;
	readonly top: number;
	readonly limit: number;
	readonly repeat: number;
	readonly accounts: readonly Key[];
	/** Which account its tube is. */
	readonly goes: "tube" | "other";
	readonly resolution: Resolution | undefined;
	readonly title: string;
	readonly at: string | undefined;
	readonly posting: boolean;
	/** What was handed over to an account stays when the posts go to another one. */
	readonly keep: boolean;
	/** The video is in the campaign. Without it there are no posts. */
	readonly declared: boolean;
	readonly moved: readonly Move[];
}

export const FIRST_WISH: Wish = {
	...{ video: "a", source: "file", post: "a", tube: "tube", tok: "tok", top: 2, limit: 3, repeat: 1 },
	...{ handles: { tube: "Acme", tok: "Acme" }, accounts: ["tube"], goes: "tube" },
	...{
		title: "{{ clip.title }}",
		at: undefined,
		posting: true,
		keep: false,
		declared: true,
		resolution: undefined,
		moved: [],
	},
};

/** What tube's platform calls the other account. */
const OTHER = "Other";

/** What the platforms say. */
export interface Platforms {
	readonly handles: Readonly<Record<Person, string>>;
	/** Ids that the service gave to the accounts, newest last: another one each time they are connected. */
	readonly ids: Readonly<Record<Person, readonly string[]>>;
}

export const FIRST_PLATFORMS: Platforms = {
	handles: { ...FIRST_WISH.handles, other: OTHER },
	ids: { tube: ["acc-1"], tok: ["acc-2"], other: ["acc-3"] },
};

/** The wish with another name in it; the same where that changes nothing. */
export function renamed(
	wish: Wish,
	{ what, to: name, told }: Extract<Step, { readonly do: "rename" }>,
): Wish {
	const [kind, to] = what === "tube" || what === "tok" ? ["account", `${what}-${name}`] : [what, name];
	const from = wish[what];
	if (from === to) return wish;
	// A name that is forgotten begins anew: what was told of it before speaks of another thing.
	const kept = wish.moved.filter((move) => !move.from.startsWith(`${kind}.`));
	return {
		...wish,
		[what]: to,
		moved: told ? [...wish.moved, { from: `${kind}.${from}`, to: `${kind}.${to}`, place }] : kept,
	};
}

/** `<moment> <person>` of every post the campaign asks for. */
export function wantedIn(wish: Wish): readonly string[] {
	if (!wish.posting || !wish.declared) return [];
	return wish.accounts.flatMap((key) =>
		Array.from({ length: wish.top }, (_, moment) => `${moment} ${personAt(wish, key)}`),
	);
}

/** Whose account a name of the campaign is. */
export function personAt({ goes }: Wish, key: Key): Person {
	return key === "tube" ? goes : key;
}

/** The campaign that says so. */
export function campaignOf(wish: Wish): Campaign {
	const { accounts, title, at, limit, repeat, source, declared, keep } = wish;
	const targets = accounts.map((key) => ({
		account: wish[key],
		place,
		places: {},
		body: key === "tube" ? { title } : { description: title },
	}));
	const wanted = post({
		name: wish.post,
		from: wish.video,
		clips: { top: wish.top },
		repeat,
		targets,
		...(at !== undefined && { at: { wall: at, place } }),
		...defined({ resolution: wish.resolution, keep: keep || undefined }),
	});
	const clipping = { ...video().clipping, limit };
	return campaign({
		accounts: { [wish.tube]: accountOf(wish, "tube"), [wish.tok]: accountOf(wish, "tok") },
		videos: declared ? [video({ name: wish.video, source: sourceOf(source), clipping })] : [],
		posts: wish.posting && declared ? [wanted] : [],
		moved: wish.moved,
	});
}

/** What its video is. */
export function sourcesOf({ video: name, source }: Wish): PlanInputs["sources"] {
	return { sources: { [videoAddress("k", name)]: identityOf(source) }, durations: {} };
}

function accountOf({ handles, goes }: Wish, key: Key): CampaignAccount {
	return {
		place,
		timezone: "Europe/Berlin",
		premium: false,
		platform: PLATFORMS[key],
		username: key === "tube" && goes === "other" ? OTHER : handles[key],
	};
}

const PLATFORMS = { tube: "youtube", tok: "tiktok", other: "youtube" } as const;

/** The accounts as the service lists them. */
export function connected({ handles, ids }: Platforms): readonly Account[] {
	return (["tube", "tok", "other"] as const).map((person) => ({
		...ACCOUNT,
		id: ids[person].at(-1) ?? "",
		platform: PLATFORMS[person],
		username: handles[person],
	}));
}

/** Whose an id of the service is. */
export function personOf(id: string): Person {
	if (id.startsWith("acc-3")) return "other";
	return id.startsWith("acc-1") ? "tube" : "tok";
}
