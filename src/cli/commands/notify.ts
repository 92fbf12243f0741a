import { defined } from "../../model/defined.ts";
import { StopFault } from "../../model/fault.ts";
import type { NotifyChannel } from "../../model/notify.ts";
import type { Settings } from "../../model/settings.ts";
import type { Note } from "../../notify/note.ts";
import { newNoteId } from "../../notify/note-id.ts";
import { sendNote } from "../../notify/send/send.ts";
import { type ListedChannel, renderChannels } from "../../views/notify.ts";
import { didYouMean } from "../../yaml/suggest.ts";
import { EXIT, Exit } from "../exit.ts";
import { inkOf, lines, out, stopSignal } from "../terminal/terminal.ts";
import { sendingWith, targetText, workspaceName } from "../wiring/notifier.ts";
import { channelTroubles } from "../wiring/notify-troubles.ts";
import { settingsIn } from "../wiring/workspace.ts";

interface NotifyFlags {
	readonly in?: string;
	readonly json?: true;
}

/** `showrun notify list`: the channels of the settings, without their secrets. */
export async function listChannels(flags: NotifyFlags): Promise<void> {
	const settings = await settingsIn(flags.in ?? ".");
	const troubles = await channelTroubles(settings);
	const listed = channelsOf(settings).map((channel): ListedChannel => {
		const { name, events } = channel;
		const trouble = troubles.find((each) => each.channel === name);
		return { channel: name, by: targetText(channel), events, when: whenOf(channel), ...defined({ trouble }) };
	});
	out(
		flags.json
			? lines(listed.map((each) => ({ type: "channel", ...each })))
			: renderChannels(listed, inkOf(process.stdout)),
	);
}

/** `showrun notify test [NAME]`: one message to each, at once, also in quiet hours. */
export async function testChannels(name: string | undefined, flags: NotifyFlags): Promise<void> {
	const settings = await settingsIn(flags.in ?? ".");
	const signal = stopSignal();
	const channels = named(channelsOf(settings), name);
	const note = testNote(workspaceName(settings));
	const results = await Promise.all(
		channels.map(async (channel) => ({
			channel,
			result: await sendNote({ ...note, id: newNoteId() }, channel.target, sendingWith(settings, signal)),
		})),
	);
	for (const { channel, result } of results) {
		const why = result.kind === "taken" ? undefined : result.why;
		if (flags.json)
			out(
				lines([{ type: "notify-test", channel: channel.name, ok: why === undefined, ...defined({ why }) }]),
			);
		else out(`${channel.name}: ${why ?? `sent (${targetText(channel)})`}\n`);
	}
	if (results.some(({ result }) => result.kind !== "taken")) throw new Exit(EXIT.error);
}

function channelsOf({ notify }: Settings): readonly NotifyChannel[] {
	if (notify !== undefined) return notify.channels;
	throw new StopFault("The settings have no `notify`, so nobody is told anything.", {
		remedy: "Add a channel: notify: { channels: { team: { slack: { url: { env: SLACK_WEBHOOK_URL } } } } }",
	});
}

function named(channels: readonly NotifyChannel[], name: string | undefined): readonly NotifyChannel[] {
	if (name === undefined) return channels;
	const found = channels.filter((channel) => channel.name === name);
	if (found.length > 0) return found;
	const names = channels.map((channel) => channel.name);
	throw new StopFault(`There is no channel \`${name}\`.`, { remedy: didYouMean(name, names, "Channels") });
}

function whenOf({ quiet, digest, timezone, atMost }: NotifyChannel): string {
	const hours = quiet === undefined ? "" : `, not from ${quiet.from} to ${quiet.to}`;
	const daily = digest === undefined ? "" : `, a summary at ${digest}`;
	return `at most ${atMost} an hour${hours}${daily} (${timezone})`;
}

function testNote(workspace: string): Omit<Note, "id"> {
	const line = { subject: "Test", what: "Messages of showrun arrive here.", remedy: "showrun status" };
	return { at: new Date().toISOString(), workspace, sections: [{ event: "test", lines: [line] }] };
}
