import {
	type Document,
	isAlias,
	isMap,
	isNode,
	isScalar,
	type Node,
	Pair,
	parseDocument,
	Scalar,
	visit,
	YAMLMap,
} from "yaml";
import { defined } from "../../model/defined.ts";
import { LANGUAGE } from "../merge-clips.ts";
import type { NewEntries } from "./insert-entries.ts";
import { titleOf, unique } from "./names.ts";
import { sayOtherTitle, saysTitle } from "./post-titles.ts";

/** A video to be added to a campaign. */
export interface NewVideo {
	readonly key: string;
	/** A path from the campaign's folder, or an address. */
	readonly source: string;
	/** What stands in texts in place of the latest entry's title. Absent: it is read from the source. */
	readonly title?: string;
	readonly language?: string;
	readonly transcript?: string;
	/** Of its first post; later ones keep their distance from it. */
	readonly at?: string;
	readonly schedule?: string;
	/** What posts say on single accounts, by account. */
	readonly texts?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** What stands in a campaign already. */
export interface Latest {
	/** Of the last entry with a source of its own. Absent: there is none. */
	readonly key?: string;
	readonly title?: string;
	/** Names of its posts; and which of them have a time of their own. */
	readonly posts: readonly string[];
	readonly timed: readonly string[];
	/** Whether a text of its posts says its title. */
	readonly saysTitle: boolean;
	readonly videos: readonly string[];
	readonly sources: ReadonlyMap<string, string>;
}

/** The entry of a campaign that new ones are written like. */
export function latestOf(text: string): Latest {
	const document = parseDocument(text, LANGUAGE);
	const { key, posts } = latestIn(document);
	const data = document.toJS() ?? {};
	const sources = Object.entries(data.videos ?? {}).flatMap(([name, entry]): [string, string][] => {
		const source = (entry as { source?: unknown } | null)?.source;
		return typeof source === "string" ? [[source, name]] : [];
	});
	const own = sources.find(([, name]) => name === key)?.[0];
	const title = own === undefined ? undefined : titleOf(own);
	return {
		...defined({ key, title }),
		posts: posts.map(({ key: name }) => nameOf(name)),
		timed: posts.flatMap(({ key: name, value }) => (isMap(value) && value.has("at") ? [nameOf(name)] : [])),
		saysTitle: title !== undefined && posts.some(({ value }) => saysTitle(value, title)),
		videos: Object.keys(data.videos ?? {}),
		sources: new Map(sources),
	};
}

/** The entries of new videos, and their posts, written like those of the latest. */
export function entriesLikeLatest(text: string, videos: readonly NewVideo[]): readonly NewEntries[] {
	const document = parseDocument(text, LANGUAGE);
	const { key, video, posts } = latestIn(document);
	const { title } = latestOf(text);
	const taken = new Set(Object.keys(document.toJS()?.posts ?? {}));
	const made = videos.map((each) => {
		const names = unique(
			posts.map((pair) => postName(nameOf(pair.key), { latest: key ?? "", key: each.key })),
			taken,
		);
		for (const name of names) taken.add(name);
		const copies = posts.map((pair, index) =>
			postLike(document, pair, { ...each, name: names[index] ?? "", latestTitle: title }),
		);
		const own = copies.length === 0 && each.texts ? [freshPost(document, each, taken)] : copies;
		return { video: videoLike(document, video, each), posts: withTimes(own, each.at) };
	});
	return [
		{ section: "videos", pairs: made.map((each) => each.video) },
		{ section: "posts", pairs: made.flatMap((each) => each.posts) },
	];
}

interface Found {
	readonly key?: string;
	readonly video?: YAMLMap;
	readonly posts: readonly Pair[];
}

function latestIn(document: Document): Found {
	const root = document.contents;
	const [videos, posts] = ["videos", "posts"].map((name) => (isMap(root) ? root.get(name, true) : undefined));
	const written = isMap(videos)
		? videos.items.filter(({ value }) => isMap(value) && value.has("source"))
		: [];
	const last = written.at(-1);
	if (last === undefined || !isMap(last.value)) return { posts: [] };
	const key = nameOf(last.key);
	const own = isMap(posts)
		? posts.items.filter(({ value }) => isMap(value) && value.get("from") === key)
		: [];
	return { key, video: last.value, posts: own };
}

function nameOf(key: unknown): string {
	return String(isScalar(key) ? key.value : key);
}

/** What a node says, without the comments and anchors of where it stands. */
function copyOf<Kind extends Node>(document: Document, node: Kind): Kind {
	const copy = node.clone() as Kind;
	visit(copy, {
		Alias: (_, alias) => {
			const meant = alias.resolve(document);
			return isNode(meant) && !isAlias(meant) ? copyOf(document, meant) : undefined;
		},
		Node: (_, each) => {
			each.comment = null;
			each.commentBefore = null;
			each.spaceBefore = false;
			if ("anchor" in each) delete each.anchor;
		},
	});
	return copy;
}

/** What belongs to the latest video alone is left out. */
function videoLike(document: Document, latest: YAMLMap | undefined, each: NewVideo): Pair {
	const map = new YAMLMap(document.schema);
	map.set("source", each.source);
	if (each.transcript !== undefined) map.set("transcript", each.transcript);
	const rest = latest === undefined ? undefined : copyOf(document, latest);
	for (const name of ["source", "transcript"]) rest?.delete(name);
	if (isMap(rest?.get("clipping"))) rest.deleteIn(["clipping", "add"]);
	if (each.language !== undefined) {
		const clipping = rest?.get("clipping");
		if (isMap(clipping)) clipping.set("language", each.language);
		else map.set("clipping", document.createNode({ language: each.language }, { flow: true }));
	}
	for (const pair of rest?.items ?? [])
		if (!(isMap(pair.value) && pair.value.items.length === 0 && nameOf(pair.key) === "clipping"))
			map.add(pair, true);
	return new Pair(document.createNode(each.key), map);
}

interface NewPost extends NewVideo {
	readonly name: string;
	readonly latestTitle: string | undefined;
}

function postLike(document: Document, { value }: Pair, post: NewPost): Pair {
	const map = copyOf(document, value as YAMLMap);
	const { key, source, latestTitle, title = titleOf(source) } = post;
	map.set("from", key);
	const clips = map.get("clips");
	// Moments of another video.
	if (isMap(clips)) for (const name of ["pin", "skip"]) clips.delete(name);
	if (post.schedule !== undefined) {
		map.delete("at");
		map.set("schedule", post.schedule);
	}
	if (post.at !== undefined) map.delete("schedule");
	if (latestTitle !== undefined) sayOtherTitle(map, latestTitle, title);
	for (const [account, texts] of Object.entries(post.texts ?? {}))
		for (const [field, said] of Object.entries(texts)) say(document, map, [account, field, said]);
	return new Pair(document.createNode(post.name), map);
}

/** A list of accounts says nothing of them, and becomes a map where something is to be said. */
function say(
	document: Document,
	post: YAMLMap,
	[account, field, said]: readonly [string, string, string | readonly string[]],
): void {
	const to = post.get("to");
	if (!isMap(to)) {
		const names: unknown = (to as Node | undefined)?.toJS(document) ?? [];
		const entries = (Array.isArray(names) ? names : []).map((name): [string, object] => [String(name), {}]);
		post.set("to", document.createNode(Object.fromEntries(entries)));
	}
	post.setIn(["to", account], post.getIn(["to", account]) ?? new YAMLMap(document.schema));
	post.setIn(["to", account, field], document.createNode(said, { flow: true }));
}

/** Where no entry shows how: the two best clips, to the accounts that are named. */
function freshPost(document: Document, each: NewVideo, taken: Set<string>): Pair {
	const [name = each.key] = unique([each.key], taken);
	taken.add(name);
	const { at, schedule } = each;
	const value = {
		...{ from: each.key, clips: { top: 2 } },
		...defined({ at, schedule }),
		to: each.texts,
	};
	const map = document.createNode(value) as YAMLMap;
	const clips = map.get("clips");
	if (isMap(clips)) clips.flow = true;
	return new Pair(document.createNode(name), map);
}

/** The first post takes the time, and the others keep their distance from it. */
function withTimes(posts: readonly Pair[], at: string | undefined): readonly Pair[] {
	if (at === undefined) return posts;
	const times = posts
		.map(({ value }) => isMap(value) && value.get("at"))
		.filter((each) => typeof each === "string");
	const first = times.toSorted()[0] ?? at;
	for (const { value } of posts) {
		if (!isMap(value)) continue;
		const before = value.get("at");
		const moved =
			typeof before === "string"
				? Date.parse(`${at}Z`) + Date.parse(`${before}Z`) - Date.parse(`${first}Z`)
				: 0;
		const said = moved ? new Date(moved).toISOString().slice(0, 16) : at;
		const to = value.items.findIndex(({ key }) => nameOf(key) === "to");
		if (value.has("at")) value.set("at", said);
		else
			value.items.splice(to < 0 ? value.items.length : to, 0, new Pair(new Scalar("at"), new Scalar(said)));
	}
	return posts;
}

/** A post that is named for its video is named for the new one. */
function postName(name: string, { latest, key }: { readonly latest: string; readonly key: string }): string {
	const at = `-${name}-`.indexOf(`-${latest}-`);
	const made = at < 0 ? `${name}-${key}` : `${name.slice(0, at)}${key}${name.slice(at + latest.length)}`;
	return made.slice(0, 60);
}
