/** Bodies, read strictly. */
import { Ajv, type JSONSchemaType, type ValidateFunction } from "ajv";
import { must } from "./answer.ts";
import type { Arrived } from "./platform.ts";

const checker = new Ajv({ allowUnionTypes: true, strictTypes: false });

export type Schema = Readonly<Record<string, unknown>>;

/** A check of a JSON body: what the schema does not name is refused. */
export function shape<Body>(schema: Schema): (request: Pick<Arrived, "body">) => Body {
	let check: ValidateFunction<Body> | undefined;
	return ({ body }) => {
		check ??= checker.compile<Body>(schema as JSONSchemaType<Body>);
		const value = parsed(body.toString("utf8"));
		must(check(value), `body: ${checker.errorsText(check.errors)}`);
		return value;
	};
}

/** An object of these fields and no others. */
export function object(properties: Schema, required: readonly string[] = []): Schema {
	return { type: "object", additionalProperties: false, properties, required };
}

export const TEXT: Schema = { type: "string" };
export const FLAG: Schema = { type: "boolean" };

/** The fields of a form: no others than these, none twice, and all that are required. */
export function form(
	{ body }: Pick<Arrived, "body">,
	required: readonly string[],
	optional: readonly string[] = [],
): Readonly<Record<string, string>> {
	const fields = new URLSearchParams(body.toString("utf8"));
	for (const name of fields.keys()) {
		must([...required, ...optional].includes(name), `unexpected field ${name}`);
		must(fields.getAll(name).length === 1, `field ${name} twice`);
	}
	for (const name of required) must(Boolean(fields.get(name)), `no ${name}`);
	return Object.fromEntries(fields);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		must(false, "the body is not JSON");
	}
}
