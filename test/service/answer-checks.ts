/**
 * Checks every JSON answer of every service in this process against `schemas/service.openapi.json`: whoever
 * imports this cannot forget it.
 */
import { subscribe } from "node:diagnostics_channel";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import document from "../../schemas/service.openapi.json" with { type: "json" };
import { ANSWERS, type PublishedAnswer } from "../../src/service/http/exchange.ts";

/** What the document says about one method of one path. */
interface Operation {
	readonly responses: Readonly<Record<string, unknown>>;
}

/** A JSON document that describes the service. */
export interface ServiceDocument {
	readonly paths: object;
	readonly components: object;
}

declare global {
	var CHECKS_ANSWERS: true | undefined;
}

/** What is wrong with an answer; undefined: nothing. */
export type CheckAnswer = (answer: PublishedAnswer) => string | undefined;

/** Paths that only showrun itself asks for. */
const UNDOCUMENTED = /^\/(owner$|files\/|outbox\/|connect\/)/;

/** A check against a document. Schemas are compiled when they are first needed. */
export function answerCheck({ paths, components }: ServiceDocument): CheckAnswer {
	const ajv = new Ajv({ allErrors: true, strict: false });
	formats.default(ajv);
	ajv.addSchema({ $id: "service", components });
	const checks = new Map<string, ValidateFunction>();
	const routes = Object.entries(paths).map(([path, methods]) => ({
		path,
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
		methods: methods as Readonly<Record<string, Operation>>,
	}));
	return ({ method, path, status, body }) => {
		const matching = routes.filter(({ pattern }) => pattern.test(path));
		const route = matching.find((each) => each.path === path) ?? matching[0];
		const operation = route?.methods[method.toLowerCase()];
		if (!operation && status < 400 && !UNDOCUMENTED.test(path)) return `${method} ${path} is not documented`;
		if (operation && !(status in operation.responses)) return `${method} ${path} answers ${status}`;
		if (!operation && status < 400) return undefined;
		const name = `${route?.path} ${method} ${status < 400 ? status : "error"}`;
		const check = checks.get(name) ?? ajv.compile(schemaOf(operation, status));
		checks.set(name, check);
		if (check(body)) return undefined;
		return `${method} ${path} answers ${status} with ${JSON.stringify(body)}: ${ajv.errorsText(check.errors)}`;
	};
}

function schemaOf(operation: Operation | undefined, status: number): object {
	if (status >= 400 || !operation) return { $ref: "service#/components/schemas/Error" };
	const response = operation.responses[status] as {
		readonly content: { readonly "application/json": { readonly schema: object } };
	};
	const schema = JSON.stringify(response.content["application/json"].schema);
	return JSON.parse(schema.replaceAll('"#/', '"service#/'));
}

if (!globalThis.CHECKS_ANSWERS) {
	globalThis.CHECKS_ANSWERS = true;
	let check: CheckAnswer | undefined;
	subscribe(ANSWERS, (message) => {
		check ??= answerCheck(document);
		const problem = check(message as PublishedAnswer);
		// What a subscriber throws ends the process: the test fails whatever it looks at.
		if (problem !== undefined) throw new Error(`An answer is outside of the document: ${problem}`);
	});
}
