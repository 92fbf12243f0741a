import source from "../../../schemas/service.openapi.json" with { type: "json" };

/** The parts of an OpenAPI document that are shown. */
export interface ServiceDocument {
	readonly info: { readonly title: string; readonly version: string; readonly description: string };
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	/** What the service sends. */
	readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: {
		readonly parameters: Readonly<Record<string, Parameter>>;
		readonly responses: Readonly<Record<string, Answer>>;
		readonly schemas: Readonly<Record<string, Schema>>;
	};
}

export interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	readonly parameters?: readonly (Parameter | Ref)[];
	readonly requestBody?: { readonly content: Content };
	readonly responses: Readonly<Record<string, Answer | Ref>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly description: string;
	readonly required?: boolean;
	readonly schema: Schema | Ref;
}

interface Answer {
	readonly description: string;
	readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Schema | Ref }>>;

export interface Ref {
	readonly $ref: string;
}

export interface Schema {
	readonly description?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema | Ref>>;
	readonly items?: Schema | Ref;
	readonly additionalProperties?: boolean | Schema | Ref;
	readonly "x-effect"?: readonly string[];
}

/** The document of this service, as it takes requests. */
export function serviceDocument({
	versionHeaders,
}: {
	readonly versionHeaders: readonly string[];
}): ServiceDocument {
	const { Version, ...parameters } = source.components.parameters;
	const [name = Version.name, ...others] = versionHeaders;
	const also = others.length > 0 ? ` Or under another name: ${others.join(", ")}.` : "";
	const version = { ...Version, name, description: `${Version.description}${also}` };
	return { ...source, components: { ...source.components, parameters: { Version: version, ...parameters } } };
}
