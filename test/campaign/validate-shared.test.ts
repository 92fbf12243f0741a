import { Ajv } from "ajv";
import formats from "ajv-formats";
import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import schema from "../../schemas/shared.schema.json" with { type: "json" };
import { validateShared } from "../../src/campaign/sharing/validate-shared.ts";
import type { SchemaError } from "../../src/yaml/schema-error.ts";
import { valuesOf } from "../builders/schema-values.ts";

const shared = suite("the shape of shared files");

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
formats.default(ajv);
for (const keyword of ["patternErrorMessage", "samples", "markdownDescription", "defaultSnippets"])
	if (!ajv.getKeyword(keyword)) ajv.addKeyword(keyword);
const bySchema = ajv.compile(schema);

shared("is what its published schema says, whatever is put in place of a part", () => {
	let faulty = 0;
	const odd = fc.constantFrom<unknown>(null, 7, "words", [], {}, [1], { a: { b: 1 } });
	fc.assert(
		fc.property(
			valuesOf(schema),
			fc.dictionary(fc.constantFrom("videos", "use", "accounts", "defaults", "timezone", "x"), odd, {
				maxKeys: 2,
			}),
			(value, others) => {
				const whole = { ...(value as object), ...others };
				const expected = bySchema(whole) ? [] : (bySchema.errors ?? []);
				if (expected.length > 0) faulty++;
				assert.equal(told(validateShared(whole)), told(expected));
			},
		),
		{ numRuns: 1_000, seed: 20261127 },
	);
	assert.ok(faulty > 300 && faulty < 900, `${faulty} were faulty`);
});

for (const value of [null, 7, "words", ["a"], true])
	shared(`is a map, not ${JSON.stringify(value)}`, () => {
		bySchema(value);
		assert.equal(told(validateShared(value)), told(bySchema.errors ?? []));
	});

function told(all: readonly Pick<SchemaError, "keyword" | "instancePath" | "params">[]): readonly string[] {
	return all
		.map(({ keyword, instancePath, params }) =>
			[keyword, instancePath, params.additionalProperty ?? params.missingProperty].join(" "),
		)
		.sort();
}

shared.run();
