import type { Account } from "../../src/model/account.ts";
import type { Campaign, CampaignAccount, Move } from "../../src/model/campaign.ts";
import { ACCOUNT, campaign, post, video } from "../builders/world.ts";
import type { Person, Step } from "./history.ts";

const place = { file: "k.campaign.yaml", line: 1, column: 1 };

/** What the campaign says, and what the accounts are called at their platforms. */
export interface Wish {
	readonly video: string;
	readonly post: string;
	/** What the campaign calls its accounts. */
	readonly tube: string;
	readonly tok: string;
	readonly handles: Readonly<Record<Person, string>>;
	readonly top: number;
	readonly limit: number;
	readonly accounts: readonly Person[];
	readonly title: string;
	readonly at: string | undefined;
	readonly posting: boolean;
	readonly moved: readonly Move[];
	/**
	 * Something was renamed without a word: from then on only the account's name at its platform tells
	 * what was posted to it.
	 */
	readonly untold: boolean;
	/**
	 * An account was renamed at its platform: from then on only the names in the campaign tell what
	 * was posted to it.
	 */
	readonly rehandled: boolean;
}

export const FIRST_WISH: Wish = {
	...{
		video: "a",
		post: "a",
		tube: "tube",
		tok: "tok",
		handles: { tube: "Acme", tok: "Acme" },
		top: 2,
		limit: 3,
		accounts: ["tube"],
	},
	...{ title: "{{ clip.title }}", at: undefined, posting: true, moved: [], untold: false, rehandled: false },
};

/**
 * The wish with another name in it; the same where that changes nothing, or would make of two
 * things one that nobody could tell apart.
 */
export function renamed(
	wish: Wish,
	{ what, to: name, told }: Extract<Step, { readonly do: "rename" }>,
): Wish {
	const [kind, to] = what === "tube" || what === "tok" ? ["account", `${what}-${name}`] : [what, name];
	const from = wish[what];
	if (from === to || (wish.rehandled && !told)) return wish;
	// A name that is forgotten begins anew: what was told of it before speaks of another thing.
	const kept = wish.moved.filter((move) => !move.from.startsWith(`${kind}.`));
	return {
		...wish,
		[what]: to,
		moved: told ? [...wish.moved, { from: `${kind}.${from}`, to: `${kind}.${to}`, place }] : kept,
		untold: wish.untold || !told,
	};
}

/**
 * The wish with an account under another name at its platform; the same where everything else was
 * renamed before without a word.
 */
export function rehandled(wish: Wish, { of, to }: Extract<Step, { readonly do: "handle" }>): Wish {
	if (wish.untold || wish.handles[of] === to) return wish;
	return { ...wish, handles: { ...wish.handles, [of]: to }, rehandled: true };
}

/** `<moment> <person>` of every post the campaign asks for. */
export function wantedIn({ posting, accounts, top }: Wish): readonly string[] {
	if (!posting) return [];
	return accounts.flatMap((person) => Array.from({ length: top }, (_, moment) => `${moment} ${person}`));
}

/** The campaign that says so. */
export function campaignOf(wish: Wish): Campaign {
	const { accounts, title, at, limit } = wish;
	const targets = accounts.map((person) => ({
		account: wish[person],
		place,
		places: {},
		body: person === "tube" ? { title } : { description: title },
	}));
	const wanted = post({
		name: wish.post,
		from: wish.video,
		clips: { top: wish.top },
		targets,
		...(at !== undefined && { at: { wall: at, place } }),
	});
	return campaign({
		accounts: { [wish.tube]: accountOf(wish, "tube"), [wish.tok]: accountOf(wish, "tok") },
		videos: [video({ name: wish.video, clipping: { ...video().clipping, limit } })],
		posts: wish.posting ? [wanted] : [],
		moved: wish.moved,
	});
}

function accountOf({ handles }: Wish, person: Person): CampaignAccount {
	return {
		place,
		timezone: "Europe/Berlin",
		premium: false,
		platform: PLATFORMS[person],
		username: handles[person],
	};
}

const PLATFORMS = { tube: "youtube", tok: "tiktok" } as const;
const IDS: Readonly<Record<Person, string>> = { tube: "acc-1", tok: "acc-2" };

/** The accounts as the service lists them. */
export function connected({ handles }: Wish): readonly Account[] {
	return (["tube", "tok"] as const).map((person) => ({
		...ACCOUNT,
		id: IDS[person],
		platform: PLATFORMS[person],
		username: handles[person],
	}));
}

/** Whose an id of the service is. */
export function personOf(id: string | undefined): Person {
	return id === IDS.tube ? "tube" : "tok";
}
