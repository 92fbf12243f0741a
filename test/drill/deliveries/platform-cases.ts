import type { PlannedFault } from "../../platforms/core/faults.ts";
import type { Kill } from "../../service/delivery/phases.ts";
import type { Found } from "../part.ts";
import { LINKEDIN, LINKEDIN_PAGE } from "./linkedin.ts";
import { FACEBOOK, FACEBOOK_NATIVE, INSTAGRAM } from "./meta.ts";
import { type Case, type Delivered, type DrilledPlatform, deliverTo } from "./platform.ts";
import { TIKTOK } from "./tiktok.ts";
import { TWITTER } from "./twitter.ts";
import { YOUTUBE, YOUTUBE_NATIVE } from "./youtube.ts";

/** Every platform that is posted to directly. */
export const PLATFORMS: readonly DrilledPlatform[] = [
	...[
		YOUTUBE,
		YOUTUBE_NATIVE,
		TWITTER,
		LINKEDIN,
		LINKEDIN_PAGE,
		TIKTOK,
		INSTAGRAM,
		FACEBOOK,
		FACEBOOK_NATIVE,
	],
];

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

/** A case with what it is tried at. */
export interface PlatformCase {
	readonly name: string;
	readonly platform: DrilledPlatform;
	readonly given: Case;
}

/** Every request lost, slow and wrong; every write killed before and after it, whatever else goes wrong. */
export function casesOf(platform: DrilledPlatform): readonly PlatformCase[] {
	const { name, label = name, routes, around, writes } = platform;
	const answers = Object.entries(routes).flatMap(([route, count]) =>
		Object.entries(FAULTS).flatMap(([what, fault]) =>
			Array.from({ length: count }, (_, skip) => ({
				name: `${label}, ${route} ${skip + 1} ${what}`,
				given: { faults: [{ ...fault, route, skip, times: 1 }] },
			})),
		),
	);
	const kills = Object.entries({ nothing: [], ...around }).flatMap(([what, faults]) =>
		Array.from({ length: writes }, (_, at) => at + 1).flatMap((write) =>
			(["before", "after"] as const).map((when) => ({
				name: `${label}, killed ${when} write ${write}, with ${what}`,
				given: { faults, kill: { write, when } satisfies Kill },
			})),
		),
	);
	return [...answers, ...kills].map((each) => ({ ...each, platform }));
}

/** One delivery each: out once by the log of the stand-in, nothing wrong asked, no secret elsewhere. */
export async function tryPlatformCases(cases: readonly PlatformCase[]): Promise<Found> {
	const broken: string[] = [];
	let unknown = 0;
	for (const { name, platform, given } of cases) {
		const found = await deliverTo(platform, given).catch((error: unknown) => String(error));
		const wrong = typeof found === "string" ? [found] : wrongOf(platform, found);
		if (typeof found !== "string" && found.target.phase === "unknown") unknown += 1;
		broken.push(...wrong.map((each) => `${name}: ${each}`));
	}
	return { cases: cases.length, broken, note: `${unknown} outcomes at platforms were left to a person` };
}

function wrongOf(
	{ mayBeUnknown }: DrilledPlatform,
	{ target, published, violations, leaked }: Delivered,
): readonly string[] {
	const { phase, error, note } = target;
	const isUnknown = mayBeUnknown === true && phase === "unknown" && published <= 1;
	const isRight = isUnknown || (phase === "done" && published === 1);
	const end = `${phase} (${error ?? note}), out ${published} times`;
	return [...(isRight ? [] : [end]), ...violations, ...leaked.map((secret) => `leaked ${secret}`)];
}
