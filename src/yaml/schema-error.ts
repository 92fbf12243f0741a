/** One finding of a generated validator (ajv, all errors, verbose). */
export interface SchemaError {
	readonly keyword: string;
	/** JSON pointer to the value. */
	readonly instancePath: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly schema?: unknown;
	readonly parentSchema?: Readonly<Record<string, unknown>>;
	readonly data?: unknown;
	/** Set when a key, not a value, was checked. */
	readonly propertyName?: string;
}
