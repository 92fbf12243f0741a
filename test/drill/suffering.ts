import type { Outcome, Sending, Service } from "../../src/api/port.ts";
import type { TaskReading } from "../../src/model/task.ts";
import { clip } from "../builders/world.ts";
import { type FakeService, fakeService, succeeded } from "../fakes/service.ts";
import { die, type Life } from "./crashing.ts";
import type { Apply, Fate } from "./history.ts";
import { connected, personOf, type Wish, wantedIn } from "./wish.ts";

/** Who saw which post, and which submissions were paid: the whole model. */
export interface Log {
	/** `<moment> <person>` of each post executed, in order; the ground truth, whatever we believe. */
	readonly seen: string[];
	/** Posts executed although the campaign did not ask for them when they were sent. */
	readonly unwanted: string[];
	submitted: number;
	/**
	 * Submissions that may be paid: one, one for each video that became another one without a word,
	 * and one for each time it was to be clipped anew.
	 */
	mayBeSubmitted: number;
	/** Operations executed, by key, with the id of what was made. */
	readonly keys: Map<string, string>;
	/** Executed only some time after everyone gave up. */
	readonly late: (() => void)[];
	/** Posts that a person gave up. */
	readonly given: Set<string>;
}

export function emptyLog(): Log {
	return {
		seen: [],
		unwanted: [],
		submitted: 0,
		mayBeSubmitted: 1,
		keys: new Map(),
		late: [],
		given: new Set(),
	};
}

/** What a service does in one run. */
export interface Play {
	readonly log: Log;
	readonly wish: Wish;
	/** It recognises keys. */
	readonly known: boolean;
	readonly apply: Apply;
	readonly life: Life;
	/** Notes that something came to pass. */
	readonly happened: (what: string) => void;
	/** While a write is under way. */
	readonly meanwhile: () => Promise<void>;
}

/** A service that does to each write what is fated, and notes what it executed. */
export function suffering(play: Play): FakeService {
	const fates = [...play.apply.fates];
	let reads = 0;
	const reading = async <Result>(result: Result): Promise<Result> => {
		if (++reads !== play.apply.dies) return result;
		play.happened("dies reading");
		return die(play.life);
	};
	const send = async (made: Made, sending: Sending) => {
		await play.meanwhile();
		const fate = fates.shift() ?? "accept";
		play.happened(`fate: ${fate}`);
		return suffer(play, { made, sending, fate });
	};
	return fakeService({
		accounts: () => reading(connected(play.wish)),
		results: (id) => reading(task(id)),
		send: send as Service["send"],
	});
}

/**
 * Each task finds the same three moments, a little later than the one before, and calls them by
 * other numbers.
 */
function task(id: string): TaskReading {
	const number = numberOf(id);
	const clips = [0, 1, 2].map((moment) => {
		const from = moment * 100_000 + (number % 4) * 2_000;
		return clip(moment + number, { moment: { from, to: from + 40_000 }, score: 90 - moment * 10 });
	});
	return { ...succeeded, id, clips };
}

function numberOf(task: string): number {
	return Number(task.split("-")[1]);
}

interface Made {
	readonly kind: string;
	readonly payload: string;
}

async function suffer(
	play: Play,
	{ made, sending, fate }: { readonly made: Made; readonly sending: Sending; readonly fate: Fate },
): Promise<Outcome<never>> {
	const execute = () => commit(play, made, sending.operation);
	if (fate === "not sent") return ended("not-sent", "retry");
	if (fate === "dies before armed") die(play.life);
	await sending.arm();
	if (fate === "dies armed") die(play.life);
	if (fate === "refuse") return ended("refused", "stop");
	if (fate === "too many") return ended("refused", "retry");
	if (fate === "request lost") return ended("unknown", "stop");
	if (fate === "executed late") {
		play.log.late.push(execute);
		return ended("unknown", "stop");
	}
	const id = execute();
	if (fate === "dies before the answer") die(play.life);
	if (fate === "answer lost") return ended("unknown", "stop");
	const answer = made.kind === "submit" ? { id, status: "CREATED" } : { taskId: id, status: "PENDING" };
	return { class: "done", answer: answer as never, evidence: { httpStatus: 200 }, message: "accepted" };
}

function ended(as: "not-sent" | "refused" | "unknown", next: "retry" | "stop"): Outcome<never> {
	return { class: as, evidence: { error: as }, message: as, next, retryAfterMs: 1_000 };
}

function commit({ log, known, happened, wish }: Play, { kind, payload }: Made, key: string): string {
	const before = log.keys.get(key);
	if (known && before !== undefined) {
		happened("a key is recognised");
		return before;
	}
	const id = `${kind}-${log.keys.size + 1}`;
	log.keys.set(key, id);
	if (kind === "submit") {
		log.submitted++;
		return id;
	}
	const post = seenBy(payload);
	log.seen.push(post);
	if (!wantedIn(wish).includes(post)) log.unwanted.push(post);
	return id;
}

/** Which moment who sees, whatever it is called. */
export function seenBy(payload: string): string {
	const { project_id, idx, publish_configs } = JSON.parse(payload) as {
		project_id: string;
		idx: number;
		publish_configs: object;
	};
	return `${idx - numberOf(project_id)} ${personOf(Object.keys(publish_configs)[0])}`;
}
