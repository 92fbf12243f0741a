/**
 * Works through values in their order, so many at a time. After a failure nothing new is begun, and what was
 * begun is waited for: its outcome must be written down. Then throws the first failure.
 */
export async function inParallel<Value>(
	values: readonly Value[],
	{ most, work }: { readonly most: number; readonly work: (value: Value) => Promise<void> },
): Promise<void> {
	const failures: unknown[] = [];
	const left = values[Symbol.iterator]();
	const worker = async () => {
		while (failures.length === 0) {
			const next = left.next();
			if (next.done) return;
			await work(next.value).catch((error: unknown) => failures.push(error));
		}
	};
	await Promise.all(Array.from({ length: Math.min(most, values.length) }, worker));
	if (failures.length > 0) throw failures[0];
}
