import type { Platform } from "../model/account.ts";
import type { Post, PostTarget, PostTemplate } from "../model/campaign.ts";
import { defined } from "../model/defined.ts";
import type { Place } from "../model/place.ts";
import type { Path } from "../yaml/plain-value.ts";
import type { Draft } from "../yaml/shape.ts";
import { isMap, valueAt } from "../yaml/shape.ts";
import type { Clips, Post as RawPost, Target } from "./campaign.gen.ts";
import { lengthsOf, millisecondsOf, stretchOf } from "./friendly-values.ts";
import type { RuleContext } from "./rule-context.ts";

/** One entry of `posts` in the words of the model. */
export function postOf(context: RuleContext, name: string, raw: Draft<RawPost>): Post {
	const path: Path = ["posts", name];
	const { at, schedule, handover, resolution } = raw;
	return defined({
		name,
		place: context.file.spot(path, "key").place,
		from: raw.from ?? "",
		clips: selectionOf(raw.clips ?? {}),
		at: at === undefined ? undefined : { wall: at, place: context.file.spot([...path, "at"]).place },
		schedule,
		handoverMs: handover === undefined || handover === "earliest" ? undefined : millisecondsOf(handover),
		review: raw.review,
		repeat: raw.repeat ?? 1,
		keep: raw.keep || undefined,
		resolution,
		targets: accountsOf(raw.to).map((account) => targetOf(context, name, account)),
	});
}

/** The accounts a post names: keys of a map, or entries of a list. */
export function accountsOf(to: Draft<RawPost>["to"]): readonly string[] {
	if (isList(to)) return [...new Set(to.flatMap((each) => (typeof each === "string" ? [each] : [])))];
	return Object.keys(to ?? {});
}

/** Where an account of a post is named: its key, or its place in the list. */
export function targetPath(context: Pick<RuleContext, "draft">, post: string, account: string): Path {
	const to = context.draft.posts?.[post]?.to;
	return ["posts", post, "to", isList(to) ? (positionsIn(to).get(account) ?? -1) : account];
}

const POSITIONS = new WeakMap<readonly unknown[], ReadonlyMap<unknown, number>>();

/** Where each entry of a list stands first. Kept, because every rule asks for every entry. */
function positionsIn(list: readonly unknown[]): ReadonlyMap<unknown, number> {
	const known = POSITIONS.get(list);
	if (known !== undefined) return known;
	const positions = new Map([...list.entries()].reverse().map(([index, each]) => [each, index]));
	POSITIONS.set(list, positions);
	return positions;
}

function isList(to: unknown): to is readonly unknown[] {
	return Array.isArray(to);
}

/** Which clips are wanted, in the words of the model. */
export function selectionOf(raw: Draft<Clips>): Post["clips"] {
	const { pin, skip } = raw;
	return defined({
		top: raw.top,
		ranks: raw.ranks,
		minScore: raw.min_score,
		duration: raw.duration === undefined ? undefined : lengthsOf(raw.duration),
		match: raw.match,
		exclude: raw.exclude,
		pin: pin?.map(stretchOf),
		skip: skip?.map(stretchOf),
	});
}

/** How each field is called in the file. */
const FIELDS: Readonly<Record<keyof PostTemplate, keyof Target>> = {
	title: "title",
	description: "description",
	tags: "tags",
	visibility: "visibility",
	thumbnailUrl: "thumbnail_url",
	category: "category",
	allowComment: "allow_comment",
	allowDuet: "allow_duet",
	allowStitch: "allow_stitch",
	discloseContent: "disclose_content",
};

function targetOf(context: RuleContext, post: string, account: string): PostTarget {
	const homes = textHomes(context, post, account);
	const body: Record<string, unknown> = {};
	const places: Record<string, Place> = {};
	for (const [field, key] of Object.entries(FIELDS)) {
		const home = homes.find(({ said }) => said[key] !== undefined);
		if (home === undefined) continue;
		body[field] = home.said[key];
		places[field] = context.file.spot([...home.path, key]).place;
	}
	return {
		account,
		place: context.file.spot(targetPath(context, post, account), "key").place,
		body,
		places,
	};
}

/** A place where something said to an account may be written, and what is said there. */
export interface TextHome {
	readonly path: Path;
	readonly said: Draft<Target>;
}

/** All of them, the strongest first. */
export function textHomes(
	context: Pick<RuleContext, "draft">,
	post: string,
	account: string,
): readonly TextHome[] {
	const platform: Platform | undefined = context.draft.accounts?.[account]?.platform;
	const bases: Path[] = [
		["posts", post, "text"],
		["defaults", "text"],
	];
	const paths: Path[] = [
		["posts", post, "to", account],
		...bases.flatMap((base) => (platform === undefined ? [base] : [[...base, platform], base])),
	];
	return paths.map((path) => ({ path, said: textAt(context.draft, path) }));
}

function textAt(draft: RuleContext["draft"], path: Path): Draft<Target> {
	const said = valueAt(draft, path);
	return isMap(said) ? said : {};
}
