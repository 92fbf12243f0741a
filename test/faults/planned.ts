/** The faults a service can be started with, by their names in a file of planned faults. */
export const FAULTS = {
	"reset-early": "the connection is reset at the headers, nothing is executed",
	"reset-before": "the whole request is read, then the connection is reset, nothing is executed",
	refuse: "422, nothing is executed",
	"rate-limited": "429 with Retry-After (`seconds`, else 1), nothing is executed",
	"expired-token": "403 as for an account whose token has expired, nothing is executed",
	hang: "executed, then no answer for as long as the client waits",
	"error-500": "executed, then 500",
	"reset-after": "executed, then the connection is reset without an answer",
	cut: "executed, then the answer ends in the middle of its body",
	garbage: "executed, then 200 with a body that is no JSON",
	slow: "executed, then the answer comes in small pieces over some time (`seconds`, else 5)",
} as const;
export type FaultKind = keyof typeof FAULTS;

/** The endpoints faults are planned for. */
export const ENDPOINTS = [
	"oauth",
	"accounts",
	"publish",
	"publish-status",
	"submit",
	"results",
	"export",
	"export-results",
	"upload",
	"put",
	"files",
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** One fault at one request. */
export interface PlannedFault {
	readonly endpoint: Endpoint;
	/** Which request with a right key to the endpoint since the start, counted from 1. */
	readonly nth: number | "every";
	readonly fault: FaultKind;
	/** For `slow` and `rate-limited`. */
	readonly seconds?: number;
}

const KEYS = ["endpoint", "nth", "fault", "seconds"];
const LONGEST_SECONDS = 3_600;

/** Reads a list of planned faults; `problems` has one sentence for each mistake. */
export function readFaults(value: unknown): {
	readonly faults: readonly PlannedFault[];
	readonly problems: readonly string[];
} {
	if (!Array.isArray(value))
		return { faults: [], problems: ["the file is not a list of {endpoint, nth, fault}"] };
	const problems = value.flatMap((entry: unknown, at) =>
		problemsOf(entry).map((problem) => `entry ${at + 1}: ${problem}`),
	);
	return { faults: problems.length === 0 ? value.filter(isFault) : [], problems };
}

function isFault(value: unknown): value is PlannedFault {
	return problemsOf(value).length === 0;
}

function problemsOf(value: unknown): readonly string[] {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return ["it is not a map of endpoint, nth and fault"];
	const { endpoint, nth, fault, seconds }: Readonly<Record<string, unknown>> = Object.fromEntries(
		Object.entries(value),
	);
	const isCount = (count: unknown, most: number) =>
		Number.isSafeInteger(count) && Number(count) >= 1 && Number(count) <= most;
	const takesSeconds = fault === "slow" || fault === "rate-limited";
	return [
		...Object.keys(value)
			.filter((key) => !KEYS.includes(key))
			.map((key) => `the key ${JSON.stringify(key)} is unknown (known: ${KEYS.join(", ")})`),
		...(isOneOf(ENDPOINTS, endpoint) ? [] : [`endpoint must be one of ${ENDPOINTS.join(", ")}`]),
		...(nth === "every" || isCount(nth, Number.MAX_SAFE_INTEGER)
			? []
			: ["nth must be a number from 1, or every"]),
		...(isOneOf(Object.keys(FAULTS), fault)
			? []
			: [`fault must be one of ${Object.keys(FAULTS).join(", ")}`]),
		...(seconds === undefined || (takesSeconds && isCount(seconds, LONGEST_SECONDS))
			? []
			: ["seconds is for slow and rate-limited, a number from 1 to 3600"]),
	];
}

function isOneOf(known: readonly string[], value: unknown): boolean {
	return typeof value === "string" && known.includes(value);
}
