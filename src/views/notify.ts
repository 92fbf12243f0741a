import { cut, type Ink, paint, plain, wrap } from "./ink.ts";

/** A channel of notifications that does not get through. */
export interface ChannelTrouble {
	readonly channel: string;
	readonly why?: string;
	/** Messages that still wait. */
	readonly waiting: number;
	/** Messages that were given up. */
	readonly dropped: number;
}

/** A channel, as it is listed. */
export interface ListedChannel {
	readonly channel: string;
	/** How messages leave, without secrets. */
	readonly by: string;
	readonly events: readonly string[];
	/** `all`, or when it is quiet, and the time of its summary. */
	readonly when: string;
	readonly trouble?: ChannelTrouble;
}

/** Which channels do not get through; empty where all do. */
export function renderChannelTroubles(troubles: readonly ChannelTrouble[], ink: Ink): string {
	if (troubles.length === 0) return "";
	const lines = troubles.flatMap((trouble) => wrap(troubleText(trouble), ink.width));
	return `\n${lines.join("\n")}\n`;
}

/** `Notifications of team are not sent: …`. */
export function troubleText({ channel, why, waiting, dropped }: ChannelTrouble): string {
	const left = [
		...(waiting > 0 ? [`${waiting} waiting`] : []),
		...(dropped > 0 ? [`${dropped} given up`] : []),
	].join(", ");
	const reason = why === undefined ? "" : ` ${plain(cut(why, 300))}`;
	return `Notifications of ${plain(channel)} are not sent${left && ` (${left})`}:${reason} Try it: showrun notify test ${plain(channel)}`;
}

/** All channels: name, how, what about, when, and what is wrong. */
export function renderChannels(channels: readonly ListedChannel[], ink: Ink): string {
	const lines = channels.flatMap(({ channel, by, events, when, trouble }) => [
		`${paint(ink).bold(plain(channel))}: ${plain(by)}`,
		...wrap(`about ${events.join(", ")}; ${when}`, ink.width - 2).map((line) => `  ${line}`),
		...(trouble === undefined
			? []
			: wrap(troubleText(trouble), ink.width - 2).map((line) => `  ${paint(ink).red(line)}`)),
	]);
	return `${lines.join("\n")}\n`;
}
