import type { AccountHealth } from "../model/account.ts";
import { defined } from "../model/defined.ts";
import type { Bounds, Outlook } from "../model/outlook.ts";
import type { PlanInk } from "./change.ts";
import { counted, grouped, paint, plain, wrap } from "./ink.ts";
import { formatMoment } from "./local-time.ts";

/** So many posts at risk are named an account. */
const NAMED = 5;

/**
 * What doing the plan will take, below its summary: requests and how long they take, and posts at risk. Empty
 * where there is nothing to say.
 */
export function renderOutlook(outlook: Outlook, ink: PlanInk): string {
	const lines = [
		...requestLine(outlook).flatMap((line) => wrap(line, ink.width)),
		...outlook.atRisk.flatMap((one) => riskLines(one, ink)),
	];
	return lines.map((line) => `${line}\n`).join("");
}

/** Without a limit nobody needs to know. */
export function requestLine({ requests, requestsPerMinute: perMinute }: Outlook): string[] {
	if (perMinute === undefined || requests.most === 0) return [];
	const { least, most } = requests;
	return [
		`Requests: ${between({ least, ...defined({ most }) }, "request")}; ` +
			`at ${grouped(perMinute)} a minute that takes ${duration(requests, perMinute)}.`,
	];
}

function between({ least, most }: Bounds, noun: string): string {
	if (most === undefined) return `at least ${counted(least, noun)}`;
	return least === most ? counted(least, noun) : `${grouped(least)} to ${counted(most, noun)}`;
}

/** The first minute's requests go out at once. */
function duration({ least, most }: Bounds, perMinute: number): string {
	const minutes = (requests: number) => Math.max(0, Math.ceil(requests / perMinute) - 1);
	const low = minutes(least);
	if (most === undefined) return low === 0 ? "at least a few seconds" : `at least ${counted(low, "minute")}`;
	const high = minutes(most);
	if (high === 0) return "less than a minute";
	if (low === high) return `about ${counted(high, "minute")}`;
	return low === 0 ? `up to ${counted(high, "minute")}` : `${low} to ${counted(high, "minute")}`;
}

function riskLines({ account, connected, atRisk }: AccountHealth, ink: PlanInk): string[] {
	const state = connected?.tokenValid ? "expires soon" : "is no longer valid";
	const head =
		`${counted(atRisk.length, "post")} to ${account.platform} ${plain(account.username)}, ` +
		`whose authorization ${state}. Connect it again:`;
	const named = atRisk
		.slice(0, ink.detail ? undefined : NAMED)
		.map(
			({ address, at }) =>
				`  ${plain(address)}${at === undefined ? "" : ` at ${formatMoment(at, address, ink)}`}`,
		);
	const more =
		atRisk.length > named.length
			? [`  … and ${grouped(atRisk.length - named.length)} more, --detail shows all`]
			: [];
	return [
		...wrap(
			`${paint(ink).yellow("At risk:")} ${head} showrun accounts connect ${account.platform}`,
			ink.width,
		),
		...named,
		...more,
	];
}
