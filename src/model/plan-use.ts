import type { EpochMs } from "./brand.ts";

/** What the state remembers of a saved plan: that it was used, whatever becomes of the file. */
export interface PlanUse {
	readonly usedAt: EpochMs;
	/** From then on the plan is refused anyway, and this is forgotten. */
	readonly expiresAt: EpochMs;
	/** When all of it was done. Absent: it may be continued. */
	readonly finishedAt?: EpochMs;
}
