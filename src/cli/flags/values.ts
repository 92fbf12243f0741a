import { InvalidArgumentError } from "commander";
import { type EpochMs, epochMs } from "../../model/brand.ts";
import { type ListenAddress, listenAddress } from "../../model/listen-address.ts";
import { SCOPES, type Scope, TENANT_NAME } from "../../service/tenants/scopes.ts";
import type { Month } from "../../views/month.ts";

/** A whole number from 1 on. All parsers throw `InvalidArgumentError`. */
export function atLeastOne(text: string): number {
	if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
	throw new InvalidArgumentError("Write a whole number from 1 to 9999.");
}

/** A whole number from 0 on. */
export function countOf(text: string): number {
	return whole(text, { from: 0, to: 100_000, what: "a number" });
}

/** Files fetched at the same time. */
export function parallelFiles(text: string): number {
	return whole(text, { from: 1, to: 16, what: "a number" });
}

export function port(text: string): number {
	return whole(text, { from: 0, to: 65_535, what: "a port" });
}

/** `[HOST:]PORT`. */
export function listenOn(text: string): ListenAddress {
	const address = listenAddress(text);
	if (address !== undefined) return address;
	throw new InvalidArgumentError("Write PORT or HOST:PORT, for example 9187 or 0.0.0.0:9187.");
}

/** Seconds. */
export function duration(text: string): number {
	const [, number = "", unit = "s"] = /^(\d{1,5})([smh]?)$/.exec(text) ?? [];
	if (number !== "" && Number(number) <= 86_400) return Number(number) * ({ m: 60, h: 3_600 }[unit] ?? 1);
	throw new InvalidArgumentError("Write seconds (30, 30s), minutes (2m) or hours (1h).");
}

/** A whole id of a commit: a shortened one could come to mean another. */
export function commit(text: string): string {
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return text;
	throw new InvalidArgumentError("Write the whole id of a commit: 40 hexadecimal digits.");
}

/** A time: the zone of this machine where none is written. */
export function timeOf(text: string): EpochMs {
	const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(at)) return epochMs(at);
	throw new InvalidArgumentError(
		"Write a date and a time, for example 2026-12-01T09:00 or 2026-12-01T09:00Z.",
	);
}

/** A time of the campaign's zone, as campaigns say it. */
export function localTime(text: string): string {
	if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))) return text;
	throw new InvalidArgumentError("Write a date and a time without an offset, for example 2026-12-01T09:00.");
}

export function monthOf(text: string): Month {
	const [, year, month] = /^([12]\d{3})-(\d{2})$/.exec(text) ?? [];
	if (Number(month) >= 1 && Number(month) <= 12) return { year: Number(year), month: Number(month) };
	throw new InvalidArgumentError("Write a year and a month, for example 2026-12.");
}

export function zoneOf(text: string): string {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
	} catch {
		throw new InvalidArgumentError("Write the IANA name of a time zone, for example Europe/Berlin or UTC.");
	}
}

interface Range {
	readonly from: number;
	readonly to: number;
	readonly what: string;
}

function whole(text: string, { from, to, what }: Range): number {
	const value = Number(text);
	if (/^\d{1,6}$/.test(text) && value >= from && value <= to) return value;
	throw new InvalidArgumentError(`Write ${what} from ${from} to ${to}.`);
}

/** What a key is good for, by commas. */
export function scopesOf(text: string): readonly Scope[] {
	const given = text.split(",").map((each) => each.trim());
	const scopes = SCOPES.filter((scope) => given.includes(scope));
	if (given.every((each) => scopes.some((scope) => scope === each))) return scopes;
	throw new InvalidArgumentError(`Write one or more of ${SCOPES.join(", ")}, separated by commas.`);
}

export function tenantOf(text: string): string {
	if (TENANT_NAME.test(text)) return text;
	throw new InvalidArgumentError("Write up to 40 small letters, digits and hyphens, for example acme-eu.");
}
