/**
 * The object without its undefined fields, in the same order: `defined({ a: 1, b: undefined })` is `{ a: 1
 * }`.
 */
export function defined<const Fields extends object>(fields: Fields): Defined<Fields> {
	const kept: Partial<Fields> = {};
	for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
	return kept as Defined<Fields>;
}

/** The fields that may be undefined become optional, and then are never undefined. */
export type Defined<Fields> = Merged<Certain<Fields> & Possible<Fields>>;

type Certain<Fields> = {
	[Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
};
type Possible<Fields> = {
	[Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};
/** One object type instead of an intersection, so that messages of the compiler can be read. */
type Merged<Fields> = { [Name in keyof Fields]: Fields[Name] };
