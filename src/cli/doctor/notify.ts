import { Fault } from "../../model/fault.ts";
import type { CheckResult } from "../../model/health.ts";
import type { NotifyChannel } from "../../model/notify.ts";
import type { Settings } from "../../model/settings.ts";
import { checkTarget } from "../../notify/send/check.ts";
import { troubleText } from "../../views/notify.ts";
import { targetText } from "../wiring/notifier.ts";
import { channelTroubles } from "../wiring/notify-troubles.ts";
import { failure, warning, well } from "./finding.ts";

const NAME = "notify";

/** The channels of notifications: what they need, and whether they got through. Sends nothing. */
export async function lookAtNotify(
	settings: Settings,
	env: Readonly<Record<string, string | undefined>>,
): Promise<readonly CheckResult[]> {
	const channels = settings.notify?.channels ?? [];
	if (channels.length === 0) return [];
	const troubles = (await channelTroubles(settings)).map((trouble) =>
		warning(NAME, troubleText(trouble), `showrun notify test ${trouble.channel}`),
	);
	return [...(await Promise.all(channels.map((channel) => lookAt(channel, env)))), ...troubles];
}

async function lookAt(
	channel: NotifyChannel,
	env: Readonly<Record<string, string | undefined>>,
): Promise<CheckResult> {
	const about = `${channel.name}: ${targetText(channel)}`;
	try {
		await checkTarget(channel.target, env);
		return well(NAME, `${about}; not tried`);
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return failure(NAME, `${about}: ${error.message}`, error.remedy ?? `showrun notify test ${channel.name}`);
	}
}
