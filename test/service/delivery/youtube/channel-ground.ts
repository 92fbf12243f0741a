import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as assert from "uvu/assert";
import type { PlatformSettings, YoutubeSettings } from "../../../../src/model/platform-settings.ts";
import { Secret } from "../../../../src/model/secret.ts";
import { type Credentials, openCredentials } from "../../../../src/service/credentials/credentials.ts";
import { type AccountBook, openAccounts } from "../../../../src/service/store/accounts.ts";
import { folderStore } from "../../../../src/service/store/folder/store.ts";
import type { WirePublishTask } from "../../../../src/wire/messages.gen.ts";
import { withPlatforms } from "../../../platforms/call.ts";
import type { Handle } from "../../../platforms/start.ts";
import { exported, START, untilLater, type World, withWorld } from "../../world.ts";
import { settingsFor } from "./delivering.ts";

export const HOUR = 3_600_000;
export const PATH = "/api/v2/social-media/publish";
export const NAME = { platform: "youtube", username: "Acme" } as const;

export interface Ground {
	readonly world: World;
	readonly platforms: Handle;
	readonly book: AccountBook;
	/** Of the channel, at YouTube. */
	readonly channel: string;
	connect(): Promise<void>;
	disconnect(): Promise<void>;
	/** The service ends and is started again. */
	restart(): Promise<void>;
}

interface Way extends Partial<YoutubeSettings> {
	/** Without its connection it is a folder of the outbox. */
	readonly isDeclared?: boolean;
	/** How often the clip came out at the end. Absent: once. */
	readonly out?: number;
}

/** A service with a channel that can be connected. */
export async function withChannel(
	{ isDeclared = false, out = 1, ...settings }: Way,
	body: (ground: Ground) => Promise<void>,
): Promise<void> {
	const accounts = isDeclared ? [NAME] : [];
	await withPlatforms((platforms) =>
		withWorld({ accounts }, async (world) => {
			await platforms.settings("youtube", { processingMs: 0 });
			const url = platforms.hosts["www.googleapis.com"] ?? "";
			const file = join(world.folder, "user", "credentials.key");
			const options = {
				...{ credentials: { file }, env: process.env, memory: join(world.folder, "memory") },
				platforms: {
					youtube: settingsFor(url, { repeatMs: 24 * HOUR, ...settings }),
					...{ instagram: {}, facebook: {} },
				} as unknown as PlatformSettings,
			};
			await world.restart(options);
			const store = folderStore(world.options.data);
			const [book, credentials] = [openAccounts(store, accounts), openCredentials(store, { file })];
			const [channel = ""] = (await platforms.operate<{ accounts: string[] }>("youtube", "accounts"))
				.accounts;
			const connection = { platforms, book, credentials, channel, now: world.clock.now };
			await body({
				...{ world, platforms, book, channel },
				connect: () => connect(connection),
				disconnect: async () => {
					await credentials.remove(channel);
					await book.remove(channel);
				},
				restart: () => world.restart(options),
			});
			assert.equal([await platforms.violations(), world.log.filter((text) => /Error/.test(text))], [[], []]);
			assert.equal(Object.values((await platforms.counts()).byFile), out === 0 ? [] : [out]);
			assert.equal(await readdir(join(world.folder, "outbox")).catch(() => []), []);
		}),
	);
}

interface Connection extends Pick<Ground, "platforms" | "book" | "channel"> {
	readonly credentials: Credentials;
	readonly now: () => number;
}

async function connect({ platforms, book, credentials, channel, now }: Connection): Promise<void> {
	const lifeMs = 30 * 24 * HOUR;
	const token = await platforms.operate<{ access_token: string }>("youtube", "token", { lifeMs });
	await credentials.put(channel, {
		...{ kind: "youtube", clientId: "id", scopes: [], obtainedAt: START, expiresAt: START + lifeMs },
		accessToken: new Secret(token.access_token),
	});
	await book.connect({ ...NAME, id: channel, via: "youtube" }, now());
}

export async function publish({ call }: World, id: string, more: object = {}): Promise<string> {
	const publish_configs = { [id]: { title: "A title" } };
	const project_id = await exported({ call } as World);
	const { body, status } = await call("POST", PATH, {
		body: { project_id, idx: 0, publish_configs, ...more },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

/** Looks at it again and again, while one minute after the other passes, until it is as wanted. */
export function seen(world: World, id: string, holds: (task: WirePublishTask) => boolean) {
	const read = async () => (await world.call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
	return untilLater(world, read, { holds });
}
