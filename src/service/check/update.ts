import { defined } from "../../model/defined.ts";
import type { PostUpdate } from "../delivery/client-changes.ts";
import { readConfigs, readLateRule, readSchedule, withEffectiveConfigs } from "./publish.ts";
import { readFields } from "./read-fields.ts";

/** Reads the changes of a scheduled post. Throws `Refusal` 422 with every wrong field named. */
export function readUpdate(body: unknown, now: number): Omit<PostUpdate, "scheduleId" | "images"> {
	const fields = readFields("Update", withEffectiveConfigs(body));
	const scheduledAt = readSchedule(fields, now) ?? undefined;
	const [late, configs] = [readLateRule(fields), readConfigs(fields)];
	if (!fields.has("scheduled_at") && !fields.has("publish_configs") && !fields.has("late_rule"))
		fields.problem("scheduled_at or publish_configs is required");
	fields.end();
	return defined({ scheduledAt, late, configs });
}
