import { defined } from "../../model/defined.ts";
import { readFields } from "./read-fields.ts";
import { type RenderInput, readRenderSettings } from "./render.ts";
import { type Abilities, refuseTranslation, unknownNotes } from "./submit.ts";

/** An export of existing clips (service-facts) with its defaults filled in. */
export interface ExportInput {
	readonly projectId: string;
	/** Absent: all. */
	readonly indices?: readonly number[];
	readonly render: RenderInput;
	readonly notes: readonly string[];
}

/** Reads an export body. Throws `Refusal` 422 with every wrong field named. */
export function readExport(body: unknown, { translates }: Pick<Abilities, "translates">): ExportInput {
	const fields = readFields("Export", body);
	const { project_id: projectId = "", clip_indices: indices, target_lang: target, ...given } = fields.given;
	const settings = readRenderSettings(fields);
	const render = target === undefined ? settings : { ...settings, target };
	if (!translates) refuseTranslation(fields, render, render);
	fields.end();
	const ignored =
		given.ai_hook_keywords !== undefined || given.ai_hook_text_duration !== undefined
			? ["ai_hook_keywords and ai_hook_text_duration have no effect in this service."]
			: [];
	return defined({
		projectId,
		indices: indices && [...new Set(indices)],
		render,
		notes: [...ignored, ...unknownNotes(fields.unknown)],
	});
}
