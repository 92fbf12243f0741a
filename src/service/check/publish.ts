import { defined } from "../../model/defined.ts";
import type { WirePublishConfig } from "../../wire/messages.ts";
import { WIRE_LIMITS, WIRE_PLATFORMS, WIRE_VISIBILITIES } from "../../wire/names.ts";
import { Refusal } from "../refusal.ts";
import type { RenderSettings } from "../store/shapes.ts";
import { type Fields, readFields } from "./fields.ts";
import { readPublishResolution } from "./render.ts";

/** A publish request (interface 4.3) as far as it can be checked without looking anything up. */
export interface PublishInput {
	readonly projectId: string;
	readonly idx: number;
	readonly resolution?: RenderSettings["resolution"];
	readonly scheduledAt: number | null;
	readonly configs: ReadonlyMap<string, WirePublishConfig>;
}

/** Reads a publish body. Throws `Refusal` 422 with every wrong field named. `now` in epoch milliseconds. */
export function readPublish(body: unknown, now: number): PublishInput {
	const problems: string[] = [];
	const fields = readFields(body, { nullable: ["scheduled_at", "resolution"], problems });
	const projectId = fields.text("project_id");
	if (!fields.has("project_id")) fields.problem("project_id is required");
	const idx = fields.whole("idx");
	if (!fields.has("idx")) fields.problem("idx is required");
	const resolution = readPublishResolution(fields);
	const scheduledAt = readSchedule(fields, now);
	const configs = readConfigs(fields, problems);
	if (!fields.has("publish_configs")) fields.problem("publish_configs is required");
	fields.end();
	return defined({ projectId: projectId ?? "", idx: idx ?? 0, scheduledAt, configs, resolution });
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
export function readConfigs(fields: Fields, problems: string[]): ReadonlyMap<string, WirePublishConfig> {
	const given = fields.object("publish_configs");
	const entries = Object.entries(given ?? {});
	if (given && entries.length === 0) fields.problem("publish_configs must have one entry per target account");
	return new Map(entries.map(([key, config]) => [key, readConfig(key, config, problems)]));
}

/** When a post is to go out, in epoch milliseconds; null: at once. */
export function readSchedule(fields: Fields, now: number): number | null {
	const at = fields.whole("scheduled_at");
	if (at === undefined) return null;
	const ahead = at - now;
	if (ahead < WIRE_LIMITS.scheduleMinMs || ahead > WIRE_LIMITS.scheduleMaxMs)
		fields.problem(
			"scheduled_at must be at least 5 minutes and at most 30 days in the future (epoch milliseconds)",
		);
	return at;
}

function readConfig(key: string, config: unknown, problems: string[]): WirePublishConfig {
	const platforms: readonly string[] = WIRE_PLATFORMS;
	if (platforms.includes(key.toLowerCase()))
		problems.push(
			`publish_configs.${key}: keys are account ids from the accounts list, a platform name must not be used`,
		);
	const fields = readFields(config, { prefix: `publish_configs.${key}.`, problems });
	return defined({
		title: fields.text("title"),
		description: fields.text("description"),
		tags: fields.texts("tags"),
		visibility: fields.choice("visibility", WIRE_VISIBILITIES),
		thumbnail_url: fields.text("thumbnail_url"),
		category: fields.text("category"),
		allow_comment: fields.flag("allow_comment"),
		allow_duet: fields.flag("allow_duet"),
		allow_stitch: fields.flag("allow_stitch"),
		disclose_content: fields.flag("disclose_content"),
	});
}
