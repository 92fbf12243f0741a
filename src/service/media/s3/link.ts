import type { LinkWish } from "../media.ts";
import type { Bucket, ObjectAt } from "./bucket.ts";

/** As long as a signature may be good. Milliseconds. */
const MOST_MS = 7 * 24 * 3_600_000;

/**
 * A link that the bucket answers by itself. Undefined: the settings want none, or the credentials end before
 * it would.
 */
export async function linkTo(
	{ settings, client, presigner, sdk, ask }: Bucket,
	at: ObjectAt,
	{ livesMs }: LinkWish,
): Promise<string | undefined> {
	if (!settings.directLinks || livesMs > MOST_MS) return undefined;
	return ask(async () => {
		const { expiration } = await client.config.credentials();
		if (expiration !== undefined && expiration.getTime() < Date.now() + livesMs) return undefined;
		const command = new sdk.GetObjectCommand({ ...at, ResponseCacheControl: "private, no-store" });
		return presigner.getSignedUrl(client, command, { expiresIn: Math.floor(livesMs / 1_000) });
	});
}
