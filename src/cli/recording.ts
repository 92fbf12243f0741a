import { hostname } from "node:os";
import type { Address } from "../model/address.ts";
import type { Campaign } from "../model/campaign.ts";
import type { Settings } from "../model/settings.ts";
import type { Recording } from "../reconcile/record.ts";
import type { Clock } from "../system/clock.ts";
import { planOptionsOf } from "./workspace.ts";

/** Time between two looks at a running task: often at home, as the service's request limit allows elsewhere. Milliseconds. */
const POLL = { embedded: { firstMs: 250, mostMs: 1_000 }, remote: { firstMs: 10_000, mostMs: 30_000 } };

/** What differs between the commands that write. */
export interface RecordingParts extends Pick<Recording, "service" | "writer" | "signal" | "emit" | "secondLook"> {
	readonly settings: Settings;
	readonly campaigns: readonly Campaign[];
	readonly replace: readonly Address[];
	readonly clock: Clock;
}

/** Everything a run needs, from the settings and this process. */
export function recordingOf({ settings, replace, ...parts }: RecordingParts): Recording {
	return { ...parts, options: planOptionsOf(settings, replace), limits: settings.service.limits, poll: pollOf(settings), host: hostname(), pid: process.pid };
}

/** How soon the service of the settings is asked again. */
export function pollOf({ service }: Settings): Recording["poll"] {
	return service.url === undefined ? POLL.embedded : POLL.remote;
}
