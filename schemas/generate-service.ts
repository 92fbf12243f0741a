/**
 * Writes the types of the service's messages and the checks of its requests from
 * `service.openapi.json`, the one place that says what they look like.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { compile } from "json-schema-to-typescript";
import { brief, bundle, linear, NOTICE, root, withoutWords } from "./standalone.ts";

/** What is checked when it arrives; the other schemas describe answers. */
const BODIES = [
	"Submit",
	"FindMoments",
	"Speech",
	"Export",
	"Publish",
	"PublishConfig",
	"Update",
	"Resolution",
	"Upload",
] as const;

interface Field {
	readonly "x-effect"?: readonly string[];
}

interface Body {
	readonly required?: readonly string[];
	readonly properties: Readonly<Record<string, Field>>;
}

/** Writes `wire/messages.gen.ts` and `service/check/bodies.gen.ts`. */
export async function generateService(): Promise<void> {
	const document = await readFile(join(root, "schemas/service.openapi.json"), "utf8");
	const { schemas } = JSON.parse(document.replaceAll("#/components/schemas/", "#/definitions/")).components;
	await writeFile(join(root, "src/wire/messages.gen.ts"), await messages(schemas));
	await writeFile(join(root, "src/service/check/bodies.gen.ts"), await checks(schemas));
}

async function messages(schemas: Readonly<Record<string, object>>): Promise<string> {
	const named = Object.entries(schemas).map(([name, schema]) => [name, { ...schema, title: `Wire${name}` }]);
	const written = await compile({ definitions: Object.fromEntries(named), type: "object" }, "Unused", {
		bannerComment: `/** ${NOTICE} */`,
		additionalProperties: false,
		unreachableDefinitions: true,
		ignoreMinAndMaxItems: true,
		format: true,
		style: { printWidth: 160, useTabs: true },
	});
	return written
		.replace(/export interface Unused \{[^}]*\}\n/, "")
		.replace(/^(\t+)(\w+\??:|\[k: string\]:)/gm, "$1readonly $2")
		.replace(/(\w+)\[\]/g, "readonly $1[]")
		.replace(/\n \*(\n \* This interface was referenced by [^*]*\*[^*]*)?\n \*\/\n/g, "\n */\n");
}

async function checks(schemas: Readonly<Record<string, object>>): Promise<string> {
	const ajv = new Ajv({
		allErrors: true,
		verbose: true,
		messages: false,
		allowUnionTypes: true,
		strictTypes: false,
		inlineRefs: false,
		code: { source: true, esm: true },
	});
	ajv.addKeyword("x-effect").addKeyword("x-problem").addFormat("uri", true).addFormat("date-time", true);
	ajv.addSchema({ $id: "service", definitions: withoutWords({ definitions: schemas }).definitions });
	const refs = Object.fromEntries(BODIES.map((name) => [`check${name}`, `service#/definitions/${name}`]));
	const code = brief(await bundle(linear(standalone.default(ajv, refs))));
	return [
		"// @ts-nocheck",
		`// ${NOTICE}`,
		`import type { BodyError, BodyFields } from "./body-error.ts";`,
		code,
		"/** Checks a body; an empty list means that it fits its schema. */",
		`export const BODY_CHECKS: Readonly<Record<${BODIES.map((name) => `"${name}"`).join(" | ")}, (value: unknown) => readonly BodyError[]>> = {`,
		...BODIES.map((name) => `\t${name}: (value) => (check${name}(value) ? [] : check${name}.errors),`),
		"};",
		"/** The fields of each body: the ones it needs, and the flags that others have an effect under. */",
		`export const BODY_FIELDS: Readonly<Record<keyof typeof BODY_CHECKS, BodyFields>> = ${JSON.stringify(fields(schemas), undefined, "\t")};`,
		"",
	].join("\n");
}

function fields(schemas: Readonly<Record<string, object>>): object {
	return Object.fromEntries(
		BODIES.map((name) => {
			const { properties, required = [] } = schemas[name] as Body;
			const effects = Object.entries(properties).map(([field, each]) => [field, each["x-effect"] ?? []]);
			return [name, { required, effects: Object.fromEntries(effects) }];
		}),
	);
}
