import type {
	WireExport,
	WireFindMoments,
	WirePublish,
	WirePublishConfig,
	WireResolution,
	WireSpeech,
	WireSubmit,
	WireUpdate,
	WireUpload,
} from "../../wire/messages.gen.ts";
import { Refusal } from "../refusal.ts";
import { BODY_CHECKS, BODY_FIELDS } from "./bodies.gen.ts";
import { pathOf, problemOf } from "./body-error.ts";

/** Bodies by the name of their schema. */
interface Bodies {
	readonly Submit: WireSubmit;
	readonly FindMoments: WireFindMoments;
	readonly Speech: WireSpeech;
	readonly Export: WireExport;
	readonly Publish: WirePublish;
	readonly PublishConfig: WirePublishConfig;
	readonly Update: WireUpdate;
	readonly Resolution: WireResolution;
	readonly Upload: WireUpload;
}

/** A body without what is null, wrong or without effect. */
export type Given<Body> = { readonly [Name in keyof Body]?: NonNullable<Body[Name]> };

/** The fields of one JSON object that was sent, with everything wrong with them. */
export interface Fields<Body> {
	readonly given: Given<Body>;
	/** Whether a value was sent at all, right or wrong. */
	has(name: keyof Body): boolean;
	problem(words: string): void;
	/** Names of fields that the schema does not have. */
	readonly unknown: readonly string[];
	/** Throws `Refusal` 422 when anything was wrong. */
	end(): void;
}

/** Checks a body against its schema. Throws `Refusal` 422 for one that is no object. */
export function readFields<Name extends keyof Bodies>(name: Name, body: unknown): Fields<Bodies[Name]> {
	if (!isObject(body)) throw new Refusal(422, "The body must be a JSON object.");
	const sent = effective(name, body);
	const errors = BODY_CHECKS[name](sent);
	const problems = new Map<string, string>();
	for (const error of errors) {
		const path = pathOf(error);
		if (!problems.has(path.join("."))) problems.set(path.join("."), problemOf(error));
	}
	const wrong = new Set(errors.map((error) => pathOf(error)[0]));
	const words = [...problems].map(([path, problem]) => `${path} ${problem}`);
	return {
		// The schema is what the type was made of.
		given: Object.fromEntries(Object.entries(sent).filter(([field]) => !wrong.has(field))) as Given<
			Bodies[Name]
		>,
		has: (field) => String(field) in sent,
		problem: (text) => words.push(text),
		unknown: Object.keys(sent).filter((field) => !Object.hasOwn(BODY_FIELDS[name].effects, field)),
		end: () => {
			if (words.length > 0) throw new Refusal(422, `${words.join("; ")}.`);
		},
	};
}

/** The object without fields that are null, as good as omitted, and without those that have no effect. */
export function effective(name: keyof Bodies, body: object): Readonly<Record<string, unknown>> {
	const { effects, required } = BODY_FIELDS[name];
	const sent = new Map(
		Object.entries(body).filter(
			([field, value]) => value !== null || required.includes(field) || !Object.hasOwn(effects, field),
		),
	);
	const counts = ([field]: readonly [string, unknown]) =>
		!Object.hasOwn(effects, field) || effects[field]?.every((flag) => sent.get(flag) === true);
	return Object.fromEntries([...sent].filter(counts));
}

export function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
