import type { LimitFunction } from "p-limit";
import type { Engine } from "../../engine/port.ts";
import type { Cache } from "../cache/trim.ts";
import type { Fetching } from "../fetch/limits.ts";
import type { Media } from "../media/media.ts";
import type { TaskBooks } from "../store/task-folders.ts";
import type { Renders } from "./renders.ts";

/** What every job works with. `log` gets bugs and failures that no answer can carry. */
export interface JobContext {
	readonly engine: Engine;
	readonly renders: Renders;
	readonly media: Media;
	/** Where and how videos are fetched. */
	readonly fetching: Pick<Fetching, "folder" | "limits">;
	readonly tasks: TaskBooks;
	/** How many tasks are worked on at once, of those in express mode and of the others. */
	readonly atOnce: number;
	/** Fetches while no other process does that. */
	readonly fetchAlone: (address: string, fetch: () => Promise<void>, signal: AbortSignal) => Promise<void>;
	/** Brings the cache back within its limits. */
	readonly trim: (given?: Pick<Cache, "behindMs">) => Promise<void>;
	/** Works on tasks that the process may have died over, one at a time. */
	readonly suspects: LimitFunction;
	readonly log: (text: string) => void;
}
