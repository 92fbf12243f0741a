import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PlatformSettings } from "../../../../src/model/platform-settings.ts";
import { Secret } from "../../../../src/model/secret.ts";
import { type Credentials, openCredentials } from "../../../../src/service/credentials/credentials.ts";
import { type AccountBook, openAccounts } from "../../../../src/service/store/accounts.ts";
import type { WirePublishTask } from "../../../../src/wire/messages.gen.ts";
import { withPlatforms } from "../../../platforms/call.ts";
import type { PlannedFault } from "../../../platforms/core/faults.ts";
import type { Handle } from "../../../platforms/start.ts";
import { exported, START, until, type World, withWorld } from "../../world.ts";
import { settingsFor } from "./delivering.ts";

const HOUR = 3_600_000;
const PATH = "/api/v2/social-media/publish";
const NAME = { platform: "youtube", username: "Acme" } as const;

interface Ground {
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

/** A service with a connected channel; `isDeclared`: without that it is a folder of the outbox. */
async function withChannel(
	{ isDeclared }: { readonly isDeclared: boolean },
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
					youtube: settingsFor(url, { repeatMs: 24 * HOUR }),
					instagram: {},
				} as unknown as PlatformSettings,
			};
			await world.restart(options);
			const { data } = world.options;
			const [book, credentials] = [openAccounts(data, accounts), openCredentials(data, { file })];
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
			assert.equal(Object.values((await platforms.counts()).byFile), [1]);
			assert.equal(await readdir(join(world.folder, "outbox")).catch(() => []), []);
		}),
	);
}

interface Connection extends Pick<Ground, "platforms" | "book" | "channel"> {
	readonly credentials: Credentials;
	readonly now: () => number;
}

async function connect({ platforms, book, credentials, channel, now }: Connection): Promise<void> {
	const lifeMs = 48 * HOUR;
	const token = await platforms.operate<{ access_token: string }>("youtube", "token", { lifeMs });
	await credentials.put(channel, {
		...{ kind: "youtube", clientId: "id", scopes: [], obtainedAt: START, expiresAt: START + lifeMs },
		accessToken: new Secret(token.access_token),
	});
	await book.connect({ ...NAME, id: channel, via: "youtube" }, now());
}

async function publish({ call }: World, id: string, more: object = {}): Promise<string> {
	const publish_configs = { [id]: { title: "A title" } };
	const project_id = await exported({ call } as World);
	const { body, status } = await call("POST", PATH, {
		body: { project_id, idx: 0, publish_configs, ...more },
	});
	if (status !== 200) throw new Error(`publish answered ${status}: ${body.message}`);
	return (body.data as WirePublishTask).task_id;
}

/** Looks at it again and again, a minute after each, until it is as wanted. */
function seen({ call, clock }: World, id: string, holds: (task: WirePublishTask) => boolean) {
	return until(async () => {
		const task = (await call("GET", `${PATH}/${id}`)).body.data as WirePublishTask;
		if (!holds(task)) clock.move(60_000);
		return task;
	}, holds);
}

const waits = ({ results }: WirePublishTask) =>
	/^This post goes to Acme on YouTube, which is not connected any more\. Connect it again: showrun accounts connect youtube --username 'Acme'$/.test(
		results?.[0]?.note ?? "",
	);
const ends = ({ status }: WirePublishTask) => status === "DONE" || status === "ERROR";

const disconnected = suite("a post to a channel that is disconnected meanwhile");

for (const [who, isDeclared] of [
	["a channel", false],
	["a channel that is declared as a folder", true],
] as const)
	disconnected(`waits until ${who} is connected again, over a restart, and is public once`, () =>
		withChannel({ isDeclared }, async (ground) => {
			const { world, book, connect, disconnect, channel } = ground;
			await connect();
			const name = isDeclared ? book.idOf(NAME) : channel;
			const id = await publish(world, name, { scheduled_at: START + 2 * HOUR });
			await disconnect();
			world.clock.move(3 * HOUR);
			await seen(world, id, waits);
			await ground.restart();
			const waiting = await seen(world, id, waits);
			assert.is(waiting.results?.[0]?.needs_account, true);
			world.clock.move(HOUR);
			await connect();
			// Nobody has looked at it since.
			const [connected] = (await seen(world, id, () => true)).results ?? [];
			assert.equal([connected?.needs_account, connected?.note], [undefined, undefined]);
			const { status } = await seen(world, id, ends);
			assert.is(status, "DONE");
		}),
	);

/** What becomes of the call that makes it public. */
const CALLS: readonly (readonly [title: string, isDeclared: boolean, lost: PlannedFault])[] = [
	["executed", true, { route: "youtube.update", kind: "reset", when: "after", times: 1 }],
	["not executed", false, { route: "youtube.update", kind: "reset", when: "before", times: 1 }],
];
for (const [title, isDeclared, lost] of CALLS)
	disconnected(`${title} before that: what became of it is read once it is connected again`, () =>
		withChannel({ isDeclared }, async (ground) => {
			const { world, platforms, connect, disconnect, channel, book } = ground;
			await connect();
			// The looks at it that come right after that are lost, too.
			await platforms.faults(lost, { route: "youtube.videos", kind: "reset", skip: 2, times: 99 });
			const id = await publish(world, isDeclared ? book.idOf(NAME) : channel);
			const isArmed = ({ results }: WirePublishTask) =>
				["armed", "settling"].includes(results?.[0]?.state ?? "");
			await seen(world, id, isArmed);
			await disconnect();
			await platforms.clearFaults();
			await seen(world, id, waits);
			await ground.restart();
			await connect();
			const { status, results } = await seen(world, id, ends);
			assert.is(status, "DONE", results?.[0]?.error_message);
		}),
	);

disconnected.run();
