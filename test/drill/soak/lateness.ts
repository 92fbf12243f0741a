import type { Wanted } from "./world.ts";

/** A time, by the programs' clock, in which something kept posts from going out. */
export interface Outage {
	readonly name: string;
	readonly from: number;
	to: number;
}

/** The next trouble, and with it a jump of the clock, came in the same moment. */
export const NO_PAUSE = "no pause between two troubles";

/** What may keep the service from delivering. Trouble of `watch` may not: it handed over before. */
const DELAYING = [
	NO_PAUSE,
	"serve is killed",
	"a power cut",
	"a reboot under another host name",
	"another container of the same machine",
	"serve stands still past the due minute",
	"the disk is full",
	"an hour of downtime",
	"a week of downtime",
];

/** A post this late, in milliseconds, was not late. */
const ON_TIME_MS = 60_000;
/** How long after an outage what waited may take: the longest wait before a retry, and a start. */
const RECOVERY_MS = 120_000;

/** One post that came late. */
export interface Late {
	readonly post: Wanted;
	readonly ms: number;
	/** The outages it waited for. Empty: nothing excuses it. */
	readonly causes: readonly string[];
}

/** Why a post came late. Undefined: it did not. */
export function latenessOf(
	post: Wanted,
	{ at, outages }: { readonly at: number; readonly outages: readonly Outage[] },
): Late | undefined {
	const ms = at - post.at;
	if (ms <= ON_TIME_MS) return undefined;
	const causes: string[] = [];
	// Outages that follow one another without a chance in between count as one.
	let until = post.at + ON_TIME_MS;
	for (const { name, from, to } of outages.filter((each) => DELAYING.includes(each.name))) {
		if (to < post.at || from > until) continue;
		until = Math.max(until, to + RECOVERY_MS);
		causes.push(name);
	}
	return { post, ms, causes: at <= until ? causes : [] };
}
