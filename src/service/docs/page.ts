import { escaped, pageOf } from "../http/html-page.ts";
import type { Operation, Parameter, Ref, Schema, ServiceDocument } from "./document.ts";

/** The document as one page to read: every operation with its fields. Needs no script. */
export function docsPage(document: ServiceDocument): string {
	const { info, tags } = document;
	const sections = tags.map(({ name, description }) => {
		const operations = operationsOf(document).filter(({ operation }) => operation.tags.includes(name));
		return `<h2 id="${escaped(name)}">${escaped(name)}</h2><p>${escaped(description)}</p>${operations.map((each) => operationPart(document, each)).join("")}`;
	});
	const schemas = Object.entries(document.components.schemas).map(([name, schema]) =>
		schemaPart(name, schema),
	);
	return pageOf({
		title: `${escaped(info.title)}, version ${escaped(info.version)}`,
		wide: true,
		body: `<p>${text(info.description)}</p><p>The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Operations"><ul>${operationsOf(document).map(linkTo).join("")}</ul></nav>
${sections.join("\n")}
<h2 id="schemas">Schemas</h2>${schemas.join("\n")}`,
	});
}

interface Placed {
	readonly path: string;
	readonly method: string;
	readonly operation: Operation;
}

function operationsOf({ paths, webhooks }: ServiceDocument): readonly Placed[] {
	const sent = Object.entries(webhooks).map(([name, methods]) => [`(${name})`, methods] as const);
	return [...Object.entries(paths), ...sent].flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
	);
}

function linkTo({ path, method, operation }: Placed): string {
	return `<li><a href="#${escaped(operation.operationId)}"><code>${method} ${escaped(path)}</code></a> ${escaped(operation.summary)}</li>`;
}

function operationPart({ components }: ServiceDocument, { path, method, operation }: Placed): string {
	const parameters = (operation.parameters ?? []).map((each) => resolved(each, components.parameters));
	const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
	const answers = Object.entries(operation.responses).map(([status, each]) => {
		const { description, content } = resolved(each, components.responses);
		const schema = Object.values(content ?? {})[0]?.schema;
		return [`<code>${status}</code>`, schema ? typeOf(schema) : "", text(description)];
	});
	return `<section id="${escaped(operation.operationId)}"><h3><code>${method} ${escaped(path)}</code></h3>
<p>${text([`${operation.summary}.`, operation.description].filter(Boolean).join(" "))}</p>
${parameters.length > 0 ? table(["Parameter", "In", "Type", "Meaning"], parameters.map(parameterRow)) : ""}
${body ? `<p>Body: ${typeOf(body)}</p>` : ""}
${table(["Status", "Answer", "Meaning"], answers)}</section>`;
}

function parameterRow({ name, in: where, required, schema, description }: Parameter): readonly string[] {
	return [nameCell(name, required === true), where, typeOf(schema), text(description)];
}

function schemaPart(name: string, schema: Schema): string {
	const { description = "", properties = {}, required = [] } = schema;
	const rows = Object.entries(properties).map(([field, each]) => [
		nameCell(field, required.includes(field)),
		typeOf(each),
		"$ref" in each ? "" : text(meaningOf(each)),
	]);
	const fields = rows.length > 0 ? table(["Field", "Type", "Meaning"], rows) : `<p>${typeOf(schema)}</p>`;
	return `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3><p>${text(description)}</p>${fields}</section>`;
}

function meaningOf({ description = "", default: usual, "x-effect": flags = [] }: Schema): string {
	const effect =
		flags.length > 0 ? ` Has an effect only with ${flags.map((flag) => `\`${flag}\``).join(" and ")}.` : "";
	return `${description}${usual === undefined ? "" : ` Default: \`${JSON.stringify(usual)}\`.`}${effect}`;
}

function nameCell(name: string, required: boolean): string {
	return `<code>${escaped(name)}</code>${required ? " (required)" : ""}`;
}

function typeOf(schema: Schema | Ref): string {
	if ("$ref" in schema) {
		const name = schema.$ref.replace(/^.*\//, "");
		return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
	}
	const { type, enum: values, items, properties, additionalProperties: others } = schema;
	if (values) return values.map((value) => `<code>${escaped(JSON.stringify(value))}</code>`).join(", ");
	if (properties?.data) return `data: ${typeOf(properties.data)}`;
	const types = typeof type === "string" ? [type] : (type ?? ["any"]);
	return types.map((each) => nameOfType(each, { items, others })).join(" or ");
}

function nameOfType(
	type: string,
	{
		items,
		others,
	}: { readonly items: Schema | Ref | undefined; readonly others: Schema["additionalProperties"] },
): string {
	if (type === "array" && items) return `list of ${typeOf(items)}`;
	return type === "object" && typeof others === "object" ? `map of ${typeOf(others)}` : escaped(type);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const head = heads.map((each) => `<th scope="col">${each}</th>`).join("");
	const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
	return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Plain words with `code` in them. */
function text(words: string): string {
	return escaped(words).replace(/`([^`]*)`/g, "<code>$1</code>");
}

function resolved<Value extends object>(value: Value | Ref, among: Readonly<Record<string, Value>>): Value {
	if (!("$ref" in value)) return value;
	const found = among[value.$ref.replace(/^.*\//, "")];
	if (!found) throw new Error(`${value.$ref} is not in the document`);
	return found;
}
