import type { ServicePostChange, ServicePosts } from "../../api/service-posts.ts";
import { StopFault } from "../../model/fault.ts";
import type { ServicePost } from "../../model/service-post.ts";
import { renderServicePosts } from "../../views/service-posts.ts";
import { inkOf, out, stopSignal } from "../terminal/terminal.ts";
import { type Connected, connectService } from "../wiring/service.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface PostFlags {
	readonly in: string;
	readonly json?: true;
}

/** `showrun posts list`. */
export function listPosts(flags: PostFlags): Promise<void> {
	return withPosts(flags, "read", ({ posts }, signal) => posts.list(signal));
}

/** `showrun posts show ID`. */
export function showPost(id: string, flags: PostFlags): Promise<void> {
	return withPosts(flags, "read", async ({ posts }, signal) => [await posts.show(id, signal)]);
}

/** `showrun posts retry ID` and `showrun posts cancel ID`. */
export function changePost(id: string, change: ServicePostChange, flags: PostFlags): Promise<void> {
	return withPosts(flags, "write", async ({ posts, start }, signal) => {
		await start();
		return [await posts.change(await posts.show(id, signal), change, signal)];
	});
}

interface ResolveFlags extends PostFlags {
	readonly posted?: true;
	readonly notPosted?: true;
	readonly url?: string;
}

/** `showrun posts resolve ID ACCOUNT`: what a person found of a post whose outcome is unknown. */
export function resolvePost(id: string, accountId: string, flags: ResolveFlags): Promise<void> {
	if ((flags.posted === true) === (flags.notPosted === true))
		throw new StopFault("Exactly one of --posted and --not-posted is needed.", {
			remedy: "Look at the account first, then say what is there.",
		});
	const outcome = flags.posted ? "posted" : "not_posted";
	const url = flags.url === undefined ? {} : { url: flags.url };
	return changePost(id, { kind: "resolve", accountId, outcome, ...url }, flags);
}

type Opened = Pick<Connected, "start"> & { readonly posts: ServicePosts };

async function withPosts(
	flags: PostFlags,
	mode: "read" | "write",
	work: (opened: Opened, signal: AbortSignal) => Promise<readonly ServicePost[]>,
): Promise<void> {
	const signal = stopSignal();
	const connected = await connectService(await settingsIn(flags.in), mode);
	try {
		const posts = await work(connected, signal);
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
