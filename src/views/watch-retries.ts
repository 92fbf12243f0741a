import type { AddressText } from "../model/address.ts";
import type { EpochMs } from "../model/brand.ts";
import type { PlanInk } from "./change.ts";
import { moment, plain, wrap } from "./ink.ts";
import { formatMoment } from "./local-time.ts";

/** What `showrun watch` failed with and tries again by itself. */
export interface WatchRetries {
	readonly retries: readonly {
		readonly address: AddressText;
		/** How often it failed in a row. */
		readonly times: number;
		/** When it is tried again. */
		readonly until: EpochMs;
		readonly message: string;
	}[];
	/** Why whole passes fail, since when, and when the next is made. Absent: they do not. */
	readonly trouble?: { readonly message: string; readonly since: EpochMs; readonly until: EpochMs };
	/** Until when nothing is sent, because outcomes stayed unknown several times in a row. */
	readonly stoppedUntil?: EpochMs;
}

/** What watch tries again, and why; empty where nothing fails. */
export function renderWatchRetries({ retries, stoppedUntil, trouble }: WatchRetries, ink: PlanInk): string {
	const [first] = retries;
	const failed = trouble === undefined ? [] : wrap(troubleText(trouble), ink.width);
	const stopped =
		stoppedUntil === undefined
			? []
			: ["watch sends nothing for now: several outcomes in a row were unknown (`showrun resolve`)."];
	const failing = first === undefined ? [] : ["Failing; watch tries again by itself:"];
	const each = retries.flatMap(({ address, times, until, message }) =>
		wrap(
			`${plain(address)}: ${plain(message)} (failed ${times === 1 ? "once" : `${times} times`}, next ${formatMoment(until, address, ink)})`,
			ink.width,
		).map((line) => `  ${line}`),
	);
	const lines = [...failed, ...stopped, ...failing, ...each];
	return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

function troubleText({ message, since, until }: NonNullable<WatchRetries["trouble"]>): string {
	return `Every pass of showrun watch has failed since ${moment(since, "UTC")}: ${plain(message)} It tries again by itself, next at ${moment(until, "UTC")}.`;
}
