import { defined } from "../../model/defined.ts";
import type { WirePublish, WirePublishConfig, WireUpdate } from "../../wire/messages.gen.ts";
import { WIRE_LIMITS, WIRE_PLATFORMS } from "../../wire/names.ts";
import { Refusal } from "../refusal.ts";
import type { LateRule, RenderSettings } from "../store/shapes.ts";
import { BODY_FIELDS } from "./bodies.gen.ts";
import { effective, type Fields, isObject, readFields } from "./read-fields.ts";
import { readPublishResolution } from "./render.ts";

/** A publish request (interface 4.3) as far as it can be checked without looking anything up. */
export interface PublishInput {
	readonly projectId: string;
	readonly idx: number;
	readonly resolution?: RenderSettings["resolution"];
	readonly scheduledAt: number | null;
	readonly late?: LateRule;
	readonly configs: ReadonlyMap<string, WirePublishConfig>;
}

/** What publishing and changing a post have in common. */
type PostFields = Fields<WirePublish> | Fields<WireUpdate>;

/** Reads a publish body. Throws `Refusal` 422 with every wrong field named. `now` in epoch milliseconds. */
export function readPublish(body: unknown, now: number): PublishInput {
	const fields = readFields("Publish", withEffectiveConfigs(body));
	const { project_id: projectId = "", idx = 0 } = fields.given;
	const resolution = readPublishResolution(fields);
	const scheduledAt = readSchedule(fields, now);
	const [late, configs] = [readLateRule(fields), readConfigs(fields)];
	fields.end();
	return defined({ projectId, idx, scheduledAt, late, configs, resolution });
}

/** What the platform itself asks for (interface 2.7). Throws `Refusal` 422 naming the account. */
export function checkForPlatform(
	config: WirePublishConfig,
	account: { readonly id: string; readonly platform: string },
): void {
	const needed =
		account.platform === "youtube" ? "title" : account.platform === "tiktok" ? "description" : undefined;
	if (needed === undefined || config[needed]?.trim()) return;
	throw new Refusal(422, `publish_configs.${account.id}.${needed} is required for ${account.platform}.`);
}

/** The configs of a request by account id. */
export function readConfigs(fields: PostFields): ReadonlyMap<string, WirePublishConfig> {
	const entries = Object.entries(fields.given.publish_configs ?? {});
	for (const [key] of entries) refusePlatformName(fields, key);
	return new Map(entries.map(([key, config]) => [key, knownFields(config)]));
}

/** Null means omitted within a config too. */
export function withEffectiveConfigs(body: unknown): unknown {
	if (!isObject(body) || !("publish_configs" in body) || !isObject(body.publish_configs)) return body;
	const entries = Object.entries(body.publish_configs);
	const configs = entries.map(([key, config]) => [
		key,
		isObject(config) ? effective("PublishConfig", config) : config,
	]);
	return { ...body, publish_configs: Object.fromEntries(configs) };
}

/** When a post is to go out, in epoch milliseconds; null: at once. */
export function readSchedule(fields: PostFields, now: number): number | null {
	const at = fields.given.scheduled_at;
	if (at === undefined) return null;
	const ahead = at - now;
	if (ahead < WIRE_LIMITS.scheduleMinMs || ahead > WIRE_LIMITS.scheduleMaxMs)
		fields.problem(
			"scheduled_at must be at least 5 minutes and at most 30 days in the future (epoch milliseconds)",
		);
	return at;
}

/** What becomes of the post where it is later than a limit. */
export function readLateRule(fields: PostFields): LateRule | undefined {
	const rule = fields.given.late_rule;
	return rule && { maxMs: rule.max_ms, action: rule.action };
}

function refusePlatformName(fields: PostFields, key: string): void {
	const platforms: readonly string[] = WIRE_PLATFORMS;
	if (platforms.includes(key.toLowerCase()))
		fields.problem(
			`publish_configs.${key}: keys are account ids from the accounts list, a platform name must not be used`,
		);
}

function knownFields(config: WirePublishConfig): WirePublishConfig {
	const known = Object.entries(config).filter(([name]) =>
		Object.hasOwn(BODY_FIELDS.PublishConfig.effects, name),
	);
	return Object.fromEntries(known);
}
