/** Runs work one after the other, whatever becomes of those before: a connection has one transaction. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const next = last.then(work, work);
		last = next.catch(() => {});
		return next;
	};
}
