/** Makes the schema of shared files from the one of campaigns, so that the two cannot differ. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./standalone.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What a shared file may hold, in the order of campaigns. */
const PARTS = ["inputs", "accounts", "schedules", "hashtags", "presets", "defaults", "brand"];

/** Writes `schemas/shared.schema.json`: the parts that campaigns share, with what they refer to. */
export async function writeSharedSchema(): Promise<void> {
	const campaign: Schema = JSON.parse(await readFile(fileOf("campaign"), "utf8"));
	const properties = picked(campaign.properties, new Set(PARTS));
	const shared = {
		$schema: campaign.$schema,
		title: "Shared",
		description:
			"What several showrun campaigns share: a campaign names this file in its `use`, or the settings do for all of them. What a campaign says itself wins. Files named *.shared.yaml are found by validate and fmt.",
		$comment: "Made from campaign.schema.json by `npm run generate`; do not edit.",
		type: "object",
		additionalProperties: false,
		properties,
		definitions: picked(campaign.definitions, referredTo(properties, campaign.definitions)),
	};
	await writeFile(fileOf("shared"), `${JSON.stringify(shared, undefined, "\t")}\n`);
}

function fileOf(name: string): string {
	return join(root, "schemas", `${name}.schema.json`);
}

function picked(all: unknown, names: ReadonlySet<string>): Schema {
	return Object.fromEntries(Object.entries(all as Schema).filter(([name]) => names.has(name)));
}

/** Names of the definitions that the value refers to, directly or through others. */
function referredTo(value: unknown, definitions: unknown, known = new Set<string>()): ReadonlySet<string> {
	for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/definitions\/(\w+)"/g)) {
		if (known.has(name)) continue;
		known.add(name);
		referredTo((definitions as Schema)[name], definitions, known);
	}
	return known;
}
