import type { DestinationRefusal, Progress } from "../../destination.ts";
import { graphId } from "./graph.ts";

/**
 * How far one post is. `sending`: its video is on the way, or processed; `ready`: it can be published;
 * `posting`: it may be published.
 */
export interface MetaState {
	readonly v: 1;
	readonly step: "sending" | "ready" | "posting";
	readonly account: string;
	/** Container or video at the platform: it is published once. */
	readonly object: string;
	/** Where its bytes go. */
	readonly upload: string;
	/** When it was made, in epoch milliseconds. */
	readonly begun: number;
	/** Of the file that is uploaded. */
	readonly size: number;
	readonly sha256: string;
	/** How many objects were made for this file. */
	readonly objects: number;
	/** When it was tried to publish it, in epoch milliseconds. */
	readonly at?: number;
	/** When the platform is to publish it by itself, in epoch milliseconds. */
	readonly publishAt?: number;
	/** The platform said that it has published it; its id, where it has another one. */
	readonly taken?: string;
	/** What the platform refused it with: it counts once a read proves that it is not published. */
	readonly why?: DestinationRefusal;
}

const STEPS: readonly string[] = ["sending", "ready", "posting"];

/** What was saved for that account. Undefined: nothing, or by another destination. */
export function stateIn(progress: Progress | undefined, account: string): MetaState | undefined {
	const found: Partial<Record<keyof MetaState, unknown>> = progress ?? {};
	const isOurs = found.v === 1 && STEPS.includes(String(found.step)) && found.account === account;
	const isWhole = [found.begun, found.size, found.objects].every(Number.isSafeInteger);
	const isNamed = graphId(found.object) !== undefined && typeof found.upload === "string";
	return isOurs && isWhole && isNamed ? (progress as unknown as MetaState) : undefined;
}

/** As it is saved. */
export function progressOf(state: MetaState): Progress {
	return { ...state };
}
