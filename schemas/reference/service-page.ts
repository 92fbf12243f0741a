import { type Html, html } from "../../src/page/views/html.ts";
import { EXTENSIONS_LIST } from "../../src/service/extensions.ts";
import { ROUTES, type Route } from "../../src/service/routes/routes.ts";
import { renderReference } from "../../src/views/reference.ts";
import { type Row, renderMarkdown, renderSentence, tableOf } from "./markdown.ts";
import { anchorOf, type Page } from "./page.ts";
import { readText } from "./sources.ts";

/** The parts of the service's OpenAPI document that its page shows. */
interface Document {
	readonly info: { readonly description: string };
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: {
		readonly parameters: Readonly<Record<string, Parameter>>;
		readonly responses: Readonly<Record<string, Answer>>;
		readonly schemas: Readonly<Record<string, object>>;
	};
}

interface Operation {
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	readonly parameters?: readonly (Parameter & Reference)[];
	readonly requestBody?: Content;
	readonly responses: Readonly<Record<string, Answer & Reference>>;
}

interface Reference {
	readonly $ref?: string;
}

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly description?: string;
}

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Answer extends Content {
	readonly description: string;
}

interface Request {
	readonly method: string;
	readonly path: string;
	readonly operation: Operation;
}

const WHO: Readonly<Record<Route["guard"], string>> = {
	key: "clients with a key and the version header",
	bearer: "clients with a key",
	link: "whoever has the signed link",
	state: "a platform that leads a person back",
	open: "everybody",
};

/** Every request that the service answers, its messages, and the extensions that it declares. */
export function servicePage(): Page {
	const document: Document = JSON.parse(readText("schemas/service.openapi.json"));
	const requests = requestsOf(document);
	const schemas = JSON.stringify({ definitions: document.components.schemas });
	const messages = renderMarkdown(
		renderReference(JSON.parse(schemas.replaceAll("#/components/schemas/", "#/definitions/")))
			.replace(/^# .*/, "## Messages")
			.replace(/^## (?!Messages$)/gm, "### "),
		(href) => href,
	);
	const groups = document.tags.map(
		({ name, description }) => html`<h2 id="requests-${anchorOf(name)}">${name}</h2><p>${description}</p>
${requests.filter(({ operation }) => operation.tags[0] === name).map((each) => section(each, document.components))}`,
	);
	return {
		file: "service.html",
		title: "HTTP API of the service",
		group: "Service",
		body: html`<h1>HTTP API of the service</h1><p>${renderSentence(document.info.description)}</p>
<p>It declares these extensions, which <a href="doc-service.html">the service, beyond the interface document</a> explains:</p>
<ul>${EXTENSIONS_LIST.split(", ").map((each) => html`<li><code>${each}</code></li>`)}</ul>
${groups}${others(requests)}${messages.body}`,
		names: [
			...requests.map((each) => ({ name: nameOf(each), what: "request", anchor: anchorOfRequest(each) })),
			...messages.names.map((each) => ({ ...each, what: `message: ${each.what}` })),
		],
	};
}

function requestsOf({ paths }: Document): readonly Request[] {
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	);
}

function nameOf({ method, path }: Pick<Request, "method" | "path">): string {
	return `${method} ${path}`;
}

function anchorOfRequest(request: Pick<Request, "method" | "path">): string {
	return anchorOf(
		nameOf(request)
			.replace(/[/{}]+/g, " ")
			.trim(),
	);
}

function section(request: Request, components: Document["components"]): Html {
	const { summary, description, parameters = [], requestBody, responses } = request.operation;
	const anchor = anchorOfRequest(request);
	const given = parameters.map((each) => resolved(each, components.parameters)).map(parameterRow);
	const answers = Object.entries(responses).map(([status, each]) => {
		const answer = resolved(each, components.responses);
		return {
			cells: [
				html`${status}`,
				html`${renderSentence(answer.description)} ${linkToMessage(answer, components)}`,
			],
		};
	});
	return html`<section id="${anchor}">
<h3><code>${nameOf(request)}</code> <a class="anchor" href="#${anchor}" aria-label="Link to this request">#</a></h3>
<p>${renderSentence(summary)}. ${renderSentence(description ?? "")}</p>
${requestBody && html`<p>Body: ${linkToMessage(requestBody, components) || Object.keys(requestBody.content ?? {}).join(", ")}</p>`}
${given.length > 0 && tableOf(["parameter", "where", "meaning"], given)}
${tableOf(["status", "answer"], answers)}
</section>
`;
}

function parameterRow({ name, in: where, required, description = "" }: Parameter): Row {
	return {
		cells: [
			html`<code>${name}</code>`,
			html`${where}${required && ", required"}`,
			renderSentence(description),
		],
	};
}

function resolved<Value>(value: Value & Reference, named: Readonly<Record<string, Value>>): Value {
	return named[value.$ref?.split("/").at(-1) ?? ""] ?? value;
}

/** The message that a request or an answer consists of, wherever in its body. */
function linkToMessage({ content = {} }: Content, { schemas }: Document["components"]): Html | "" {
	const [, name = ""] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(content)) ?? [];
	// Only maps with keys have a section.
	return "properties" in (schemas[name] ?? {})
		? html`<a href="#${anchorOf(spaced(name))}">${spaced(name)}</a>`
		: "";
}

/** As headings of messages are written. */
function spaced(name: string): string {
	return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What is answered beside the interface: links, feeds, health and the like. */
function others(requests: readonly Request[]): Html {
	const described = new Set(requests.map(nameOf));
	const rows = ROUTES.map(({ path, ...route }) => ({ ...route, path: path.replace(/:(\w+)/g, "{$1}") }))
		.filter((route) => !described.has(nameOf(route)))
		.map((route) => ({ cells: [html`<code>${nameOf(route)}</code>`, html`${WHO[route.guard]}`] }));
	return html`<h2 id="other-addresses">Other addresses</h2>${tableOf(["address", "for"], rows)}`;
}
