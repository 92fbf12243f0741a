/** Faults that a test plans: what goes wrong at which route, and how many times. */
import { Ajv } from "ajv";

export const FAULT_KINDS = [
	"delay",
	"reset",
	"silence",
	"status",
	"error",
	"html",
	"redirect",
	"cut",
	"drip",
	"quirk",
] as const;

export interface PlannedFault {
	/** Name of a route, or `youtube.*` for all of a platform. */
	readonly route: string;
	readonly kind: (typeof FAULT_KINDS)[number];
	readonly times: number;
	/** Requests that pass unharmed before the first. */
	readonly skip?: number;
	/** Not before all that is planned at this route has happened. */
	readonly behind?: string;
	/**
	 * `headers`: before the body is read. `before`: the whole request came and is not executed. `after`: it is
	 * executed. Absent: `before`; a cut or slow answer is always of an executed request.
	 */
	readonly when?: "headers" | "before" | "after";
	/** Of a delay, or of a whole slow answer. Real milliseconds. */
	readonly ms?: number;
	readonly status?: number;
	/** Sent as it stands, instead of the platform's own error. */
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** What the platform itself does differently, for `quirk`: see the platform. */
	readonly quirk?: string;
	readonly value?: number;
}

export interface Faults {
	add(faults: readonly PlannedFault[]): void;
	clear(): void;
	/** The faults that have not happened yet, with the times left. */
	left(): readonly PlannedFault[];
	/** The fault of this request, which then happened once; `early`: before its body is read. */
	take(route: string, early: boolean): PlannedFault | undefined;
}

/** What a fault can be planned at. */
export interface Faultable {
	readonly name: string;
	readonly quirks: readonly string[];
}

export function plannedFaults(routes: readonly Faultable[]): Faults {
	let list: PlannedFault[] = [];
	const covers = (fault: PlannedFault, route: string) =>
		fault.route.endsWith(".*") ? route.startsWith(fault.route.slice(0, -1)) : fault.route === route;
	return {
		add: (faults) => {
			if (!isFaults(faults)) throw new Error(`not a list of faults: ${checker.errorsText(isFaults.errors)}`);
			for (const fault of faults) {
				const covered = routes.filter(({ name }) => covers(fault, name));
				if (covered.length === 0) throw new Error(`no route is named ${fault.route}`);
				const { quirk } = fault;
				if (quirk !== undefined && !covered.some(({ quirks }) => quirks.includes(quirk)))
					throw new Error(`${fault.route} has no quirk ${quirk}`);
			}
			list.push(...faults);
		},
		clear: () => {
			list = [];
		},
		left: () => list,
		take: (route, early) => {
			const mayHappen = ({ behind }: PlannedFault) => !list.some((other) => other.route === behind);
			const isOne = (fault: PlannedFault) => covers(fault, route) && (fault.when === "headers") === early;
			const at = list.findIndex((fault) => isOne(fault) && mayHappen(fault));
			const fault = list[at];
			if (fault === undefined) return undefined;
			const skip = fault.skip ?? 0;
			const next = skip > 0 ? { ...fault, skip: skip - 1 } : { ...fault, times: fault.times - 1 };
			list.splice(at, 1, ...(next.times > 0 ? [next] : []));
			return skip > 0 ? undefined : fault;
		},
	};
}

const checker = new Ajv({ allowUnionTypes: true });
const isFaults = checker.compile<readonly PlannedFault[]>({
	type: "array",
	items: {
		type: "object",
		required: ["route", "kind", "times"],
		additionalProperties: false,
		properties: {
			route: { type: "string" },
			kind: { enum: FAULT_KINDS },
			times: { type: "integer", minimum: 1 },
			skip: { type: "integer", minimum: 0 },
			behind: { type: "string" },
			when: { enum: ["headers", "before", "after"] },
			ms: { type: "integer", minimum: 0 },
			status: { type: "integer", minimum: 200, maximum: 599 },
			body: { type: "string" },
			headers: { type: "object", additionalProperties: { type: "string" } },
			quirk: { type: "string" },
			value: { type: "integer", minimum: 0 },
		},
		allOf: [
			needs("quirk", ["quirk"]),
			needs("delay", ["ms"]),
			needs("drip", ["ms"]),
			needs("status", ["status"]),
			...["cut", "drip", "quirk"].map((kind) => ({
				if: { properties: { kind: { const: kind } } },
				// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
				then: { properties: { when: { const: "after" } } },
			})),
		],
	},
});

function needs(kind: string, required: readonly string[]): object {
	// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
	return { if: { properties: { kind: { const: kind } } }, then: { required } };
}
