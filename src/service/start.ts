import { randomBytes } from "node:crypto";
import { StopFault } from "../model/fault.ts";
import { Secret } from "../model/secret.ts";
import { type Cleanup, startCleanup } from "./cleanup/cleanup.ts";
import { startClosing } from "./cleanup/modes.ts";
import { completeConnections } from "./connections.ts";
import { type Core, openCore, openReader, type Workers } from "./core.ts";
import { removeUnusedImages } from "./delivery/images.ts";
import { settleRestored } from "./delivery/restored.ts";
import { buildApp } from "./http/app.ts";
import { type OpenServer, openServer } from "./http/server.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { RunningService, ServiceOptions } from "./options.ts";
import { removeOwner, writeOwner } from "./owner.ts";
import { ownDataId } from "./store/data-id.ts";
import { openDeliveryCount } from "./store/delivery-count.ts";
import { borrowLinkKey, ownLinkKey } from "./store/keys.ts";
import { openSentPosts } from "./store/sent-posts.ts";

/** How long `close` waits for requests and for deliveries in flight. */
const CLOSE_MS = 10_000;

/**
 * Serves reads from the data folder as it is: writes nothing, resumes nothing, takes no lock. The folder need
 * not exist.
 */
export async function startReader(options: ServiceOptions): Promise<RunningService> {
	const core = openReader({ options, localKey: newKey(), linkKey: await borrowLinkKey(options.data) });
	const server = await openServer(buildApp(core), options);
	return { url: server.url, apiKey: core.localKey, close: once(() => server.close(CLOSE_MS)) };
}

/**
 * The service of a data folder whose lock is held; takes up what a former process left. `release` lets go of
 * the lock once all has ended.
 */
export async function startOwned(
	options: ServiceOptions,
	release: () => Promise<void>,
): Promise<RunningService> {
	const ending: Ending = {};
	try {
		await removeOwner(options.data);
		await removeLeftovers(options);
		const { data, memory } = options;
		const outside = { id: await ownDataId(data), memory };
		const count = await openDeliveryCount(data, outside);
		const sent = await openSentPosts(data, outside);
		ending.core = openCore({ options, localKey: newKey(), linkKey: await ownLinkKey(data), count, sent });
		await settleRestored(ending.core, count);
		await ending.core.accounts.settle();
		await connectPrograms(ending.core);
		await completeConnections(ending.core);
		await removeUnusedImages(options.data, ending.core.publishes);
		await ending.core.workers.jobs.resume();
		await ending.core.workers.deliveries.resume();
		ending.server = await openServer(buildApp(ending.core), options);
		ending.core.base.url ??= ending.server.url;
		ending.cleanups = [startClosing(options), startCleanup(ending.core)];
		await writeOwner(options.data, { url: ending.server.url, key: ending.core.localKey });
		const apiKey = options.apiKeys[0] ?? ending.core.localKey;
		const { given } = ending.core.workers.deliveries;
		return { url: ending.server.url, apiKey, given, close: once(() => stop(ending).finally(release)) };
	} catch (error) {
		await stop(ending).finally(release);
		throw error;
	}
}

/** Its accounts stay connected: without the program their posts wait, and go nowhere else. */
async function connectPrograms({ accounts, options }: Core): Promise<void> {
	for (const { platform, username } of options.programs ?? []) {
		if ((await accounts.viaOf(accounts.idOf({ platform, username })))?.webhook !== undefined)
			throw new StopFault(`The settings declare a webhook for the account ${username} (${platform}).`, {
				remedy: "Delete it there (embedded.accounts), or leave the account to it.",
			});
		await accounts.connect({ platform, username, via: "program" }, options.clock.now());
	}
}

type Owned = Core & { readonly workers: Workers };

interface Ending {
	core?: Owned;
	server?: OpenServer;
	cleanups?: readonly Cleanup[];
}

/** Requests in flight may still create something, so the server ends first; all waits share one bound. */
async function stop({ core, server, cleanups = [] }: Ending): Promise<void> {
	const started = performance.now();
	const left = () => Math.max(0, CLOSE_MS - (performance.now() - started));
	if (core) await removeOwner(core.options.data);
	const jobs = core?.workers.jobs.close();
	for (const cleanup of cleanups) await cleanup.close();
	await server?.close(left());
	await jobs;
	await core?.workers.deliveries.close(left());
}

function newKey(): Secret {
	return new Secret(randomBytes(32).toString("hex"));
}

function once(close: () => Promise<void>): () => Promise<void> {
	let closed: Promise<void> | undefined;
	return () => {
		closed ??= close();
		return closed;
	};
}
