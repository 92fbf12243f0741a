import type { BucketSettings } from "../model/bucket.ts";
import { defined } from "../model/defined.ts";
import { Secret } from "../model/secret.ts";
import type { ServiceDatabase } from "../model/settings.ts";
import type { ServiceBucket } from "./settings.gen.ts";
import type { ReadSettings } from "./settings-file.ts";
import type { Sources } from "./sources.ts";
import { DATABASE_VARIABLE } from "./state.ts";

type DraftEmbedded = NonNullable<ReadSettings["draft"]["embedded"]>;

/** The database with what the service has to remember. */
export function serviceDatabase(
	store: DraftEmbedded["store"],
	env: Sources["env"],
): ServiceDatabase | undefined {
	if (store?.postgres === undefined) return undefined;
	const { url_env: variable = DATABASE_VARIABLE } = store.postgres;
	const url = env[variable]?.trim();
	return { variable, ...(url && { url: new Secret(url) }) };
}

/** The bucket that the service's media are kept in. Undefined: it has no name, which is reported. */
export function bucketOf(raw: Partial<ServiceBucket> = {}): BucketSettings | undefined {
	const { bucket, prefix, region, endpoint } = raw;
	if (bucket === undefined) return undefined;
	return defined({
		...{ bucket, region, endpoint },
		prefix: prefix === undefined ? "" : `${prefix}/`,
		pathStyle: raw.path_style ?? endpoint !== undefined,
		directLinks: raw.links !== "service",
		copiesBytes: Math.round((raw.copies_gigabytes ?? 5) * 1e9),
	});
}
