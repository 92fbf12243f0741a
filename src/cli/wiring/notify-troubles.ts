import { defined } from "../../model/defined.ts";
import type { Settings } from "../../model/settings.ts";
import { notifyKeptIn, readNotifyKept } from "../../notify/kept.ts";
import type { ChannelTrouble } from "../../views/notify.ts";

/** The channels of the settings that do not get through, by what was remembered of them. */
export async function channelTroubles(settings: Settings): Promise<readonly ChannelTrouble[]> {
	const channels = settings.notify?.channels ?? [];
	if (channels.length === 0) return [];
	const kept = await readNotifyKept(notifyKeptIn(settings));
	return channels.flatMap(({ name }): readonly ChannelTrouble[] => {
		const queue = Object.hasOwn(kept, name) ? kept[name]?.queue : undefined;
		if (queue === undefined || (queue.trouble === undefined && queue.dropped === 0)) return [];
		const waiting = queue.waiting.length + (queue.sending === undefined ? 0 : 1);
		return [{ channel: name, waiting, dropped: queue.dropped, ...defined({ why: queue.trouble }) }];
	});
}
