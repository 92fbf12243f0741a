/** Numbers of a shape, as a model takes and gives them. */
export interface Tensor {
	readonly type: "float32" | "int64";
	readonly dims: readonly number[];
	readonly data: Float32Array | BigInt64Array;
}

/**
 * A model that is loaded. It runs on one thread, so that its results are the same every time and renders have
 * the other ones.
 */
export interface Session {
	readonly inputs: readonly string[];
	/** Gives every output by name. Takes some milliseconds, in which nothing else happens. */
	run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}
