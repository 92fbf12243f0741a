import type { CheckResult } from "../../model/health.ts";
import type { Settings } from "../../model/settings.ts";
import { bytesOf, piecesIn } from "../../service/cache/entries.ts";
import { serviceMedia } from "../wiring/service-media.ts";
import { warning, well } from "./finding.ts";

/** Where rendered clips and source videos lie, how large they are together, and how large they may be. */
export async function lookAtCache(settings: Settings): Promise<readonly CheckResult[]> {
	const { embedded } = settings;
	const media = await serviceMedia(settings);
	const bytes = bytesOf(await piecesIn(media));
	const detail = `${gigabytes(bytes)} of at most ${gigabytes(embedded.cacheBytes)} in renders and sources of ${media.where("")}`;
	if (bytes <= embedded.cacheBytes) return [well("cache", detail)];
	const remedy =
		"The next apply removes what is no longer needed. " +
		"If that is not enough, raise embedded.cache_gigabytes or shorten embedded.result_lifetime.";
	return [warning("cache", detail, remedy)];
}

/** Billions of bytes, as in the settings. */
function gigabytes(bytes: number): string {
	return `${Number((bytes / 1e9).toPrecision(3))} GB`;
}
