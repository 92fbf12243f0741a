import { InvalidArgumentError } from "commander";
import type { Month } from "../../views/month.ts";
import { EXIT, Exit } from "../exit.ts";

/** A whole number from 1 on. Throws `InvalidArgumentError`. */
export function atLeastOne(text: string): number {
	if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
	throw new InvalidArgumentError("Write a whole number from 1 to 9999.");
}

export function seconds(text: string): number {
	const [, number = text, unit = "s"] = /^(\d+)([smh]?)$/.exec(text) ?? [];
	return (
		whole(number, "a number of seconds (30, 30s), minutes (2m) or hours (1h)", 86_400) *
		({ m: 60, h: 3_600 }[unit] ?? 1)
	);
}

export function atOnce(text: string): number {
	return whole(text === "0" ? "none" : text, "a number from 1 to 16", 16);
}

export function port(text: string): number {
	return whole(text, "a port (0 to 65535)", 65_535);
}

export function monthOf(text: string): Month {
	const [, year, month] = /^([12]\d{3})-(\d{2})$/.exec(text) ?? [];
	if (Number(month) >= 1 && Number(month) <= 12) return { year: Number(year), month: Number(month) };
	throw new InvalidArgumentError("Write a year and a month, as 2026-12.");
}

export function zoneOf(text: string): string {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
	} catch {
		throw new InvalidArgumentError("Write the IANA name of a time zone, as Europe/Berlin or UTC.");
	}
}

function whole(text: string, what: string, most: number): number {
	const value = Number(text);
	if (text.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= most) return value;
	process.stderr.write(`Error: "${text}" is not ${what}.\n`);
	throw new Exit(EXIT.error);
}
