import { stableUrl } from "../model/stable-url.ts";
import type { CheckedFile, CheckedParts, CheckRequest } from "./check.ts";

/**
 * Where checked files are kept under a name made of everything they follow from. What it gives is what was
 * put.
 */
export interface CampaignCache {
	get(name: string): Promise<unknown>;
	put(name: string, checked: CheckedFile): Promise<void>;
	/** Keeps it for this process alone. Absent: that is not done. */
	remember?(name: string, checked: CheckedFile): void;
	/** What has that name may be asked for later. */
	hold?(name: string): void;
}

/** Names made of everything a checked file follows from: with its reviewed-clips file, and without. */
export type CheckNames = Readonly<Record<keyof CheckedParts, string>>;

/** A checked file: kept from an earlier look, or checked now. */
export async function checked(
	names: CheckNames,
	request: CheckRequest,
	cache: CampaignCache | undefined,
): Promise<CheckedFile> {
	cache?.hold?.(names.bare);
	return (await kept(names.whole, request, cache)) ?? (await fresh(names, request, cache));
}

/** What was kept of an earlier look at the same text, if the disk still says the same. */
async function kept(
	name: string,
	{ look, shared }: CheckRequest,
	cache: CampaignCache | undefined,
): Promise<CheckedFile | undefined> {
	const value = await cache?.get(name);
	// What the cache gives was sealed by this program and user: its shape needs no second check.
	const checked = value as CheckedFile | undefined;
	if (checked === undefined) return undefined;
	for (const [path, fact] of Object.entries(checked.facts)) if ((await look(path)) !== fact) return undefined;
	for (const [path, digest] of Object.entries(checked.used ?? {})) {
		if ((await shared?.read(path))?.digest !== digest) return undefined;
	}
	return checked;
}

/** What parses and checks is loaded only when something has to be parsed: of a new review, that alone. */
async function fresh(
	names: CheckNames,
	request: CheckRequest,
	cache: CampaignCache | undefined,
): Promise<CheckedFile> {
	const { checkFile, withReviews } = await import("./check.ts");
	const { clips } = request;
	const before = clips && (await kept(names.bare, request, cache));
	const { whole, bare } =
		before && clips ? { whole: withReviews(before, clips), bare: before } : await checkFile(request);
	if (names.bare !== names.whole && before === undefined) await keep(names.bare, bare, cache);
	// One review follows another: a process that remembers writes none of it down.
	if (before && cache?.remember) whole.campaign && cache.remember(names.whole, whole);
	else await keep(names.whole, whole, cache);
	return whole;
}

async function keep(name: string, checked: CheckedFile, cache: CampaignCache | undefined): Promise<void> {
	if (checked.campaign === undefined) return;
	if (holdsSignature(checked)) cache?.remember?.(name, checked);
	else await cache?.put(name, checked);
}

/** Whether an address in it is signed: who has a copy of it could fetch the video. */
function holdsSignature(checked: CheckedFile): boolean {
	const urls = JSON.stringify(checked).match(/https?:\/\/[^\s"'\\<>]+\?[^\s"'\\<>]+/gi) ?? [];
	return urls.some((url) => stableUrl(url) !== url);
}
