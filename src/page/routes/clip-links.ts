import { createHmac } from "node:crypto";
import { momentKey } from "../../model/review.ts";
import type { NamedClip } from "../port.ts";
import type { Session } from "../session/sessions.ts";
import type { ClipLinks } from "../views/layout.ts";
import { withQuery } from "../views/page-size.ts";

/** Where the pages of a session have a clip from: only what one of them showed is sent. */
export function clipLinks(session: Session, { video, moment }: NamedClip): ClipLinks {
	const key = momentKey(moment);
	const query = { video, moment: key, sign: signOf(session, video, key) };
	return {
		media: withQuery("media", query),
		poster: withQuery("poster", query),
		small: withQuery("poster", { ...query, kept: "yes" }),
	};
}

/** Proves that a page of the session led to a clip. */
export function signOf({ secret }: Session, video: string, moment: string): string {
	return createHmac("sha256", secret).update(`${video}@${moment}`).digest("base64url");
}
