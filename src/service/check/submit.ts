import { defined } from "../../model/defined.ts";
import { isSameLanguage } from "../../model/same-language.ts";
import type { WireDuration } from "../../wire/names.ts";
import { Refusal } from "../refusal.ts";
import type { Search, TaskRecord } from "../store/shapes.ts";
import { type Fields, readFields } from "./read-fields.ts";
import { type RenderInput, readRenderSettings } from "./render.ts";

/** A submit request (interface 4.4) with its defaults filled in. */
export interface SubmitInput {
	readonly video: string;
	readonly name: string;
	readonly search: Search;
	readonly render?: RenderInput;
	/** How many of the best clips are rendered. Absent: all. */
	readonly exportLimit?: number;
	readonly express: boolean;
	readonly notes: readonly string[];
}

const SECONDS: Readonly<Record<WireDuration, Search["seconds"]>> = {
	DURATION_0_30: { min: 0, max: 30 },
	DURATION_0_90: { min: 0, max: 90 },
	DURATION_30_60: { min: 30, max: 60 },
	DURATION_60_90: { min: 60, max: 90 },
	DURATION_90_180: { min: 90, max: 180 },
	DURATION_180_300: { min: 180, max: 300 },
};

/** What a request for a task over a video asks for: clips, moments, or what is said. */
export type VideoWish = Omit<SubmitInput, "search"> & Pick<TaskRecord, "search" | "speech">;

/** What a service can do: its subscription, and whether a language model was set up. */
export interface Abilities {
	readonly plan: "starter" | "enterprise";
	readonly translates: boolean;
}

/**
 * Reads a submit body. Throws `Refusal`: 422 with every wrong field named, 403 for a field the plan does not
 * include.
 */
export function readSubmit(body: unknown, { plan, translates }: Abilities): SubmitInput {
	const fields = readFields("Submit", body);
	const { given } = fields;
	const { source_lang: language, target_lang: target, limit } = given;
	const exported = given.enable_export ?? false;
	const render = readRenderSettings(fields);
	const translation = defined({
		target: target !== undefined && isSameLanguage(target, language) ? undefined : target,
	});
	if (!translates) refuseTranslation(fields, translation, render);
	const { enable_more_results: more = false, enable_express_mode: express = false } = given;
	fields.end();
	checkPlan(plan, { enable_more_results: more, enable_express_mode: express });
	return {
		video: given.video_url ?? "",
		name: given.project_name ?? "",
		search: {
			seconds: SECONDS[given.target_duration ?? "DURATION_0_90"],
			more,
			...defined({ limit, language, added: addedIn(fields) }),
			...translation,
		},
		...defined({ render: exported ? { ...render, ...translation, ...defined({ language }) } : undefined }),
		...defined({ exportLimit: given.export_limit }),
		express,
		notes: unknownNotes(fields.unknown),
	};
}

/** Nothing shorter is a clip anywhere, in milliseconds. */
const SHORTEST_MS = 3_000;

/** Clips at given times. Undefined: none are asked for. */
function addedIn({ given, problem }: Fields<{ readonly added_clips?: readonly Timed[] }>): Search["added"] {
	const { added_clips: added = [] } = given;
	const short = added.findIndex(({ begin_ms: begin, end_ms: end }) => end - begin < SHORTEST_MS);
	if (short >= 0) problem(`added_clips[${short}] must end 3000 ms behind its begin, or later`);
	return added.length === 0
		? undefined
		: added.map(({ begin_ms: beginMs, end_ms: endMs }) => ({ beginMs, endMs }));
}

interface Timed {
	readonly begin_ms: number;
	readonly end_ms: number;
}

/** Refuses by name what only a language model could do. */
export function refuseTranslation(
	fields: Pick<Fields<unknown>, "problem">,
	{ target }: { readonly target?: string },
	render: RenderInput,
): void {
	const why = "needs a language model, and none is set up (embedded.chat in the settings of showrun)";
	if (target !== undefined)
		fields.problem(`target_lang ${why}; omit it, or name the same language as source_lang`);
	else if (render.caption?.display === "translation")
		fields.problem(`caption_display translation ${why}; use original`);
}

/** What is said about fields this service does not know. */
export function unknownNotes(names: readonly string[]): string[] {
	return names.map(
		(name) => `The parameter ${JSON.stringify(name)} is not known to this service and was ignored.`,
	);
}

/** Throws `Refusal` 403 for fields that the plan does not include. */
export function checkPlan(plan: Abilities["plan"], given: Readonly<Record<string, boolean>>): void {
	const names = plan === "enterprise" ? [] : Object.keys(given).filter((name) => given[name]);
	if (names.length > 0)
		throw new Refusal(
			403,
			`${names.join(" and ")} needs an Enterprise subscription; this service runs with the plan "starter".`,
		);
}
