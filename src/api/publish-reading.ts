import { defined } from "../model/defined.ts";
import type { LateRule } from "../model/late-rule.ts";
import { asObject, flag, line, list, number, paragraph } from "./json-values.ts";
import { publishStatus, time, unreadable } from "./parse.ts";
import type { PublishReading } from "./port.ts";

/** One publishing task with its per-account results (extension). An unknown status means still under way. */
export function publishReading(data: unknown): PublishReading {
	const task = asObject(data);
	if (task === undefined || typeof task.status !== "string")
		throw unreadable("the publishing task has no status");
	const result = asObject(list(task.results, 1)[0]);
	const [error, location, late] = [
		paragraph(result?.error_message) ?? paragraph(result?.note),
		line(result?.location) ?? address(line(result?.url)),
		flag(result?.late),
	];
	const [version, scheduledAt, configs] = [
		number(task.version),
		time(task.scheduled_at),
		asObject(task.publish_configs),
	];
	return {
		...defined({ version, scheduledAt, configs }),
		status: publishStatus(task.status),
		...defined({ error }),
		...(result?.needs_account === true && { needsAccount: true }),
		...defined({ waitsUntil: time(result?.waits_until) }),
		...defined({ location, late }),
		...defined({ lateRule: lateRuleIn(task.late_rule), tooLate: tooLateIn(result?.state) }),
	};
}

/** Of a post that is on a platform. */
function address(url: string | undefined): string | undefined {
	return url !== undefined && /^https?:\/\//.test(url) ? url : undefined;
}

function lateRuleIn(value: unknown): LateRule | undefined {
	const rule = asObject(value);
	const maxMs = number(rule?.max_ms);
	const action = (["deliver", "hold", "skip"] as const).find((each) => each === rule?.action);
	return maxMs === undefined || action === undefined ? undefined : { maxMs, action };
}

function tooLateIn(state: unknown): PublishReading["tooLate"] {
	return (["held", "skipped"] as const).find((each) => each === state);
}
