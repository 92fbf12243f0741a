declare const brand: unique symbol;

/** A base type that only a parser at the edge can produce. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = Branded<number, "EpochMs">;

/** Marks a number of milliseconds since the epoch as such. */
export function epochMs(value: number): EpochMs {
	return value as EpochMs;
}
