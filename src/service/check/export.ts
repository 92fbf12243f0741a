import { defined } from "../../model/defined.ts";
import type { RenderSettings } from "../store/shapes.ts";
import { readFields } from "./fields.ts";
import { readRenderSettings } from "./render.ts";
import { type Abilities, refuseTranslation, unknownNotes } from "./submit.ts";

/** An export of existing clips (service-facts) with its defaults filled in. */
export interface ExportInput {
	readonly projectId: string;
	/** Absent: all. */
	readonly indices?: readonly number[];
	readonly render: RenderSettings;
	readonly notes: readonly string[];
}

/** Reads an export body. Throws `Refusal` 422 with every wrong field named. */
export function readExport(body: unknown, { translates }: Pick<Abilities, "translates">): ExportInput {
	const fields = readFields(body, {
		nullable: ["clip_indices", "target_lang", "ai_hook_keywords", "ai_hook_text_duration"],
	});
	const projectId = fields.text("project_id");
	if (!fields.has("project_id")) fields.problem("project_id is required");
	const indices = fields.wholes("clip_indices");
	if (indices?.length === 0) fields.problem("clip_indices must name at least one clip (omit it for all)");
	const target = fields.text("target_lang");
	const hints = [fields.texts("ai_hook_keywords"), fields.whole("ai_hook_text_duration")];
	const settings = readRenderSettings(fields, "effective");
	const render = target === undefined ? settings : { ...settings, target };
	if (!translates) refuseTranslation(fields, render, render);
	fields.end();
	const ignored = hints.some((hint) => hint !== undefined)
		? ["ai_hook_keywords and ai_hook_text_duration have no effect in this service."]
		: [];
	return defined({
		projectId: projectId ?? "",
		indices: indices && [...new Set(indices)],
		render,
		notes: [...ignored, ...unknownNotes(fields.unknown())],
	});
}
