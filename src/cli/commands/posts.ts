import type { ServicePostChange, ServicePosts } from "../../api/service-posts.ts";
import { isPostAddress } from "../../model/address.ts";
import type { EpochMs } from "../../model/brand.ts";
import { StopFault } from "../../model/fault.ts";
import { keysOf } from "../../model/keys.ts";
import type { ServicePost } from "../../model/service-post.ts";
import type { Settings } from "../../model/settings.ts";
import { namedPosts } from "../../plan/held-posts.ts";
import { systemClock } from "../../system/clock.ts";
import { renderServicePosts } from "../../views/service-posts.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { inkOf, out, stopSignal } from "../terminal/terminal.ts";
import { type Connected, connectService } from "../wiring/service.ts";
import { storeOf } from "../wiring/store.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface PostFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun posts list`. */
export function listPosts(flags: PostFlags): Promise<void> {
	return withPosts(flags, "read", ({ posts }, signal) => posts.list(signal));
}

/** `showrun posts show POST…`: ids of the service, addresses, or globs of addresses. */
export function showPosts(named: readonly string[], flags: PostFlags): Promise<void> {
	return withPosts(flags, "read", async ({ posts, idsOf }, signal) =>
		oneByOne(await idsOf(named), (id) => posts.show(id, signal)),
	);
}

/** `showrun posts retry POST…` and `showrun posts cancel POST…`. */
export function changePosts(
	named: readonly string[],
	change: ServicePostChange,
	flags: PostFlags,
): Promise<void> {
	return withPosts(flags, "write", async ({ posts, start, idsOf }, signal) => {
		const ids = await idsOf(named, change.kind === "cancel" ? { aheadOf: systemClock.now() } : {});
		await start();
		return oneByOne(ids, async (id) => posts.change(await posts.show(id, signal), change, signal));
	});
}

async function oneByOne(
	ids: readonly string[],
	work: (id: string) => Promise<ServicePost>,
): Promise<readonly ServicePost[]> {
	const posts: ServicePost[] = [];
	for (const id of ids) posts.push(await work(id));
	return posts;
}

/** What the service calls posts. Ids have no dots, addresses do. */
async function idsNamed(
	named: readonly string[],
	settings: Settings,
	aheadOf: EpochMs | undefined,
): Promise<readonly string[]> {
	const isAddress = (name: string) => name.includes(".");
	if (!named.some(isAddress)) return named;
	const snapshot = await storeOf(settings).read();
	const ids = named.flatMap((name) => {
		if (!isAddress(name)) return [name];
		const { found } = namedPosts(snapshot, [name], aheadOf);
		const known = found.flatMap(({ state: { taskId } }) => taskId ?? []);
		if (known.length > 0) return known;
		const hint = didYouMean(name, keysOf(snapshot.resources).filter(isPostAddress), "Handed over");
		throw new StopFault(`The state knows no post ${name} that the service holds.`, {
			remedy: `${hint}\nSee: showrun posts list`.trim(),
		});
	});
	return [...new Set(ids)];
}

interface ResolveFlags extends PostFlags {
	readonly posted?: true;
	readonly notPosted?: true;
	readonly url?: string;
}

/** `showrun posts resolve POST ACCOUNT`: what a person found of a post whose outcome is unknown. */
export function resolvePost(named: string, accountId: string, flags: ResolveFlags): Promise<void> {
	if ((flags.posted === true) === (flags.notPosted === true))
		throw new StopFault("Exactly one of --posted and --not-posted is needed.", {
			remedy: "Look at the account first, then say what is there.",
		});
	const outcome = flags.posted ? "posted" : "not_posted";
	const url = flags.url === undefined ? {} : { url: flags.url };
	return changePosts([named], { kind: "resolve", accountId, outcome, ...url }, flags);
}

type Opened = Pick<Connected, "start"> & {
	readonly posts: ServicePosts;
	/** `aheadOf`: globs name only what goes out later. */
	readonly idsOf: (
		named: readonly string[],
		only?: { readonly aheadOf?: EpochMs },
	) => Promise<readonly string[]>;
};

async function withPosts(
	flags: PostFlags,
	mode: "read" | "write",
	work: (opened: Opened, signal: AbortSignal) => Promise<readonly ServicePost[]>,
): Promise<void> {
	const signal = stopSignal();
	const settings = await settingsIn(flags.in);
	const connected = await connectService(settings, mode);
	const idsOf: Opened["idsOf"] = (named, only) => idsNamed(named, settings, only?.aheadOf);
	try {
		const posts = await work({ ...connected, idsOf }, signal);
		const accounts = await connected.service.accounts(signal);
		const names = new Map(accounts.map((each) => [each.id, `${each.platform}:${each.username}`]));
		const named = posts.map((post) => withNames(post, names));
		if (flags.json) for (const post of named) out(`${JSON.stringify({ type: "post", ...post })}\n`);
		else out(renderServicePosts(named, { ...inkOf(process.stdout), zone: "UTC" }));
	} finally {
		await connected.close();
	}
}

function withNames(post: ServicePost, names: ReadonlyMap<string, string>): ServicePost {
	const results = post.results.map((result) => {
		const account = names.get(result.accountId);
		return account === undefined ? result : { ...result, account };
	});
	return { ...post, results };
}
