import type { JobsUnderWay } from "../jobs/jobs.ts";
import { jsonObject } from "../store/json.ts";
import type { Texts } from "../store/store.ts";
import { readNews } from "./news.ts";

const NAME = "under-way.json";
const NOTHING: JobsUnderWay = { shares: {}, stuck: {} };
/** Progress is told in steps of this. */
const STEP = 0.01;

/** What the process that works says of its tasks, so that every process can answer with it. */
export interface UnderWay {
	/** Says it, where it is other than before. */
	publish(jobs: JobsUnderWay): Promise<void>;
	/** Reads what another process says. */
	refresh(): Promise<void>;
	/** As it was read last. */
	now(): JobsUnderWay;
}

/** Keeps it among the texts of a tenant. */
export function openUnderWay(texts: Texts): UnderWay {
	let known = NOTHING;
	let published: string | undefined;
	return {
		publish: async ({ shares, stuck }) => {
			const rounded = Object.entries(shares).map(([id, share]) => [id, Math.floor(share / STEP) * STEP]);
			const text = JSON.stringify({ format: 1, shares: Object.fromEntries(rounded), stuck });
			if (text === published) return;
			await texts.write(NAME, text);
			published = text;
		},
		refresh: async () => {
			published = undefined;
			known = parse(await texts.read(NAME));
		},
		now: () => known,
	};
}

/** How many tasks are queued or under way in all processes. */
export async function countRunning(texts: Texts): Promise<number> {
	const { shares } = parse(await texts.read(NAME));
	const told = (await readNews(texts)).filter(({ kind }) => kind !== "post" && kind !== "event");
	return new Set([...Object.keys(shares), ...told.map(({ id }) => id)]).size;
}

function parse(text = ""): JobsUnderWay {
	const { shares, stuck } = jsonObject(text) ?? {};
	if (typeof shares !== "object" || typeof stuck !== "object") return NOTHING;
	return { shares, stuck } as JobsUnderWay;
}
