import type { PostState, VideoState } from "./snapshot.ts";

/** What was paid for, or is out, and is in no campaign for the time being. */
export type LeftState = VideoState | PostState;
