/** Bodies of the declared extensions, exactly as sent. */
import type { WirePublishTask } from "./messages.ts";
import type { WireTaskStatus } from "./names.ts";

export interface WirePublishPage {
	readonly tasks: readonly WirePublishTask[];
	/** Where the next page begins. */
	readonly next_cursor: string | null;
}

/** A clipping or export task without its clips. */
export interface WireTaskSummary {
	readonly id: string;
	readonly name: string;
	readonly status: WireTaskStatus;
	readonly created_at: number;
	readonly expire_at: number;
	readonly cost_usage: number;
	readonly error_message?: string;
	readonly cancelled?: boolean;
	/** Share done, 0 to 1. */
	readonly progress?: number;
}

export interface WireTaskPage {
	readonly tasks: readonly WireTaskSummary[];
	readonly next_cursor: string | null;
}
