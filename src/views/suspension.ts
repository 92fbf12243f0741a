import { type Suspension, suspensionSentence } from "../model/suspension.ts";
import { type Ink, paint, plain, wrap } from "./ink.ts";

/** Says that nothing is sent, for a terminal; nothing where nothing is suspended. */
export function renderSuspension(suspension: Suspension | undefined, ink: Ink): string {
	if (suspension === undefined) return "";
	const sentence = `${plain(suspensionSentence(suspension))} To go on: showrun resume`;
	return `${wrap(`${paint(ink).yellow("Warning:")} ${sentence}`, ink.width).join("\n")}\n`;
}

/** Says that nothing new is taken for want of room, for a terminal; nothing where there is room. */
export function renderShortage(shortage: string | undefined, ink: Ink): string {
	if (shortage === undefined) return "";
	const sentence = `${plain(shortage)} It goes on by itself once there is room: showrun doctor`;
	return `${wrap(`${paint(ink).yellow("Warning:")} ${sentence}`, ink.width).join("\n")}\n`;
}

/** A suspension for a program. */
export function suspensionEvent(suspension: Suspension): object {
	return { type: "suspended", ...suspensionJson(suspension), message: suspensionSentence(suspension) };
}

/** Its members, times as ISO 8601. */
export function suspensionJson({ reason, until, since }: Suspension): object {
	return { reason, since, until: until === undefined ? undefined : new Date(until).toISOString() };
}
