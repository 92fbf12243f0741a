import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type AnySchemaObject } from "ajv";
import formats from "ajv-formats";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";

const FOLDER = fileURLToPath(new URL("../../schemas/", import.meta.url));
/** Words for editors that JSON Schema itself does not know. */
const FOR_EDITORS = ["markdownDescription", "patternErrorMessage", "defaultSnippets", "samples"];

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".schema.json"));
const read = (name: string): AnySchemaObject => JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8"));

function strict(): Ajv {
	const ajv = new Ajv({
		strictSchema: true,
		strictTypes: true,
		strictTuples: true,
		allowUnionTypes: true,
		allErrors: true,
	});
	formats.default(ajv);
	for (const keyword of FOR_EDITORS) ajv.addKeyword({ keyword, valid: true });
	return ajv;
}

interface Part {
	/** Its JSON pointer. */
	readonly at: string;
	readonly part: AnySchemaObject;
}

/** Every schema inside a schema. */
function* partsOf(part: AnySchemaObject, at = ""): Generator<Part> {
	yield { at, part };
	for (const map of ["properties", "definitions"])
		for (const [key, each] of Object.entries(part[map] ?? {}))
			yield* partsOf(inside(each), `${at}/${map}/${key}`);
	for (const key of ["items", "additionalProperties", "propertyNames"])
		if (typeof part[key] === "object") yield* partsOf(inside(part[key]), `${at}/${key}`);
}

function inside(value: unknown): AnySchemaObject {
	assert.type(value, "object");
	return value as AnySchemaObject;
}

/** Says what a value of a part has against it. */
function checker(root: AnySchemaObject): (part: Part, value: unknown) => readonly string[] {
	const ajv = strict().addSchema({ ...root, $id: "root" });
	return ({ at }, value) => {
		const validate = ajv.compile({ $ref: `root#${at.split("/").map(encodeURIComponent).join("/")}` });
		return validate(value)
			? []
			: [
					`${at}: ${JSON.stringify(value)}: ${JSON.stringify(validate.errors?.map(({ message }) => message))}`,
				];
	};
}

const schemas = suite("schemas");

for (const name of names) {
	const root = read(name);
	const mistakes = checker(root);
	schemas(`${name} is a strict schema with words for people`, () => {
		strict().compile(root);
		assert.type(root.title, "string");
		assert.type(root.description, "string");
	});

	schemas(`every example and default of ${name} fits where it stands`, () => {
		const wrong = [...partsOf(root)].flatMap((each) => {
			const { examples = [], samples = [], default: fallback } = each.part;
			return [...examples, ...samples, ...(fallback === undefined ? [] : [fallback])].flatMap((value) =>
				mistakes(each, value),
			);
		});
		assert.equal(wrong, []);
	});

	schemas(`every snippet of ${name} is good once filled in as it is`, () => {
		const wrong = [...partsOf(root)].flatMap((each) =>
			(each.part.defaultSnippets ?? []).flatMap(({ bodyText }: { readonly bodyText: string }) => {
				const filled = bodyText
					.replace(/\$\{\d+:([^}]*)\}/g, "$1")
					.replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1");
				return mistakes(each, parse(filled));
			}),
		);
		assert.equal(wrong, []);
	});
}

/** Where a campaign names something of its own, or a file beside it. */
const NAMES = /^\/properties\/posts$|\/(source|like|preset|transcript|from|schedule|to|op)(\/items)?$/;

schemas("editors never offer names that do not exist", () => {
	const offering = [...partsOf(read("campaign.schema.json"))].filter(
		({ at, part }) =>
			NAMES.test(at) &&
			/keynote|talk|youtube-main|weekday|vertical|01JD3V/.test(JSON.stringify(part.examples ?? "")),
	);
	assert.equal(
		offering.map(({ at }) => at),
		[],
	);
});

schemas(
	"what people write is described for them in editors: every key, and a whole entry for each large part",
	() => {
		for (const kind of ["campaign", "shared", "clips", "settings"]) {
			const name = `${kind}.schema.json`;
			const root = read(name);
			const silent = [...partsOf(root)]
				.filter(({ at }) => /\/properties\/[^/]+$/.test(at))
				.filter(({ part }) => part.description === undefined && part.$ref === undefined);
			assert.equal(
				silent.map(({ at }) => at),
				[],
			);
		}
		const offered = [...partsOf(read("campaign.schema.json"))]
			.filter(({ part }) => part.defaultSnippets)
			.map(({ at }) => at);
		assert.equal(
			offered,
			["inputs", "accounts", "schedules", "feeds", "videos", "posts"].map((key) => `/properties/${key}`),
		);
	},
);

schemas.run();
