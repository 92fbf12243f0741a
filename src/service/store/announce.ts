/**
 * What is told of a change that is about to be written: durable once it resolves. Gives the record to write,
 * and what is done once that is written.
 */
export type Announce<Entry> = (
	before: Entry | undefined,
	after: Entry,
) => Promise<{ readonly entry: Entry; readonly written?: () => void }>;

/** Writes a record, and tells of it. What is the very same as before is written already. */
export function announcing<Entry>(
	write: (entry: Entry) => Promise<void>,
	announce: Announce<Entry> | undefined,
): (before: Entry | undefined, after: Entry) => Promise<Entry> {
	return async (before, after) => {
		if (before === after) return after;
		const told = await announce?.(before, after);
		const entry = told?.entry ?? after;
		await write(entry);
		told?.written?.();
		return entry;
	};
}
