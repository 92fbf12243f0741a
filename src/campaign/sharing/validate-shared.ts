import type { SchemaError } from "../../yaml/schema-error.ts";
import { isMap, type Validator } from "../../yaml/shape.ts";
import { validateCampaign } from "../validate.gen.ts";
import { SHARED_PARTS } from "./layers.ts";

const PARTS: ReadonlySet<string> = new Set(SHARED_PARTS);
const SCHEMA = { type: "object", properties: Object.fromEntries(SHARED_PARTS.map((part) => [part, {}])) };

/**
 * Checks a raw shared file as `shared.schema.json` says, which is made of the same definitions: its parts are
 * those of a campaign, and nothing else is known or needed.
 */
export const validateShared: Validator = (value) => {
	if (!isMap(value)) return [wrong(value, { keyword: "type", schema: "object", params: { type: "object" } })];
	const known = Object.entries(value).filter(([key]) => PARTS.has(key));
	const others = Object.keys(value).filter((key) => !PARTS.has(key));
	return [
		...others.map((additionalProperty) =>
			wrong(value, { keyword: "additionalProperties", schema: false, params: { additionalProperty } }),
		),
		...validateCampaign(Object.fromEntries(known)).filter(
			({ keyword, instancePath }) => keyword !== "required" || instancePath !== "",
		),
	];
};

function wrong(data: unknown, what: Pick<SchemaError, "keyword" | "schema" | "params">): SchemaError {
	return { ...what, instancePath: "", parentSchema: SCHEMA, data };
}
