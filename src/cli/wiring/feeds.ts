import { join } from "node:path";
import { readFeed } from "../../feeds/read.ts";
import type { Feed, FeedFailure, FeedReading } from "../../model/feed.ts";
import type { Settings } from "../../model/settings.ts";
import type { Clock } from "../../system/clock.ts";
import { openFingerprints } from "../../system/fingerprints.ts";
import { makeOwnFolder } from "../../system/showrun-folder.ts";

/** Reads feeds of one workspace. */
export interface Feeds {
	read(feed: Feed): Promise<FeedReading | FeedFailure>;
	/** Keeps what was learnt of files. */
	save(): Promise<void>;
}

/** Opens what the reading of feeds remembers: parsed feeds, and contents of files. */
export async function openFeeds(
	{ root, feeds }: Settings,
	{ signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<Feeds> {
	// Without the folder nothing is kept, which costs time only.
	await makeOwnFolder(join(root, ".showrun")).catch(() => {});
	const cache = join(root, ".showrun", "cache");
	const fingerprints = await openFingerprints(join(cache, "fingerprints.json"));
	return {
		read: (feed) =>
			readFeed(feed, {
				root,
				env: process.env,
				now: clock.now(),
				signal,
				privateAddresses: feeds.privateAddresses,
				cacheFolder: join(cache, "feeds"),
				fingerprint: (path, until) => fingerprints.of(path, until),
			}),
		save: () => fingerprints.save(),
	};
}
