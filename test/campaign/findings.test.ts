import { readFile } from "node:fs/promises";
import { Ajv, type ErrorObject } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { validateCampaign } from "../../src/campaign/validate.gen.ts";
import { decodeText } from "../../src/yaml/decode.ts";
import { parseYaml } from "../../src/yaml/document.ts";
import type { SchemaError } from "../../src/yaml/schema-error.ts";
import { brokenCampaigns } from "./cases.ts";

const findings = suite("findings of the generated validator");

findings("every broken campaign has the ones that ajv itself reports, in its order", async () => {
	const text = await readFile(new URL("../../schemas/campaign.schema.json", import.meta.url), "utf8");
	const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
	const check = ajv.addKeyword("patternErrorMessage").addKeyword("samples").compile(editable(text));
	let compared = 0;
	for (const { name, bytes } of await brokenCampaigns()) {
		const decoded = decodeText(name, bytes);
		const parsed = "source" in decoded ? parseYaml(decoded.source) : undefined;
		if (!parsed?.usable) continue;
		const { value } = parsed.file;
		const expected = check(value) ? [] : (check.errors ?? []);
		assert.equal(validateCampaign(value).map(shown), expected.map(shown), name);
		compared += expected.length;
	}
	assert.ok(compared > 50, `${compared}`);
});
findings.run();

/** Snippets are for editors only. */
function editable(text: string): object {
	return JSON.parse(text, (key, value) =>
		key === "defaultSnippets" || key === "markdownDescription" ? undefined : value,
	);
}

/** What messages are made of. */
function shown({
	keyword,
	instancePath,
	params,
	schema,
	parentSchema,
	data,
	propertyName,
}: SchemaError | ErrorObject) {
	const { missingProperty, additionalProperty } = params;
	const limit = /^(min|max)/.test(keyword) ? params.limit : undefined;
	const keys = Object.keys(parentSchema?.properties ?? {});
	return [
		keyword,
		instancePath,
		{ missingProperty, additionalProperty, limit },
		{
			schema: typeof schema === "object" && !Array.isArray(schema) ? keyword : schema,
			keys,
			data,
			propertyName,
		},
	];
}
