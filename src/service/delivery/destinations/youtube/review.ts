import type { Posted, Reviewed, Work } from "../../destination.ts";
import type { Youtube } from "./api.ts";
import { videoId } from "./progress.ts";
import { endOf, readVideo, wantedPrivacy } from "./videos.ts";

/** Looks at a video that is out: what YouTube or a person did with it since. */
export async function reviewVideo(
	youtube: Youtube,
	work: Work,
	posted: Pick<Posted, "id">,
): Promise<Reviewed> {
	const id = videoId(posted.id);
	if (id === undefined) return { note: undefined };
	const video = await readVideo(youtube, id, work);
	const why = endOf(video);
	if (why) return { note: `Since it was posted: ${why.message}` };
	const { privacyStatus } = video?.status ?? {};
	const isAsWanted = privacyStatus === wantedPrivacy(work.post);
	return { note: isAsWanted ? undefined : `It is no longer ${wantedPrivacy(work.post)} on YouTube.` };
}
