import type { Change, PlanNote } from "../../model/plan.ts";
import { ruleNamed } from "../../model/rules/former-ids.ts";
import type { SavedPlan } from "../../model/saved.ts";

/** A plan saved by 0.1.0 has sentences where later ones have codes with data. */
type Format1 = Omit<SavedPlan, "format" | "plan"> & {
	readonly format: 1;
	readonly plan: Omit<SavedPlan["plan"], "changes" | "notes"> & {
		readonly changes: readonly ChangeOfFormat1[];
		readonly notes?: readonly NoteOfFormat1[];
	};
};
type ChangeOfFormat1 = Omit<Change, "reasonData" | "remedy"> & {
	readonly detail?: string;
	readonly remedy?: string;
};
type NoteOfFormat1 = Omit<PlanNote, "finding"> & { readonly title: string; readonly detail: string };

/** A saved plan as this program holds it, whichever version wrote it: sentences are kept as they are. */
export function ofToday(saved: SavedPlan | Format1): SavedPlan {
	if (saved.format === 2) return saved;
	const { changes, notes, ...plan } = saved.plan;
	return {
		...saved,
		format: 2,
		plan: { ...plan, changes: changes.map(changeOfToday), ...(notes && { notes: notes.map(noteOfToday) }) },
	};
}

/** What differs, and what became of an attempt, is in the change itself. */
function changeOfToday({ detail, remedy, ...change }: ChangeOfFormat1): Change {
	const isInChange = detail === undefined || change.differences !== undefined || change.action === "unknown";
	return {
		...change,
		...(!isInChange && { reasonData: { text: detail } }),
		...(remedy !== undefined && { remedy: { code: "text", text: remedy } }),
	} as Change;
}

/** Rules had other ids then. */
function noteOfToday({ title: _, detail, rule, ...note }: NoteOfFormat1): PlanNote {
	return { ...note, rule: ruleNamed(rule) ?? rule, finding: { code: "text", text: detail } };
}
