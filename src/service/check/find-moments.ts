import { defined } from "../../model/defined.ts";
import { readFields } from "./read-fields.ts";
import { readRenderSettings } from "./render.ts";
import { type Abilities, checkPlan, refuseTranslation, type SubmitInput, unknownNotes } from "./submit.ts";

/** Moments are as long as clips are by default. */
const SECONDS = { min: 0, max: 90 } as const;

/**
 * Reads a request to look for moments. Throws `Refusal`: 422 with every wrong field named, 403 for a field
 * the plan does not include. Whether somebody has to translate is known once the video was listened to.
 */
export function readFindMoments(body: unknown, { plan, translates }: Abilities): SubmitInput {
	const fields = readFields("FindMoments", body);
	const { given } = fields;
	const { query = "", source_lang: language, target_lang: target, limit } = given;
	const settings = readRenderSettings(fields);
	if (!translates) refuseTranslation(fields, {}, settings);
	if (query !== "" && query.trim() === "") fields.problem("query must say what is looked for");
	fields.end();
	const { enable_express_mode: express = false } = given;
	checkPlan(plan, { enable_express_mode: express });
	const translation = defined({ target: target || undefined });
	const render = given.enable_export
		? { ...settings, ...translation, ...defined({ language: language || undefined }) }
		: undefined;
	return {
		video: given.video_url ?? "",
		name: given.project_name ?? "",
		search: {
			seconds: SECONDS,
			more: false,
			query: query.trim(),
			...defined({ limit, language: language || undefined }),
			...translation,
		},
		...defined({ render, exportLimit: given.export_limit }),
		express,
		notes: unknownNotes(fields.unknown),
	};
}
