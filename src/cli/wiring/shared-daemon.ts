import { StopFault } from "../../model/fault.ts";
import type { Settings } from "../../model/settings.ts";
import type { Log } from "../terminal/log.ts";

/** What a process has once, however many workspaces it watches. */
export type SharedDaemon = Pick<Settings["daemon"], "port" | "metrics" | "ui">;

/** A workspace, and its settings where they can be used. */
interface Configured {
	readonly name: string;
	readonly settings: Settings | undefined;
}

/** Throws `StopFault` where workspaces want different ones. */
export function sharedDaemon(members: readonly Configured[]): SharedDaemon {
	const known = members.flatMap(({ name, settings }) =>
		settings ? [{ name, daemon: settings.daemon }] : [],
	);
	const [first, ...others] = known;
	if (first === undefined)
		throw new StopFault("None of the workspaces can be watched: see above.", {
			remedy: "Mend one of them, then start the watch again.",
		});
	const page = known.find(({ daemon }) => daemon.ui !== undefined);
	if (page !== undefined)
		throw new StopFault(`A watch of several workspaces has no page, and ${page.name} wants one.`, {
			remedy: "Serve pages by showrun ui, in each workspace, and remove daemon.ui.",
		});
	for (const { name, daemon } of others) {
		const key = differing(first.daemon, daemon);
		if (key !== undefined)
			throw new StopFault(
				`One process has one daemon.${key}, and the settings of ${first.name} and ${name} differ.`,
				{ remedy: `Set daemon.${key} to the same in all workspaces of a watch, or in none.` },
			);
	}
	return first.daemon;
}

/** Settings that came later may want other places. */
export function tellUnused(wanted: SharedDaemon, used: SharedDaemon, log: Log): void {
	const key = differing(wanted, used);
	if (key !== undefined)
		log({
			level: "warn",
			message: `daemon.${key} is not used: this process has one for all its workspaces`,
			remedy: "Make it the same in all of them, and start the watch again.",
		});
}

function differing(one: SharedDaemon, other: SharedDaemon): keyof SharedDaemon | undefined {
	const keys = ["port", "metrics", "ui"] as const;
	return keys.find((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
}
