import { embeddedOptions } from "../cli/wiring/service.ts";
import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import type { Destination } from "../service/delivery/destination.ts";
import { startService as startEmbedded } from "../service/embedded.ts";
import { openedOf } from "./opened.ts";
import { type Picker, pickingEngine } from "./picking.ts";
import type { Workspace } from "./values.ts";

export type {
	Destination,
	DestinationAccount,
	DestinationRefusal,
	Lead,
	Post,
	Posted,
	PostFile,
	Prepared,
	Progress,
	PublishOutcome,
	Settled,
	Tools,
	Work,
} from "../service/delivery/destination.ts";
export type { PickCandidate, PickedClip, Picker, PickRequest } from "./picking.ts";

/** How the service is embedded. */
export interface ServiceOptions {
	/** Absent: 127.0.0.1. */
	readonly host?: string;
	/** Absent: any free one. */
	readonly port?: number;
	/** What clients have to send. Absent: a new one each time. */
	readonly apiKey?: string;
	/**
	 * Accounts whose posts this program delivers. They stay connected: where the program does not run, their
	 * posts wait.
	 */
	readonly destinations?: readonly AccountDestination[];
	/** Picks the clips of each video. Absent: showrun takes the best. */
	readonly pick?: Picker;
	/** What becomes of posts that a restored data folder may have delivered. Absent: it does not start. */
	readonly restored?: "deliver" | "skip";
	/** Hears what goes wrong inside, one text each. */
	readonly log?: (text: string) => void;
}

/** An account, and where its posts go. */
export interface AccountDestination {
	readonly platform: Platform;
	readonly username: string;
	readonly destination: Destination;
}

export type Platform = "youtube" | "tiktok" | "twitter" | "instagram" | "facebook" | "linkedin";

/** A service that runs. */
export interface RunningService {
	/** Without a trailing slash. */
	readonly url: string;
	readonly apiKey: string;
	/** Waits up to about ten seconds for what is under way; what is left is taken up at the next start. */
	close(): Promise<void>;
}

/**
 * Serves the data folder of a workspace in this process, as its only owner: `apply` and the command work with
 * it from then on. Throws a `Fault` where another process owns it.
 */
export async function startService(
	workspace: Workspace,
	options: ServiceOptions = {},
): Promise<RunningService> {
	const { host = "127.0.0.1", port = 0, apiKey, destinations = [], pick, restored, log = () => {} } = options;
	const embedded = await embeddedOptions(openedOf(workspace).settings, { host, port });
	const service = await startEmbedded({
		...embedded,
		apiKeys: apiKey === undefined ? [] : [new Secret(apiKey)],
		engine: pick === undefined ? embedded.engine : pickingEngine(embedded.engine, pick),
		programs: destinations,
		log,
		...defined({ restored }),
	});
	return { url: service.url, apiKey: service.apiKey.reveal(), close: () => service.close() };
}
