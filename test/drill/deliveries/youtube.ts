import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { Kill } from "../../service/delivery/phases.ts";
import type { Found } from "../part.ts";
import { type Case, type Delivered, deliverTo } from "./at-youtube.ts";

/** How many requests of a route a delivery makes. */
const ROUTES = {
	"youtube.insert": 1,
	"youtube.chunk": 3,
	"youtube.videos": 3,
	"youtube.update": 1,
} as const;

/** Lost, slow and wrong answers, executed or not. */
const FAULTS: Readonly<Record<string, Omit<PlannedFault, "route" | "times">>> = {
	"lost at the headers": { kind: "reset", when: "headers" },
	"lost before": { kind: "reset", when: "before" },
	"lost after": { kind: "reset", when: "after" },
	"500 before": { kind: "status", status: 500 },
	"503 after": { kind: "status", status: 503, when: "after" },
	"a page": { kind: "html" },
	"a page, executed": { kind: "html", when: "after" },
	redirected: { kind: "redirect" },
	"half an answer": { kind: "cut" },
	slow: { kind: "drip", ms: 50 },
	late: { kind: "delay", ms: 50 },
	"401": { kind: "status", status: 401 },
	"429": { kind: "status", status: 429 },
};

const END_LOST: PlannedFault = { route: "youtube.chunk", kind: "reset", when: "after", skip: 2, times: 1 };

/** What goes wrong around a kill. */
const AROUND: Readonly<Record<string, readonly PlannedFault[]>> = {
	nothing: [],
	"the end of the upload lost": [END_LOST],
	"the session gone with it": [
		END_LOST,
		{ route: "youtube.chunk", kind: "quirk", quirk: "expire-session", times: 1 },
	],
	"the update lost": [{ route: "youtube.update", kind: "reset", when: "after", times: 1 }],
	"the update not executed": [{ route: "youtube.update", kind: "status", status: 503, times: 1 }],
};
/** More writes than any of these deliveries has. */
const WRITES = 8;

/** Every request lost, slow and wrong; every write killed before and after it, whatever else goes wrong. */
export const YOUTUBE: Readonly<Record<string, Case>> = Object.fromEntries([
	...Object.entries(ROUTES).flatMap(([route, count]) =>
		Object.entries(FAULTS).flatMap(([name, fault]) =>
			Array.from({ length: count }, (_, skip): [string, Case] => [
				`youtube, ${route} ${skip + 1} ${name}`,
				{ faults: [{ ...fault, route, skip, times: 1 }] },
			]),
		),
	),
	...Object.entries(AROUND).flatMap(([name, faults]) =>
		Array.from({ length: WRITES }, (_, at) => at + 1).flatMap((write) =>
			(["before", "after"] as const).map((when): [string, Case] => [
				`youtube, killed ${when} write ${write}, with ${name}`,
				{ faults, kill: { write, when } satisfies Kill },
			]),
		),
	),
]);

/** One delivery each: public once by the log of the stand-in, nothing wrong asked, no secret elsewhere. */
export async function tryYoutube(cases: readonly (readonly [string, Case])[]): Promise<Found> {
	const broken: string[] = [];
	for (const [name, given] of cases)
		broken.push(
			...(await deliverTo(given).then(wrongOf, (error: unknown) => [String(error)])).map(
				(each) => `${name}: ${each}`,
			),
		);
	return { cases: cases.length, broken };
}

function wrongOf({ kept, published, violations, leaked }: Delivered): readonly string[] {
	const isRight = kept.phase === "done" && published === 1;
	const end = `${kept.phase} (${kept.words}), public ${published} times`;
	return [...(isRight ? [] : [end]), ...violations, ...leaked.map((secret) => `leaked ${secret}`)];
}
