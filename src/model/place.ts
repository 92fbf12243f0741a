/** Where something stands in a source file. Line and column count from 1; column counts UTF-16 units. */
export interface Place {
	/** Path as shown to people: relative to the folder the command was run in where possible. */
	readonly file: string;
	readonly line: number;
	readonly column: number;
}
