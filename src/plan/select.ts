import { type AddressText, unknownPostAddress, videoAddress } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import { matches } from "../model/glob.ts";
import type { Plan } from "../model/plan.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** Which addresses a command is about: globs. No target: all of them. What is excluded is excluded from the targets too. */
export interface Selection {
	readonly targets: readonly string[];
	readonly excludes: readonly string[];
}

/** Whether an address is selected. */
export type Selected = (address: AddressText) => boolean;

/** What globs can name: everything declared, everything in state. */
export function knownAddresses(
	campaigns: readonly Campaign[],
	{ resources, operations }: Pick<Snapshot, "resources" | "operations">,
): readonly AddressText[] {
	const remembered = [
		...(Object.keys(resources) as AddressText[]),
		...Object.values(operations).map(({ address }) => address),
	];
	return [...new Set([...campaigns.flatMap(declared), ...remembered])];
}

function declared(campaign: Campaign): AddressText[] {
	const { name, videos, posts } = campaign;
	const targets = posts.flatMap((post) =>
		post.targets.map(({ account }) => ({ campaign: name, post: post.name, video: post.from, account })),
	);
	return [...videos.map((video) => videoAddress(name, video.name)), ...targets.map(unknownPostAddress)];
}

/** The globs that name nothing: a misspelt one would select, or exclude, nothing without a word. */
export function unmatched(
	{ targets, excludes }: Selection,
	known: readonly AddressText[],
): readonly string[] {
	return [...targets, ...excludes].filter((glob) => !known.some((address) => names(glob, address)));
}

/** Resolves a selection. Targets bring along what they need (the video of a post); excluding something excludes what needs it. Undefined: everything is selected. */
export function selectorOf(
	{ targets, excludes }: Selection,
	known: readonly AddressText[],
): Selected | undefined {
	if (targets.length + excludes.length === 0) return undefined;
	const named = (globs: readonly string[], address: AddressText) =>
		globs.some((glob) => names(glob, address));
	const needed = new Set(
		known.filter((address) => named(targets, address)).flatMap((address) => neededBy(address) ?? []),
	);
	return (address) => {
		const video = neededBy(address);
		if (named(excludes, address) || (video !== undefined && named(excludes, video))) return false;
		return targets.length === 0 || named(targets, address) || needed.has(address);
	};
}

/** Leaves out of a plan what is not selected, and says how much that is. */
export function select(plan: Plan, selected: Selected | undefined): Plan {
	if (selected === undefined) return plan;
	const changes = plan.changes.filter(({ address }) => selected(address));
	return {
		...plan,
		...(plan.notes && { notes: plan.notes.filter(({ address }) => selected(address)) }),
		changes,
		leftOut: plan.changes.length - changes.length,
		needsAccounts: changes.some((change) => change.action === "publish" && change.account === undefined),
	};
}

/** A glob names an address, or everything below it: `k.post.shorts` all its posts, `k` the whole campaign. */
export function names(glob: string, address: string): boolean {
	return address.startsWith(`${glob}.`) || address.startsWith(`${glob}[`) || matches(glob, address);
}

/** The video whose clips a post or a rendition is made of. */
export function neededBy(address: AddressText): AddressText | undefined {
	const [, campaign, video] =
		/^([^.]+)\.post\.[^[]*\["([^"@]*)@/.exec(address) ?? /^([^.]+)\.rendition\.([^.]+)\./.exec(address) ?? [];
	return campaign === undefined || video === undefined ? undefined : videoAddress(campaign, video);
}
