import type { DestinationRefusal, NativeSchedule, Posted, Work } from "../../destination.ts";
import type { Graph, GraphAnswer } from "./graph.ts";
import type { MetaState } from "./progress.ts";

/** What a platform says of a video that it was given. */
export type Look =
	/** `bytes` of it are there. */
	| { readonly kind: "uploading"; readonly bytes: number }
	| { readonly kind: "processing" }
	/** It can be published, and is not. */
	| { readonly kind: "ready" }
	/** The platform publishes it at the time that it was given. */
	| { readonly kind: "scheduled" }
	| { readonly kind: "published" }
	/** `again`: another upload of the file may do. */
	| { readonly kind: "failed"; readonly again: boolean; readonly why: DestinationRefusal }
	/** It can be published no more. */
	| { readonly kind: "over" };

/** In which the platforms differ whose videos are made, filled, and then published by one call. */
export interface Reels extends Graph {
	/** Where a person sees what was posted, as the end of "Look …". */
	readonly look: string;
	/** How long what is prepared can be published, in milliseconds. */
	readonly livesMs: number;
	/** Path of the addresses that bytes go to, before the version. */
	readonly uploads: string;
	/** When each object was first read as not published after it was tried, in epoch milliseconds. */
	readonly unpublished: Map<string, number>;
	/** Makes what the video is sent to: nobody sees it. */
	begin(work: Work): Promise<{ readonly object: unknown; readonly upload: unknown }>;
	read(object: string, work: Work): Promise<Look>;
	/** What the day still allows. Absent: nothing tells. */
	quota?(work: Work): Promise<DestinationRefusal | undefined>;
	/** The one call that publishes it, now or at a time to come (`publishAt`). */
	lastCall(
		work: Work,
		{ object, publishAt }: Pick<MetaState, "object" | "publishAt">,
	): { readonly path: string; readonly form: Record<string, string> };
	/** Absent: posts are held here until their time. */
	readonly schedule?: Omit<NativeSchedule, "withdraw"> & {
		/** Whether it is removed. */
		remove(object: string, work: Work): Promise<boolean>;
	};
	/** What a successful answer to it names. Undefined: it names nothing. */
	takenIn(fields: GraphAnswer["fields"]): string | undefined;
	/** A successful answer says that it is out, and not only that it will be. */
	readonly isOutOnceTaken: boolean;
	/** Where it is. Undefined: that is not told yet, and may be soon. */
	posted(state: MetaState, work: Work): Promise<Posted | undefined>;
}
