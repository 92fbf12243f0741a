import { createClient } from "../../src/api/client.ts";
import type { Pause } from "../../src/api/rate-limit.ts";
import { Secret } from "../../src/model/secret.ts";
import type { ServiceSettings } from "../../src/model/settings.ts";
import type { Clock } from "../../src/system/clock.ts";
import { fakeClock } from "../fakes/clock.ts";
import { type Behaviour, type FaultServer, withFaultServer } from "./fault-server.ts";
import { KEY } from "./sending.ts";

export const never = new AbortController().signal;
export const EMPTY = '{"data":[]}';
export const TASK =
	'{"data":{"id":"t-1","status":"SUCCEEDED","clips":[{"idx":0,"begin_ms":0,"end_ms":9,"export_link":"https://e/0"}]}}';

export function settings(over: Partial<ServiceSettings> = {}): ServiceSettings {
	const url = "https://service.example";
	const platforms = {
		youtube: "youtube",
		tiktok: "tt",
		twitter: "x",
		instagram: "instagram",
		facebook: "facebook",
		linkedin: "linkedin",
	};
	const limits = { requestsPerMinute: Number.POSITIVE_INFINITY, runningTasks: 5 };
	return {
		url,
		versionHeader: "x-acme-api-version",
		platforms,
		limits,
		idempotency: false,
		publishStatus: true,
		transcripts: true,
		...over,
	};
}

/** What a client works with besides the server. */
interface Around {
	readonly clock?: Clock;
	readonly path?: string;
	readonly over?: Partial<ServiceSettings>;
	readonly onPause?: (pause: Pause) => void;
}

/** A client of a server that behaves so, closed when the test ended. */
export async function withClient(
	behaviour: Behaviour,
	test: (client: ReturnType<typeof createClient>, server: FaultServer) => Promise<void>,
	{ clock = fakeClock(), path = "", over = {}, onPause }: Around = {},
): Promise<void> {
	await withFaultServer(behaviour, async (server) => {
		const connect = async () => ({ url: `${server.url}${path}`, apiKey: new Secret(KEY) });
		const client = createClient({ settings: settings(over), connect, clock, ...(onPause && { onPause }) });
		try {
			await test(client, server);
		} finally {
			await client.close();
		}
	});
}

export const answering = (status: number, body: string, headers = {}): Behaviour => ({
	whole: (link) => link.answer(status, body, headers),
});
