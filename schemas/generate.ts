/**
 * Writes types and validators from the schemas: `npm run generate`. The outcome is committed; `npm
 * run check` fails when it differs.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { generateAssets } from "./generate-assets.ts";
import { generateService } from "./generate-service.ts";
import { writeSharedSchema } from "./generate-shared.ts";
import { brief, bundle, linear, NOTICE, root, withoutWords } from "./standalone.ts";

interface Target {
	/** `schemas/<schema>.schema.json`. */
	readonly schema: string;
	/** Folder that gets `validate.gen.ts`. */
	readonly room: string;
	/** Another name for that file, in a folder that has several. */
	readonly file?: string;
	/** Whether it gets `<schema>.gen.ts` too: types of the raw file, where the model has none. */
	readonly types: boolean;
	/** Name of the exported validator. */
	readonly validator: string;
}

const TARGETS: readonly Target[] = [
	{ schema: "campaign", room: "src/campaign", types: true, validator: "validateCampaign" },
	{
		schema: "clips",
		room: "src/campaign",
		file: "validate-clips.gen.ts",
		types: true,
		validator: "validateClips",
	},
	{ schema: "settings", room: "src/settings", types: true, validator: "validateSettings" },
	{ schema: "state", room: "src/state", types: false, validator: "validateState" },
	{ schema: "saved-plan", room: "src/reconcile", types: false, validator: "validateSavedPlan" },
];

await writeSharedSchema();
for (const target of TARGETS) await generate(target);
await generateService();
await generateAssets();

async function generate(target: Target): Promise<void> {
	const schema: JSONSchema & AnySchemaObject = JSON.parse(
		await readFile(join(root, "schemas", `${target.schema}.schema.json`), "utf8"),
	);
	if (target.types) await writeFile(join(root, target.room, `${target.schema}.gen.ts`), await types(schema));
	await writeFile(
		join(root, target.room, target.file ?? "validate.gen.ts"),
		await validator(schema, target.validator),
	);
}

function types(schema: JSONSchema): Promise<string> {
	const bannerComment = `/** ${NOTICE} */`;
	return compile(structuredClone(schema), schema.title ?? "", {
		bannerComment,
		additionalProperties: false,
		format: true,
		// A list of up to so many entries is written out as tuples.
		maxItems: 10,
		style: { printWidth: 160, useTabs: true },
	});
}

async function validator(schema: AnySchemaObject, name: string): Promise<string> {
	const ajv = new Ajv({
		allErrors: true,
		verbose: true,
		messages: false,
		allowUnionTypes: true,
		inlineRefs: 20,
		code: { source: true, esm: true },
	});
	formats.default(ajv);
	// Editors show these words in place of a pattern, and so do our own messages.
	ajv.addKeyword("patternErrorMessage");
	// Like `examples`, of names and files that only the campaign has: editors must not offer them.
	ajv.addKeyword("samples");
	const check = ajv.compile(withoutWords(schema));
	const code = brief(await bundle(linear(standalone.default(ajv, check))));
	return [
		"// @ts-nocheck",
		`// ${NOTICE}`,
		`import type { SchemaError } from "../yaml/schema-error.ts";`,
		code,
		"/** Checks a raw value; an empty list means that it fits the schema. */",
		`export const ${name}: (value: unknown) => readonly SchemaError[] = (value) => (validate(value) ? [] : validate.errors);`,
		"",
	].join("\n");
}
