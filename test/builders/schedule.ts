import type { Schedule } from "../../src/model/campaign.ts";

/** Every day at nine in Berlin, unless said otherwise. */
export function schedule(over: Partial<Schedule> = {}): Schedule {
	const nine = ["09:00"];
	return {
		name: "mornings",
		place: { file: "k.campaign.yaml", line: 1, column: 1 },
		timezone: "Europe/Berlin",
		slots: { 1: nine, 2: nine, 3: nine, 4: nine, 5: nine, 6: nine, 7: nine },
		except: [],
		missed: { kind: "skip" },
		...over,
	};
}

/** The same times every day. */
export function daily(...times: string[]): Schedule["slots"] {
	return { 1: times, 2: times, 3: times, 4: times, 5: times, 6: times, 7: times };
}
