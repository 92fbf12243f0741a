/** Who can see a video, and what the log says of that. */
import type { Google, Video } from "./model.ts";

/** Writes down what changed for the public, if anything did. */
export function reflect({ world: { log, clock } }: Google, video: Video, how: string): void {
	const { id: post, channel: account, object, sha256, bytes } = video;
	const visibility = video.status.privacyStatus;
	const isVisible = visibility !== "private" && !video.isDeleted && !video.rejection && !video.failure;
	if (isVisible === (video.logged === "visible")) return;
	if (isVisible && video.logged === "never") {
		video.publishedAt = clock.now();
		log.append("youtube", { kind: "public", account, object, post, sha256, bytes, visibility, how });
	} else if (video.logged !== "never" || isVisible)
		log.append("youtube", { kind: isVisible ? "republished" : "hidden", account, object, post, how });
	if (isVisible) video.logged = "visible";
	else if (video.logged === "visible") video.logged = "hidden";
}

/** Processing that ended and publication times that came since. */
export function settle(google: Google): void {
	const now = google.world.clock.now();
	for (const video of google.videos) {
		if (video.isDeleted) continue;
		if (!video.isProcessed && now >= video.processedAt) {
			video.isProcessed = true;
			const rejection = google.settings.rejectionReason ?? duplicate(google, video);
			if (google.settings.failureReason) video.failure = google.settings.failureReason;
			else if (rejection) video.rejection = rejection;
			reflect(google, video, "processing");
		}
		const { publishAt } = video.status;
		if (publishAt === undefined || now < Date.parse(publishAt)) continue;
		delete video.status.publishAt;
		video.status.privacyStatus = "public";
		reflect(google, video, "schedule");
	}
}

function duplicate({ videos, settings }: Google, video: Video): string | undefined {
	const isEarlier = (each: Video) =>
		each !== video && each.channel === video.channel && each.sha256 === video.sha256 && each.isProcessed;
	const found = videos.some((each) => isEarlier(each) && !each.isDeleted && !each.rejection && !each.failure);
	return settings.rejectDuplicates && found ? "duplicate" : undefined;
}
