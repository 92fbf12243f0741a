import { suite } from "uvu";
import * as assert from "uvu/assert";
import source from "../../schemas/service.openapi.json" with { type: "json" };
import { ROUTES } from "../../src/service/routes/routes.ts";
import {
	WIRE_DURATIONS,
	WIRE_PLATFORMS,
	WIRE_PUBLISH_STATUSES,
	WIRE_RATIOS,
	WIRE_RESOLUTIONS,
	WIRE_TASK_STATUSES,
} from "../../src/wire/names.ts";
import { withWorld } from "./world.ts";

const documents = suite("the service's document");
const operations = Object.entries(source.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({
		route: `${method.toUpperCase()} ${path}`,
		operation: operation as { readonly operationId: string; readonly responses: object },
	})),
);

documents("every route that takes the key is documented, and nothing that there is not", () => {
	const routes = ROUTES.filter(({ guard, path }) => guard === "key" || path.startsWith("/upload/"));
	assert.equal(
		operations.map(({ route }) => route).sort(),
		routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`).sort(),
	);
});

documents("every operation has an id of its own and says what an answer holds", () => {
	const ids = operations.map(({ operation }) => operation.operationId);
	assert.is(new Set(ids).size, ids.length);
	for (const { route, operation } of operations) assert.ok("200" in operation.responses, route);
});

documents("every reference leads to something, and everything is referred to", () => {
	const text = JSON.stringify(source);
	const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
	const { securitySchemes: _, ...components } = source.components;
	const there = Object.entries(components).flatMap(([kind, members]) =>
		Object.keys(members).map((name) => `${kind}/${name}`),
	);
	assert.equal([...referred].sort(), there.sort());
});

documents("the lists of the code are those of the document", () => {
	const { TaskStatus, PublishStatus, Platform, Submit } = source.components.schemas;
	const withoutNull = (values: readonly (string | null)[]) => values.filter((value) => value !== null);
	assert.equal(TaskStatus.enum, WIRE_TASK_STATUSES);
	assert.equal(PublishStatus.enum, WIRE_PUBLISH_STATUSES);
	assert.equal(Platform.enum, WIRE_PLATFORMS);
	assert.equal(withoutNull(Submit.properties.target_duration.enum), WIRE_DURATIONS);
	assert.equal(withoutNull(Submit.properties.resolution.enum), WIRE_RESOLUTIONS);
	assert.equal(withoutNull(Submit.properties.ratio.enum), WIRE_RATIOS);
});

documents("a flag of a query is a boolean for typed clients, and every way to write it is taken", () =>
	withWorld({}, async ({ call }) => {
		const { parameters } = source.paths["/api/v2/social-media/accounts"].get;
		const values = parameters.flatMap((each) => ("schema" in each ? each.schema.enum : []));
		assert.ok(values.includes(true) && values.includes(false));
		for (const value of values) {
			const { status } = await call("GET", `/api/v2/social-media/accounts?active_only=${value}`);
			assert.is(status, 200, String(value));
		}
	}),
);

documents("it is served without a key, with the names of the version header that are taken", () =>
	withWorld({ versionHeaders: ["x-acme", "x-other"] }, async ({ service }) => {
		const response = await fetch(`${service.url}/openapi.json`);
		const { Version } = source.components.parameters;
		const description = `${Version.description} Or under another name: x-other.`;
		assert.equal(await response.json(), {
			...source,
			components: {
				...source.components,
				parameters: { ...source.components.parameters, Version: { ...Version, name: "x-acme", description } },
			},
		});
	}),
);

documents("the page to read names every operation and schema, and loads nothing", () =>
	withWorld({}, async ({ service }) => {
		const response = await fetch(`${service.url}/docs`);
		const page = await response.text();
		assert.is(response.headers.get("content-type"), "text/html; charset=utf-8");
		assert.match(
			response.headers.get("content-security-policy") ?? "",
			/^default-src 'none'; style-src 'sha256-/,
		);
		for (const { operation } of operations) assert.ok(page.includes(`id="${operation.operationId}"`));
		for (const name of Object.keys(source.components.schemas))
			assert.ok(page.includes(`id="schema-${name}"`));
		assert.not.match(page, /<script|<link|<img|<iframe|\bsrc=|https?:\/\//);
		for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g))
			assert.ok(page.includes(`id="${anchor}"`), anchor);
	}),
);

documents.run();
